// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/edited_document.h"

#include <QWidget>

#include <functional>

class QLabel;

namespace hscope::app {

/// `gpu-2 selected | undo: move sw-0 | prices as of 2021-11 | 1 problem`
class DocumentStatus final : public QWidget
{
    Q_OBJECT

public:
    /// What a kind of document says about itself.
    struct Texts
    {
        QString selected;
        QString prices;
        std::int64_t problems = 0;
    };

    DocumentStatus(EditedDocument& document, std::function<Texts()> texts,
                   QWidget* parent = nullptr);

    /// What is going on, until something else is.
    void tell(const QString& sentence);

    [[nodiscard]] QString message() const;

    void refresh();

private:
    QLabel* addField();

    EditedDocument& m_document;
    std::function<Texts()> m_texts;
    QLabel* m_message;
    QLabel* m_selected;
    QLabel* m_undo;
    QLabel* m_prices;
    QLabel* m_problems;
};

} // namespace hscope::app
