// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <filesystem>
#include <string>

namespace hscope::app {

/// What documents that are edited have in common, whatever they hold: the way back, a file, and
/// whether it is behind.
///
/// Thread: the GUI thread.
class EditedDocument : public QObject
{
    Q_OBJECT

public:
    ~EditedDocument() override;

    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }

    /// A number that no other gesture has.
    [[nodiscard]] int newGesture() { return m_nextGesture++; }

    /// Empty: never saved.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// The file's name, or the document's.
    [[nodiscard]] QString title() const;
    [[nodiscard]] bool isModified() const;

    /// Errors: those of the reader; what was open stays.
    [[nodiscard]] virtual core::Result<void> open(const std::filesystem::path& path) = 0;
    /// Opens `file`, saved from a session that ended badly, in place of the document of
    /// `originalPath`: modified from the start. Errors: as open().
    [[nodiscard]] virtual core::Result<void> recover(const std::filesystem::path& file,
                                                     const std::filesystem::path& originalPath) = 0;

    /// Why the document cannot be saved as it is, as a sentence; empty: it can.
    [[nodiscard]] virtual QString refusal() const { return {}; }

    /// Changes what refusal() is about, as one step.
    virtual void mend() {}

    /// Errors: InvalidArgument while refusal() says so; Io. What is not saved stays modified.
    [[nodiscard]] core::Result<void> save(const std::filesystem::path& path);

    /// The document as JSON.
    [[nodiscard]] virtual std::string json() const = 0;

    /// The same for a file that recover() is to read.
    [[nodiscard]] virtual std::string recoveryJson() const { return json(); }

Q_SIGNALS:
    void changed();          ///< Another value.
    void selectionChanged(); ///< Comes after changed() if both did.
    void stateChanged();     ///< Path or modified state.

protected:
    explicit EditedDocument(QObject* parent);

    [[nodiscard]] virtual const std::string& name() const = 0;

    /// Forgets the steps: the value is another document's.
    void beginFile(const std::filesystem::path& path, bool isRecovered);
    /// From now on the document has no file.
    void leaveFile();

private:
    QUndoStack m_undo;
    std::filesystem::path m_path;
    int m_nextGesture = 0;
    bool m_isRecovered = false; ///< Modified although no step says so.
};

} // namespace hscope::app
