// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/cluster_card_button.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace hscope::app {

/// The cards that a cluster is drawn with: resource types, structure, templates.
class ClusterPalette final : public QWidget
{
    Q_OBJECT

public:
    ClusterPalette(ClusterDocument& document, const sim::TypeLibrary& library, const Theme& theme,
                   QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* filterField() const { return m_filter; }

    [[nodiscard]] ClusterCardButton* button(const ClusterCard& card) const;
    /// The library is another.
    void refresh();

Q_SIGNALS:
    void addRequested(const hscope::app::ClusterCard& card);
    void editRequested(const hscope::app::ClusterCard& card);
    void typeRequested(); ///< A new one.

private:
    void makeStructure(QVBoxLayout& column);
    void makeTemplates(QVBoxLayout& column);
    ClusterCardButton* addButton(const ClusterCard& card, const CardText& text);
    void applyFilter();
    void toggleAll();
    void refreshIcons();

    ClusterDocument& m_document;
    const sim::TypeLibrary& m_library;
    const Theme& m_theme;
    QLineEdit* m_filter;
    QToolButton* m_add;
    QLabel* m_priceDate;
    QToolButton* m_all; ///< Shows the types that have no room, or hides them.
    bool m_showsAll = false;
    QVBoxLayout* m_types;
    std::vector<sim::ResourceType> m_shown;
    std::vector<ClusterCardButton*> m_typeButtons;
    std::vector<ClusterCardButton*> m_otherButtons;
};

} // namespace hscope::app
