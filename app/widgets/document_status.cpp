// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/document_status.h"

#include "app/models/format.h"
#include "app/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace hscope::app {

DocumentStatus::DocumentStatus(EditedDocument& document, std::function<Texts()> texts,
                               QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_texts(std::move(texts))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    m_message = addField();
    m_message->setProperty("secondary", false);
    m_selected = addField();
    m_undo = addField();
    m_prices = addField();
    m_problems = addField();
    m_problems->setProperty("secondary", false);
    m_problems->setProperty("warning", true);
    layout->addStretch();
    connect(&document, &EditedDocument::changed, this, [this] { tell(QString()); });
    connect(&document, &EditedDocument::selectionChanged, this, &DocumentStatus::refresh);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &DocumentStatus::refresh);
    refresh();
}

QLabel* DocumentStatus::addField()
{
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    layout()->addWidget(label);
    return label;
}

void DocumentStatus::tell(const QString& sentence)
{
    m_message->setText(sentence);
    refresh();
}

QString DocumentStatus::message() const
{
    return m_message->text();
}

void DocumentStatus::refresh()
{
    const Texts texts = m_texts();
    m_selected->setText(texts.selected);
    const QUndoStack& undo = m_document.undoStack();
    m_undo->setText(undo.canUndo() ? tr("undo: %1").arg(elideMiddle(undo.undoText(), 60))
                                   : QString());
    m_prices->setText(texts.prices);
    m_problems->setText(texts.problems == 0
                            ? QString()
                            : formatCounted(texts.problems, tr("1 problem"), tr("%1 problems")));
    for (QLabel* label : {m_message, m_selected, m_undo, m_prices, m_problems}) {
        label->setVisible(!label->text().isEmpty());
    }
}

} // namespace hscope::app
