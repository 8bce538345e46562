// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/document_recovery.h"

#include "app/models/format.h"
#include "simulator/io/documents.h"

#include <QDir>
#include <QFile>

namespace hscope::app {

namespace {

constexpr int kDelayMs = 2000;
constexpr int kMostWindows = 1000;

std::filesystem::path beside(const std::filesystem::path& file, const char* suffix)
{
    std::filesystem::path path = file;
    path += suffix;
    return path;
}

/// A lock that goes with its process, however that ends.
std::unique_ptr<QLockFile> lockOf(const std::filesystem::path& file)
{
    auto lock = std::make_unique<QLockFile>(toPathText(beside(file, ".lock")));
    lock->setStaleLockTime(0);
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

void removeFiles(const std::filesystem::path& file)
{
    QFile::remove(toPathText(file));
    QFile::remove(toPathText(beside(file, ".path")));
}

} // namespace

DocumentRecovery::DocumentRecovery(EditedDocument& document, std::filesystem::path folder,
                                   QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &DocumentRecovery::saveNow);
    connect(&document, &EditedDocument::changed, this, &DocumentRecovery::onChanged);
    connect(&document, &EditedDocument::stateChanged, this, &DocumentRecovery::onChanged);
}

DocumentRecovery::~DocumentRecovery()
{
    // A window that closes in order has saved or was told not to.
    forget();
}

void DocumentRecovery::onChanged()
{
    if (m_document.isModified() && !m_folder.empty()) {
        m_timer.start();
    } else {
        m_timer.stop();
        forget();
    }
}

void DocumentRecovery::forget()
{
    if (!m_file.empty()) {
        removeFiles(m_file);
    }
}

void DocumentRecovery::saveNow()
{
    m_timer.stop();
    if (!m_document.isModified() || m_folder.empty()) {
        return;
    }
    QDir().mkpath(toPathText(m_folder));
    for (int number = 1; m_file.empty() && number < kMostWindows; ++number) {
        const std::filesystem::path file = m_folder / (std::to_string(number) + ".json");
        auto lock = QFile::exists(toPathText(file)) ? nullptr : lockOf(file);
        if (lock) {
            m_lock = std::move(lock);
            m_file = file;
        }
    }
    const bool isWritten =
        !m_file.empty() &&
        sim::writeDocument(beside(m_file, ".path"), toPathText(m_document.path()).toStdString()) &&
        sim::writeDocument(m_file, m_document.recoveryJson());
    if (!isWritten && !m_hasFailed) {
        m_hasFailed = true;
        Q_EMIT failed(tr("Edits cannot be kept safe in %1: save them yourself now and then.")
                          .arg(toPathText(m_folder)));
    }
}

std::optional<DocumentRecovery::Found> DocumentRecovery::find() const
{
    if (m_folder.empty()) {
        return std::nullopt;
    }
    const QStringList names =
        QDir(toPathText(m_folder)).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (const QString& name : names) {
        const std::filesystem::path file = m_folder / toPath(name);
        if (file == m_file || !lockOf(file)) {
            continue; // A window that is still there has it.
        }
        QFile path(toPathText(beside(file, ".path")));
        const bool hasPath = path.open(QIODevice::ReadOnly);
        return Found{file, hasPath ? toPath(QString::fromUtf8(path.readAll())) : toPath(QString())};
    }
    return std::nullopt;
}

core::Result<void> DocumentRecovery::recover(const Found& found)
{
    HSCOPE_TRY(m_document.recover(found.file, found.originalPath));
    saveNow(); // Safe under our own name before the old one goes.
    discard(found);
    return {};
}

void DocumentRecovery::discard(const Found& found)
{
    removeFiles(found.file);
}

} // namespace hscope::app
