// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/recent_files.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace hscope::app {

/// Where one begins: the example, a file of one's own, the files opened last.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(const RecentFiles& recent, const Theme& theme, QWidget* parent = nullptr);

    /// Without an installed example there is no button for it.
    void setExampleAvailable(bool available);
    void setScenarioAvailable(bool available);

Q_SIGNALS:
    void exampleRequested();
    void scenarioRequested();
    void clusterRequested();
    void openRequested();
    void fileRequested(const QString& path);

private:
    [[nodiscard]] QWidget* makeColumn();
    void refreshRecent();

    const RecentFiles& m_recent;
    const Theme& m_theme;
    QPushButton* m_example;
    QPushButton* m_scenario;
    QPushButton* m_cluster;
    QPushButton* m_open;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recentRows;
};

} // namespace hscope::app
