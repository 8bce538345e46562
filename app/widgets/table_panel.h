// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLineEdit;
class QSettings;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace hscope::app {

class TableFooter;
class TableHeader;

/// A table that sorts by its header, filters by a text, copies as TSV and exports as CSV. Ctrl+C is
/// the window's: it asks the panel that has the focus.
class TablePanel : public QWidget
{
    Q_OBJECT

public:
    /// `subject` names the content in the name of exported files, such as `breakdown`.
    TablePanel(TableModel& model, const Theme& theme, const QString& subject,
               QWidget* parent = nullptr);

    [[nodiscard]] QTableView* view() const { return m_view; }

    [[nodiscard]] QLineEdit* filterField() const { return m_filter; }

    /// A row of controls above the table; widgets put in at position 0 come before the filter.
    [[nodiscard]] QHBoxLayout* bar() const { return m_bar; }

    /// Restores which columns are shown, and in which order, and remembers every change. Columns go
    /// by their title in copies, since which of them there are depends on the trace. `settings`
    /// must outlive the panel.
    /// Columns in `hidden` do not show until somebody asks for them.
    void keepColumns(QSettings& settings, const std::vector<int>& hidden = {});
    /// Whether a column of the model is shown.
    void setColumnShown(int column, bool shown);

    void setFooter(const QStringList& texts);
    void sortBy(int column, Qt::SortOrder order);
    /// The column that takes the width that is left over.
    void setStretchColumn(int column);
    void fitColumns();

    /// Row of the model under the selection, -1 without one.
    [[nodiscard]] int selectedRow() const;
    void selectRow(int row);

    /// The selected rows, or all, as TSV.
    [[nodiscard]] QString copyText() const;
    void copy() const;
    void exportCsv();

Q_SIGNALS:
    void rowSelected(int row); ///< Row of the model; -1 when nothing is selected.
    void exportFailed(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeBar();
    [[nodiscard]] QString columnTitle(int column) const;
    void restoreColumns();
    void saveColumns() const;
    void showColumnMenu(QPoint position);
    void stretchColumn();
    void refreshIcons();

    TableModel& m_model;
    const Theme& m_theme;
    QString m_subject;
    int m_stretchColumn = 0;
    QSettings* m_settings = nullptr; ///< Null until keepColumns().
    bool m_isRestoring = false;
    bool m_isSizedByHand = false; ///< Widths that somebody chose stay until there is other data.
    QSortFilterProxyModel* m_proxy;
    QTableView* m_view;
    TableHeader* m_header;
    TableFooter* m_footer;
    QHBoxLayout* m_bar;
    QLineEdit* m_filter;
    QToolButton* m_copyButton;
    QToolButton* m_exportButton;
};

} // namespace hscope::app
