// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QToolButton>

#include <functional>

class QMenu;

namespace hscope::app {

/// Writes what a widget shows: SVG where the path ends so, else PNG. False if it cannot be written.
[[nodiscard]] bool saveView(QWidget& view, const QString& path);

/// Writes a text in one step. False if it cannot be written.
[[nodiscard]] bool saveText(const QString& text, const QString& path);

/// Where a view is exported: a menu with the formats, each of which asks for a file.
class ExportButton final : public QToolButton
{
    Q_OBJECT

public:
    /// `subject` is what the view is called in a sentence, such as `Placement`.
    ExportButton(const Theme& theme, const QString& subject, QWidget* parent = nullptr);

    /// Adds PNG and SVG of `view`, which must outlive the button; files are called like `name`.
    void addPictures(QWidget& view, const QString& name);
    void addText(const QString& label, const QString& fileName, const QString& filter,
                 std::function<QString()> content);

Q_SIGNALS:
    void failed(const QString& sentence);

private:
    void refreshIcon();

    const Theme& m_theme;
    QMenu* m_menu;
};

} // namespace hscope::app
