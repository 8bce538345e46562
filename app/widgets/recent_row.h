// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/recent_files.h"
#include "app/widgets/theme.h"

#include <QAbstractButton>

namespace hscope::app {

/// One recent file as a button: its name over its folder. A file that is gone says so and cannot be
/// pressed.
class RecentRow final : public QAbstractButton
{
    Q_OBJECT

public:
    static constexpr QSize kThumbnail{160, 28};

    RecentRow(const QString& path, RecentFiles::Thumbnails thumbnails, const Theme& theme,
              QWidget* parent = nullptr);

    [[nodiscard]] const QString& path() const { return m_path; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_path;
    QString m_folder;
    RecentFiles::Thumbnails m_thumbnails;
};

} // namespace hscope::app
