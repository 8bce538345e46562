// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace hscope::app {

class MainWindow;
class Theme;

struct ScreenshotResult
{
    QStringList files; ///< What was written.
    QString error;     ///< One sentence; empty if all went well.
};

/// Renders every page for the trace at `path`, or the failure to open it, at 1280 x 800, 1440 x 900
/// and 2560 x 1440, light and dark, into PNG files in `folder`; for a document of the simulator the
/// Schedules workspace, for a cluster the Cluster workspace as well. Runs the event loop until
/// everything is there.
[[nodiscard]] ScreenshotResult takeScreenshots(MainWindow& window, Theme& theme,
                                               const QString& folder, const QString& path);

} // namespace hscope::app
