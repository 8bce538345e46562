// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/document_files.h"

#include "app/models/format.h"
#include "app/widgets/notice_bar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>

namespace hscope::app {

namespace {

QString folderKey()
{
    return QStringLiteral("lastFolder");
}

QString openErrorText(const QString& name, const core::Error& error)
{
    return DocumentFiles::tr("%1 cannot be edited, and nothing was changed: %2.")
        .arg(name, reasonOf(error));
}

} // namespace

QString reasonOf(const core::Error& error)
{
    QString reason = elideMiddle(toText(error.message).trimmed(), kMeasuredLength);
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    return reason;
}

DocumentFiles::DocumentFiles(EditedDocument& document, Words words, QSettings& settings,
                             NoticeBar& notice, QWidget& window)
    : m_document(document)
    , m_words(std::move(words))
    , m_settings(settings)
    , m_notice(notice)
    , m_window(window)
{
}

QString DocumentFiles::title() const
{
    const QString name = m_document.title();
    return m_document.isModified() ? tr("%1, edited").arg(name) : name;
}

bool DocumentFiles::open(const QString& path)
{
    if (!mayLeave()) {
        return false;
    }
    const auto opened = m_document.open(toPath(path));
    if (opened) {
        m_notice.hide();
    } else {
        m_notice.tell(openErrorText(QFileInfo(path).fileName(), opened.error()));
    }
    Q_EMIT this->opened();
    return opened.has_value();
}

std::optional<QString> DocumentFiles::localFile(const QList<QUrl>& urls)
{
    const auto local = std::ranges::find_if(urls, &QUrl::isLocalFile);
    if (local == urls.end()) {
        m_notice.tell(tr("Only files of this computer can be opened: download it first."));
        return std::nullopt;
    }
    return local->toLocalFile();
}

bool DocumentFiles::saveTo(const std::filesystem::path& path)
{
    if (const QString reason = m_document.refusal(); !reason.isEmpty()) {
        m_notice.tell(tr("%1 was not saved: %2.").arg(m_document.title(), reason),
                      {{tr("Correct it and save"), [this, path] {
                            m_document.mend();
                            saveTo(path);
                        }}});
        return false;
    }
    const auto written = m_document.save(path);
    if (!written) {
        m_notice.tell(tr("%1 could not be written (%2): nothing is lost, choose another place.")
                          .arg(toPathText(path), reasonOf(written.error())),
                      {{tr("Save elsewhere…"), [this] { saveAs(); }}});
        return false;
    }
    Q_EMIT told(tr("Saved to %1.").arg(toPathText(path)));
    Q_EMIT saved(toPathText(path));
    return true;
}

bool DocumentFiles::save()
{
    return m_document.path().empty() ? saveAs() : saveTo(m_document.path());
}

bool DocumentFiles::saveAs()
{
    const QString folder = m_settings.value(folderKey()).toString();
    QString name = m_document.title();
    if (!name.endsWith(u".json")) {
        name += u".json";
    }
    const QString path = QFileDialog::getSaveFileName(
        &m_window, m_words.saveTitle, folder.isEmpty() ? name : QString(folder + u'/' + name),
        m_words.filter);
    if (path.isEmpty()) {
        return false;
    }
    m_settings.setValue(folderKey(), QFileInfo(path).absolutePath());
    return saveTo(toPath(path));
}

bool DocumentFiles::mayLeave()
{
    if (!m_document.isModified()) {
        return true;
    }
    QMessageBox box(QMessageBox::Question, tr("Save changes?"),
                    tr("%1 has edits that are not saved.").arg(m_document.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

void DocumentFiles::keepIn(const std::filesystem::path& folder)
{
    m_recovery = std::make_unique<DocumentRecovery>(m_document, folder);
    connect(m_recovery.get(), &DocumentRecovery::failed, this,
            [this](const QString& sentence) { m_notice.tell(sentence); });
    offerRecovery();
}

void DocumentFiles::offerRecovery()
{
    const auto found = m_recovery->find();
    if (!found) {
        return;
    }
    const QString name =
        found->originalPath.empty() ? m_words.newOne : toPathText(found->originalPath.filename());
    m_notice.tell(tr("Heteroscope ended with unsaved edits of %1. They were kept.").arg(name),
                  {{tr("Bring them back"),
                    [this, found = *found] {
                        if (!mayLeave()) {
                            offerRecovery();
                            return;
                        }
                        const auto recovered = m_recovery->recover(found);
                        if (!recovered) {
                            m_notice.tell(openErrorText(toPathText(found.file.filename()),
                                                        recovered.error()));
                            return;
                        }
                        Q_EMIT opened();
                    }},
                   {tr("Delete them"), [this, found = *found] { m_recovery->discard(found); }}});
}

} // namespace hscope::app
