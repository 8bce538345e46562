// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/edited_document.h"

#include "app/models/format.h"
#include "simulator/io/documents.h"

namespace hscope::app {

EditedDocument::EditedDocument(QObject* parent)
    : QObject(parent)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &EditedDocument::stateChanged);
}

EditedDocument::~EditedDocument()
{
    m_undo.disconnect(this); // Steps go with the stack; nobody is to hear of it.
}

QString EditedDocument::title() const
{
    return m_path.empty() ? toText(name()) : toPathText(m_path.filename());
}

bool EditedDocument::isModified() const
{
    return m_isRecovered || !m_undo.isClean();
}

void EditedDocument::beginFile(const std::filesystem::path& path, bool isRecovered)
{
    m_undo.clear();
    m_path = path;
    m_isRecovered = isRecovered;
}

void EditedDocument::leaveFile()
{
    m_path.clear();
    m_undo.resetClean();
    Q_EMIT stateChanged();
}

core::Result<void> EditedDocument::save(const std::filesystem::path& path)
{
    if (const QString reason = refusal(); !reason.isEmpty()) {
        return core::failure(core::ErrorCode::InvalidArgument, reason.toStdString());
    }
    HSCOPE_TRY(sim::writeDocument(path, json()));
    m_path = path;
    m_isRecovered = false;
    m_undo.setClean();
    Q_EMIT stateChanged();
    return {};
}

} // namespace hscope::app
