// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/argument_model.h"
#include "app/models/instance_navigator.h"
#include "app/models/relation_model.h"
#include "app/models/slice_details.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace hscope::app {

class InstanceHistogram;
class TraceDocument;

/// Everything about the selected slice: what, when, its arguments, what it is linked with, and its
/// namesakes.
class DetailsPanel : public QWidget
{
    Q_OBJECT

public:
    DetailsPanel(TraceDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// The selected slice as text for the clipboard; empty without one.
    [[nodiscard]] QString copyText() const;

    [[nodiscard]] const ArgumentModel& arguments() const { return m_arguments; }

    [[nodiscard]] const RelationModel& relations() const { return m_relations; }

    [[nodiscard]] const InstanceNavigator& instances() const { return m_instances; }

    /// False while arguments or instances of the selected slice are still being fetched.
    [[nodiscard]] bool isComplete() const
    {
        return !m_waitsForArguments && m_instances.position().has_value();
    }

    void goToPreviousInstance();
    void goToNextInstance();

private:
    class Swatch;

    struct TimeRow
    {
        QLabel* name;
        QLabel* value;
    };

    [[nodiscard]] QWidget* makeContent();
    void addSection(QVBoxLayout& layout, const QString& title, QLabel** note);
    TimeRow addTimeRow(QGridLayout& grid, const QString& name);
    void makeViews();
    [[nodiscard]] QWidget* makeInstanceRow();
    void showSelection();
    void showTimes(const SliceDetails& details);
    void showOverhead();
    void showArguments(core::SliceId slice, const std::vector<core::Argument>& arguments,
                       const QString& error);
    void showInstance();
    void refreshIcons();

    TraceDocument& m_document;
    const Theme& m_theme;
    ArgumentModel m_arguments;
    RelationModel m_relations;
    InstanceNavigator m_instances;
    QStackedWidget* m_stack;
    Swatch* m_swatch;
    QLabel* m_name;
    std::array<QLabel*, 3> m_place; ///< What it is, its process, its track.
    TimeRow m_start{};
    TimeRow m_end{};
    TimeRow m_duration{};
    TimeRow m_self{};
    TimeRow m_overhead{}; ///< Of the recorder, while a correction shows.
    QLabel* m_argumentNote;
    QTableView* m_argumentView;
    QLabel* m_linkNote;
    QListView* m_linkView;
    QLabel* m_instanceNote;
    QLabel* m_instanceLabel;
    InstanceHistogram* m_histogram;
    TimeRow m_total{};
    TimeRow m_extent{};
    TimeRow m_middle{};
    QToolButton* m_previous;
    QToolButton* m_next;
    QPushButton* m_zoom;
    bool m_waitsForArguments = false;
};

} // namespace hscope::app
