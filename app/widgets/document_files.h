// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/document_recovery.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QUrl>

#include <filesystem>
#include <memory>
#include <optional>

class QSettings;
class QWidget;

namespace hscope::app {

class NoticeBar;

/// How the document of a workspace comes from files and goes into them, with what is asked and said
/// on the way.
class DocumentFiles final : public QObject
{
    Q_OBJECT

public:
    /// What a kind of document is called.
    struct Words
    {
        QString saveTitle; ///< `Save cluster`.
        QString filter;    ///< `Clusters (*.json)`.
        QString newOne;    ///< `a new cluster`.
    };

    /// All must outlive this object.
    DocumentFiles(EditedDocument& document, Words words, QSettings& settings, NoticeBar& notice,
                  QWidget& window);

    /// Asks first if something is not saved; says in the notice if the file cannot be opened.
    bool open(const QString& path);
    /// False if it was not saved.
    bool save();
    bool saveAs();
    /// Asks what to do with edits that are not saved; false: nothing, stay.
    [[nodiscard]] bool mayLeave();

    /// Keeps what is not saved in `folder`; offers what a crash left there.
    void keepIn(const std::filesystem::path& folder);

    /// `paper-drawn.json, edited`.
    [[nodiscard]] QString title() const;

    /// The first file of this computer among `urls`; without one that is said.
    [[nodiscard]] std::optional<QString> localFile(const QList<QUrl>& urls);

Q_SIGNALS:
    void opened(); ///< The document is another file's, or cannot be: it wants to be seen.
    void saved(const QString& path);
    void told(const QString& sentence);

private:
    bool saveTo(const std::filesystem::path& path);
    void offerRecovery();

    EditedDocument& m_document;
    Words m_words;
    QSettings& m_settings;
    NoticeBar& m_notice;
    QWidget& m_window;
    std::unique_ptr<DocumentRecovery> m_recovery;
};

/// What stands in an error, without the full stop.
[[nodiscard]] QString reasonOf(const core::Error& error);

} // namespace hscope::app
