// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/style_sheet.h"

#include <array>

namespace hscope::app {

namespace {

/// `@name` stands for a colour of the palette. Frames are `window`, panels `surface`, painted data
/// `canvas`.
constexpr const char16_t* kFrame = uR"(
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QSplitter::handle { background: @hairline; }
QToolTip { background: @surface; color: @text; border: 1px solid @hairline; padding: 4px 6px; }
QMenuBar { background: @window; border: none; color: @text; }
QMenuBar::item { background: transparent; color: @text; padding: 3px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: @selection; }
QMenu { background: @surface; border: 1px solid @hairline; padding: 4px; }
QMenu::item { color: @text; padding: 5px 28px 5px 28px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @disabledText; }
QMenu::separator { background: @hairline; height: 1px; margin: 4px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 8px; }
QToolBar { background: @window; border: none; spacing: 4px; }
QToolBar#mainToolBar, QToolBar#schedulesToolBar, QToolBar#clusterToolBar, QToolBar#workloadToolBar { padding: 0px 8px; min-height: 39px; max-height: 39px;
  border-top: 1px solid @hairline; border-bottom: 1px solid @hairline; }
QToolBar#rail { padding: 0px; min-width: 63px; max-width: 63px; border-right: 1px solid @hairline; }
QStatusBar { background: @window; border-top: 1px solid @hairline; min-height: 23px; max-height: 23px; }
QStatusBar::item { border: none; }
QToolBar::separator { background: @hairline; width: 1px; margin: 8px 6px; }
QDockWidget { color: @text; }
QScrollArea, QStackedWidget { background: transparent; border: none; }
QWidget#panel, QWidget#titleBar { background: @surface; }
QWidget#page { background: @canvas; }
QFrame#popover { background: @surface; border: 1px solid @outline; }
QWidget#rule { background: @hairline; }
QLabel { background: transparent; color: @text; }
QLabel[secondary="true"] { color: @secondaryText; }
QLabel[warning="true"] { color: @warning; }
QLabel#badge { background: @selection; color: @text; border-radius: 8px; padding: 0px 5px; min-height: 16px; max-height: 16px; }
QLabel#badge[warning="true"] { background: @surface; color: @warning; border: 1px solid @warning;
  min-height: 14px; max-height: 14px; }
)";

constexpr const char16_t* kControls = uR"(
QPushButton { background: @surface; color: @text; border: 1px solid @outline; border-radius: 4px;
  padding: 0px 12px; min-height: 26px; max-height: 26px; }
QPushButton:hover { background: @selection; }
QPushButton:pressed { background: @hairline; }
QPushButton:focus { border: 2px solid @accent; padding: 0px 11px; min-height: 24px; max-height: 24px; }
QPushButton:disabled { color: @disabledText; border-color: @hairline; }
QPushButton#primary { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton#primary:hover { border-color: @text; }
QPushButton#primary:focus { border-color: @text; }
QPushButton#primary:disabled { background: @hairline; color: @disabledText; border-color: @hairline; }
QPushButton#choice { background: @field; text-align: left; padding: 0px 22px 0px 8px; min-height: 26px; max-height: 26px;
  background-image: url(:/icons/combo_arrow.svg); background-repeat: no-repeat; background-position: right center;
  background-origin: padding; }
QPushButton#choice:focus { border: 1px solid @accent; }
QToolButton { background: transparent; color: @text; border: 1px solid transparent; border-radius: 4px; padding: 3px; }
QToolButton:hover { background: @selection; }
QToolButton:pressed { background: @hairline; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @disabledText; }
QToolButton#outlined { background: @surface; border: 1px solid @outline; min-height: 20px; max-height: 20px; }
QToolButton#outlined:hover { background: @selection; }
QToolButton#outlined:focus { border-color: @accent; }
QToolButton#outlined:disabled { border-color: @hairline; }
QToolButton#choice { background: @field; border: 1px solid @outline; padding: 0px 22px 0px 8px; min-height: 26px; max-height: 26px; }
QToolButton#choice:focus { border-color: @accent; }
QToolButton#choice:disabled { border-color: @hairline; }
QToolButton#choice::menu-indicator { image: url(:/icons/combo_arrow.svg); width: 16px; height: 16px;
  subcontrol-origin: padding; subcontrol-position: right center; right: 3px; }
QToolButton#railButton { border: none; border-left: 2px solid transparent; border-radius: 0px; color: @secondaryText;
  padding: 6px 0px; min-width: 61px; max-width: 61px; min-height: 48px; max-height: 48px; }
QToolButton#railButton:hover { background: @surface; color: @text; }
QToolButton#railButton:checked { background: @selection; color: @text; border-left-color: @accent; }
QToolButton#railButton:focus { border: 1px solid @accent; border-left-width: 2px; }
QToolButton#toolMode { padding: 3px 0px 3px 6px; }
QToolButton#toolMode:checked { background: @selection; border-color: @accent; }
QToolButton#link { color: @secondaryText; border: none; padding: 0px 2px; }
QToolButton#link:hover { color: @accent; background: transparent; }
QToolButton#link:focus { border: 1px solid @accent; }
QToolButton#link[warning="true"] { color: @warning; }
QComboBox { background: @field; color: @text; border: 1px solid @outline; border-radius: 4px;
  padding: 0px 4px 0px 8px; min-height: 26px; max-height: 26px; }
QComboBox:focus { border-color: @accent; }
QComboBox:disabled { color: @disabledText; border-color: @hairline; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/combo_arrow.svg); width: 16px; height: 16px; }
QComboBox QAbstractItemView { background: @surface; color: @text; border: 1px solid @hairline; outline: none;
  selection-background-color: @selection; selection-color: @text; }
QLineEdit { background: @field; color: @text; border: 1px solid @outline; border-radius: 4px; padding: 0px 6px;
  min-height: 26px; max-height: 26px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus { border-color: @accent; }
QLineEdit#cellEditor { border-color: @accent; border-radius: 0px; min-height: 0px; }
QAbstractSpinBox { background: @field; color: @text; border: 1px solid @outline; border-radius: 4px;
  padding: 0px 20px 0px 6px; min-height: 26px; max-height: 26px;
  selection-background-color: @accent; selection-color: @onAccent; }
QAbstractSpinBox:focus { border-color: @accent; }
QAbstractSpinBox:disabled { color: @disabledText; border-color: @hairline; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { background: transparent; border: none; width: 18px;
  height: 12px; subcontrol-origin: border; }
QAbstractSpinBox::up-button { subcontrol-position: top right; margin: 2px 2px 0px 0px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin: 0px 2px 2px 0px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: @selection; border-radius: 2px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/spin_up.svg); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/spin_down.svg); width: 12px; height: 12px; }
QCheckBox, QRadioButton { background: transparent; color: @text; spacing: 8px; padding: 2px; border: 1px solid transparent;
  border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: @accent; }
QCheckBox:disabled, QRadioButton:disabled { color: @disabledText; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @outline; border-radius: 3px; background: @field; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/check_@onCheck.svg); }
QCheckBox::indicator:disabled { border-color: @hairline; background: @surface; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @outline; border-radius: 8px; background: @field; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid @accent; }
QRadioButton::indicator:disabled { border-color: @hairline; background: @surface; }
QProgressBar { background: @hairline; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
)";

constexpr const char16_t* kViews = uR"(
QPlainTextEdit { background: @canvas; color: @text; border: none;
  selection-background-color: @accent; selection-color: @onAccent; }
QTableView, QTreeView, QListView { background: @surface; alternate-background-color: @alternateRow; color: @text;
  border: none; outline: none; selection-background-color: @selection; selection-color: @text; }
QTableView:focus { border: none; }
QHeaderView { background: @surface; border: none; }
QHeaderView::section { background: @surface; color: @secondaryText; border: none; border-bottom: 1px solid @hairline;
  padding: 0px 8px; min-height: 23px; max-height: 23px; font-size: 12px; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0px; height: 0px; image: none; }
QAbstractScrollArea::corner { background: @surface; border: none; }
QTableCornerButton::section { background: @surface; border: none; }
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: @secondaryText; border: none; border-bottom: 2px solid transparent;
  padding: 0px 12px; min-height: 29px; max-height: 29px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QScrollBar { background: transparent; border: none; margin: 0px; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @scrollHandle; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: @outline; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: none;
  width: 0px; height: 0px; }
)";

struct Placeholder
{
    const char16_t* name;
    QColor color;
};

QColor mixed(const QColor& a, const QColor& b)
{
    return {(a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2};
}

} // namespace

QString styleSheet(const Palette& palette)
{
    // Longer names first where one begins another.
    const std::array<Placeholder, 16> placeholders = {{
        {u"@window", palette.window},
        {u"@surface", palette.surface},
        {u"@canvas", palette.canvas},
        {u"@field", palette.field},
        {u"@alternateRow", palette.alternateRow},
        {u"@hairline", palette.hairline},
        {u"@outline", palette.outline},
        {u"@secondaryText", palette.secondaryText},
        {u"@disabledText", palette.disabledText},
        {u"@text", palette.text},
        {u"@accent", palette.accent},
        {u"@onAccent", labelColor(palette.accent)},
        {u"@selection", palette.selection},
        {u"@warning", palette.warning},
        {u"@error", palette.error},
        {u"@scrollHandle", mixed(palette.hairline, palette.outline)},
    }};
    QString sheet =
        QString::fromUtf16(kFrame) + QString::fromUtf16(kControls) + QString::fromUtf16(kViews);
    sheet.replace(QStringLiteral("@onCheck"), labelColor(palette.accent) == QColor(255, 255, 255)
                                                  ? QStringLiteral("white")
                                                  : QStringLiteral("black"));
    for (const Placeholder& placeholder : placeholders) {
        sheet.replace(QString::fromUtf16(placeholder.name), placeholder.color.name());
    }
    return sheet;
}

} // namespace hscope::app
