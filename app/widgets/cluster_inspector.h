// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/theme.h"
#include "simulator/io/type_library.h"

#include <QWidget>

#include <map>

class QScrollArea;
class QStackedWidget;

namespace hscope::app {

class ClusterForm;
class ClusterTypeForm;
class ClusterWholeForm;
class InspectorHead;

/// What is selected, as fields; the whole cluster while nothing is.
class ClusterInspector final : public QWidget
{
    Q_OBJECT

public:
    ClusterInspector(ClusterDocument& document, const sim::TypeLibrary& library, const Theme& theme,
                     QWidget* parent = nullptr);

    /// The form that shows now.
    [[nodiscard]] ClusterForm* form() const { return m_form; }

    /// Puts the keyboard into the name of what is selected.
    void beginRename();
    /// Shows the whole cluster with the keyboard on its storage.
    void beginStorage();

Q_SIGNALS:
    void told(const QString& sentence);
    void canvasRequested();
    void linkRequested();
    void keepTypeRequested(const std::string& id);

private:
    template <typename Form>
    Form* addForm(Form* form);
    void refresh();
    void refreshHead();
    [[nodiscard]] QString subtitle(const sim::ClusterElement& element) const;

    ClusterDocument& m_document;
    InspectorHead* m_head;
    QStackedWidget* m_stack;
    std::map<sim::ClusterElement::Kind, ClusterForm*> m_forms;
    ClusterForm* m_several = nullptr;
    ClusterWholeForm* m_whole = nullptr;
    ClusterForm* m_form = nullptr;
};

} // namespace hscope::app
