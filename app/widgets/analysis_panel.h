// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace hscope::app {

class BarListChart;
class ExportButton;

/// What the panels of an analysis are made of: title, remark and bars at the left, a table at the
/// right, or one sentence instead of all that.
class AnalysisPanel : public QWidget
{
    Q_OBJECT

public:
    [[nodiscard]] BarListChart* chart() const { return m_chart; }

    /// The sentence that is shown instead of bars and table; empty if these are shown.
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    void exportFailed(const QString& sentence);

protected:
    /// `subject` is what the chart is called in sentences, `name` in files.
    AnalysisPanel(const Theme& theme, const QString& subject, const QString& name, QWidget* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Puts the table, or what holds it, at the right; once. The bars get `percent` of the width.
    void setTable(QWidget* table, int percent);
    void showMessage(const QString& sentence);
    void showContent();
    /// `title` makes a title whose name takes at most as many characters as it is told.
    void setTitle(std::function<QString(int)> title);
    void setRemark(const QString& remark);

    /// The line of the remark; controls go to its end.
    [[nodiscard]] QHBoxLayout* remarkLine() const { return m_remarkLine; }

private:
    [[nodiscard]] QWidget* makeChartSide(const QString& subject, const QString& name);
    void fitTitle();

    const Theme& m_theme;
    QStackedWidget* m_stack;
    QLabel* m_message;
    QLabel* m_title;
    std::function<QString(int)> m_makeTitle;
    QLabel* m_remark;
    QHBoxLayout* m_remarkLine;
    BarListChart* m_chart;
};

} // namespace hscope::app
