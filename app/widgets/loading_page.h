// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace hscope::app {

/// What is being loaded, how far it is, and a way out.
class LoadingPage : public QWidget
{
    Q_OBJECT

public:
    explicit LoadingPage(QWidget* parent = nullptr);

    void begin(const QString& fileName);
    /// `ratio` from 0 to 1, negative if not known.
    void setProgress(const QString& step, double ratio);

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel* m_title;
    QLabel* m_step;
    QProgressBar* m_bar;
};

} // namespace hscope::app
