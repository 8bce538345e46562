// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/edited_document.h"

#include <QLockFile>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>

namespace hscope::app {

/// Keeps what is not saved yet in a folder, so that a crash loses a few seconds at most.
///
/// A file `<number>.json` in the folder belongs to the window that holds the lock beside it; one
/// whose window is gone is what a crash left behind. It is offered, never opened by itself.
///
/// Thread: the GUI thread.
class DocumentRecovery : public QObject
{
    Q_OBJECT

public:
    /// What a window that ended badly left behind.
    struct Found
    {
        std::filesystem::path file;         ///< In the folder.
        std::filesystem::path originalPath; ///< Of the document; empty: it had none.
    };

    /// An empty `folder` keeps nothing. `document` must outlive this object.
    DocumentRecovery(EditedDocument& document, std::filesystem::path folder,
                     QObject* parent = nullptr);
    ~DocumentRecovery() override;

    /// Writes what is modified now, instead of a moment later.
    void saveNow();

    [[nodiscard]] std::optional<Found> find() const;
    /// Opens it in the document as modified, and takes it out of the folder. Errors: those of
    /// EditedDocument::recover(); the file stays then.
    [[nodiscard]] core::Result<void> recover(const Found& found);
    void discard(const Found& found);

Q_SIGNALS:
    /// The folder cannot be written: says so once.
    void failed(const QString& sentence);

private:
    void onChanged();
    void forget();

    EditedDocument& m_document;
    std::filesystem::path m_folder;
    std::filesystem::path m_file; ///< Ours; empty until the first edit.
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_hasFailed = false;
};

} // namespace hscope::app
