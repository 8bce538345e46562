// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/type_appearance.h"
#include "app/widgets/theme.h"

#include <QAbstractButton>

#include <optional>

namespace hscope::app {

/// A row of a list that can be pressed: a name and a number, below them what they mean.
class TwoLineButton final : public QAbstractButton
{
    Q_OBJECT

public:
    struct Content
    {
        QString icon; ///< A line icon, unless there is a type.
        std::optional<TypeAppearance> look;
        QString title;
        QString value;
        QString detail;
        QString detailValue;

        bool operator==(const Content&) const = default;
    };

    TwoLineButton(Content content, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Content m_content;
    const Theme& m_theme;
};

} // namespace hscope::app
