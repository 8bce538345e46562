// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_document.h"
#include "app/models/type_prices.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace hscope::app {

/// The resource types that a workload has profiles of: renamed, removed, and added with the times
/// of another. What a unit costs is the cluster's business: a link leads there.
class WorkloadTypeList final : public QWidget
{
    Q_OBJECT

public:
    WorkloadTypeList(WorkloadDocument& document, const Theme& theme, QWidget* parent = nullptr);

    void setPrices(const TypePrices& prices);

    struct Row
    {
        QWidget* widget;
        QLabel* glyph;
        QLineEdit* name;
        QLabel* price;
        QToolButton* remove;
    };

    /// In the order of the columns.
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    [[nodiscard]] QComboBox* newType() const { return m_new; }

    [[nodiscard]] QLineEdit* factor() const { return m_factor; }

    [[nodiscard]] QPushButton* addButton() const { return m_add; }

Q_SIGNALS:
    void told(const QString& sentence);
    void pricesRequested();

private:
    void makeAdding(QVBoxLayout& layout);
    void refresh();
    void makeRows();
    void rename(std::size_t row);
    void add();

    WorkloadDocument& m_document;
    const Theme& m_theme;
    TypePrices m_prices;
    std::vector<std::string> m_types;
    std::vector<Row> m_rows;
    QVBoxLayout* m_list;
    QLabel* m_source;
    QComboBox* m_new = nullptr;
    QComboBox* m_like = nullptr;
    QLineEdit* m_factor = nullptr;
    QPushButton* m_add = nullptr;
};

} // namespace hscope::app
