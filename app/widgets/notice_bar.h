// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace hscope::app {

/// A sentence above a workspace, with what can be done about it. It stays until it is answered.
class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        std::function<void()> apply;
    };

    NoticeBar(const Theme& theme, QWidget* parent = nullptr);

    /// Replaces what was said before. Each choice closes the notice; there is a button for that
    /// alone as well.
    void tell(const QString& sentence, std::vector<Choice> choices = {});

    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton* button(std::size_t choice) const;

private:
    void refreshIcon();

    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    std::vector<QPushButton*> m_choices;
};

} // namespace hscope::app
