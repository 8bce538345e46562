// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/recent_files.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace hscope::app {

class TwoLineButton;

/// Where one begins: the example, a file of one's own, the files opened last.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(const RecentFiles& recent, const Theme& theme, QWidget* parent = nullptr);

    /// Without an installed example there is no button for it.
    void setExampleAvailable(bool available);
    /// Likewise for bundled scenarios.
    void setScenariosAvailable(bool available);

Q_SIGNALS:
    void exampleRequested();
    void scenarioRequested();
    void guideRequested();
    void clusterRequested();
    void workloadRequested();
    void openRequested();
    void fileRequested(const QString& path);
    void told(const QString& sentence);

private:
    [[nodiscard]] QWidget* makeColumn();
    [[nodiscard]] QLayout* makeHead(QWidget* column) const;
    [[nodiscard]] QLayout* makeActions(QWidget* column);
    void layoutActions();
    [[nodiscard]] TwoLineButton* makeAction(const QString& icon, const QString& title,
                                            const QString& detail);
    void refreshRecent();

    const RecentFiles& m_recent;
    const Theme& m_theme;
    TwoLineButton* m_example;
    TwoLineButton* m_guide;
    TwoLineButton* m_scenario;
    std::vector<TwoLineButton*> m_actions; ///< Of all, in their order; some may be hidden.
    QGridLayout* m_grid;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recentRows;
};

} // namespace hscope::app
