// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/workload_profile_model.h"
#include "app/widgets/workload_form.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace hscope::app {

class InspectorHead;
class Theme;
class WorkloadTypeList;

/// The selected layers: their values, their profile on each resource type, and the types.
class WorkloadInspector final : public QWidget
{
    Q_OBJECT

public:
    WorkloadInspector(WorkloadDocument& document, const Theme& theme, QWidget* parent = nullptr);

    void setPrices(const TypePrices& prices);
    /// Puts the keyboard into the name of what is selected.
    void beginRename();

    [[nodiscard]] LayerForm* form() const { return m_form; }

    [[nodiscard]] QTableView* profileTable() const { return m_table; }

    [[nodiscard]] WorkloadTypeList* types() const { return m_types; }

Q_SIGNALS:
    void told(const QString& sentence);
    void finished();
    void pricesRequested();

private:
    void makeTable(const Theme& theme);
    void refresh();
    void refreshHead();
    void applyProfile(const LayerValue& value, const QString& text);

    WorkloadDocument& m_document;
    WorkloadProfileModel m_profiles;
    TypePrices m_prices;
    InspectorHead* m_head;
    QLabel* m_hint;
    LayerForm* m_form;
    QWidget* m_profilePart;
    QTableView* m_table;
    WorkloadTypeList* m_types;
};

} // namespace hscope::app
