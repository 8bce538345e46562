// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace hscope::app {

/// One sentence about a file that could not be opened, and the next steps as buttons.
class FailurePage : public QWidget
{
    Q_OBJECT

public:
    explicit FailurePage(const Theme& theme, QWidget* parent = nullptr);

    /// `previous` names the trace that is still there; empty if there is none.
    void show(const QString& sentence, const QString& previous);
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    void openRequested();
    void retryRequested();
    void backRequested();

private:
    void refreshIcon();

    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_sentence;
    QPushButton* m_back;
};

} // namespace hscope::app
