// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

#include <QFont>
#include <QObject>

class QSettings;

namespace hscope::app {

/// Light or dark: follows the system unless the user chose, and dresses the application
/// accordingly.
///
/// One per application; widgets that paint get it by reference and repaint on `changed`.
class Theme : public QObject
{
    Q_OBJECT

public:
    enum class Mode
    {
        System,
        Light,
        Dark
    };

    /// Reads the mode from `settings`, which must outlive this object, and applies it.
    explicit Theme(QSettings& settings, QObject* parent = nullptr);

    [[nodiscard]] Mode mode() const { return m_mode; }

    /// Applies and remembers the mode. Silent if nothing changes.
    void setMode(Mode mode);
    /// Applies the mode for this run only.
    void overrideMode(Mode mode);
    /// From light to dark or back.
    void toggle();
    /// What the desktop says; heard of by itself, and of effect in Mode::System.
    void setSystemDark(bool dark);

    [[nodiscard]] const Palette& palette() const { return *m_palette; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void readSystem();

    QSettings& m_settings;
    Mode m_mode = Mode::System;
    bool m_isSystemDark = false;
    bool m_isApplying = false; ///< The palette that changes is our own.
    const Palette* m_palette = nullptr;
};

/// The sizes of text: one family, 13 px for everything but these.
namespace fonts {
[[nodiscard]] QFont normal();
[[nodiscard]] QFont bold();   ///< Headings: 13 px, semi-bold.
[[nodiscard]] QFont small();  ///< 11 px.
[[nodiscard]] QFont number(); ///< 12 px.
[[nodiscard]] QFont title();  ///< The name on top of the details: 15 px, semi-bold.
} // namespace fonts

} // namespace hscope::app
