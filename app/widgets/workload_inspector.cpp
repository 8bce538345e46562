// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_inspector.h"

#include "app/models/format.h"
#include "app/widgets/cell_delegate.h"
#include "app/widgets/inspector_head.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/table_header.h"
#include "app/widgets/workload_type_list.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kWidth = 296;
constexpr int kRowHeight = 24;
constexpr int kFirstColumn = 96;
constexpr int kTableWidth = kWidth - 16; ///< Beside the scroll bar.
constexpr int kLeastColumn = 84;
constexpr int kNameLength = 60;

} // namespace

WorkloadInspector::WorkloadInspector(WorkloadDocument& document, const Theme& theme,
                                     QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_head(new InspectorHead(theme, this))
    , m_hint(new QLabel(tr("Select layers to see and to edit what they take on each resource "
                           "type. What is typed is for all that are selected."),
                        this))
    , m_form(new LayerForm(document, this))
    , m_profilePart(new QWidget(this))
    , m_table(new QTableView(m_profilePart))
    , m_types(new WorkloadTypeList(document, theme, this))
{
    makePanel(*this);
    setFixedWidth(kWidth);
    m_hint->setWordWrap(true);
    m_hint->setProperty("secondary", true);
    m_hint->setContentsMargins(12, 4, 12, 12);
    makeTable(theme);
    auto* content = new QWidget;
    makePanel(*content);
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(m_hint);
    parts->addWidget(m_form);
    parts->addWidget(m_profilePart);
    parts->addWidget(m_types);
    parts->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(scroll, 1);
    connect(m_form, &FieldForm::told, this, &WorkloadInspector::told);
    connect(m_form, &FieldForm::finished, this, &WorkloadInspector::finished);
    connect(m_types, &WorkloadTypeList::told, this, &WorkloadInspector::told);
    connect(m_types, &WorkloadTypeList::pricesRequested, this, &WorkloadInspector::pricesRequested);
    connect(&m_profiles, &WorkloadProfileModel::textEdited, this, &WorkloadInspector::applyProfile);
    connect(&document, &WorkloadDocument::changed, this, &WorkloadInspector::refresh);
    connect(&document, &WorkloadDocument::selectionChanged, this, &WorkloadInspector::refresh);
    refresh();
}

void WorkloadInspector::makeTable(const Theme& theme)
{
    auto* header = new TableHeader(theme, m_table);
    m_table->setHorizontalHeader(header);
    m_table->setModel(&m_profiles);
    m_table->setItemDelegate(new CellDelegate(theme, m_table));
    m_table->setAccessibleName(tr("Profiles of the selected layers"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(kRowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    auto* layout = new QVBoxLayout(m_profilePart);
    layout->setContentsMargins(4, 0, 0, 8);
    layout->setSpacing(4);
    layout->addWidget(makeRule(Qt::Horizontal, m_profilePart));
    auto* heading = makeHeading(tr("Profiles"), m_profilePart);
    heading->setContentsMargins(8, 4, 12, 0);
    layout->addWidget(heading);
    layout->addWidget(m_table);
}

void WorkloadInspector::setPrices(const TypePrices& prices)
{
    m_prices = prices;
    m_types->setPrices(prices);
    refresh();
}

void WorkloadInspector::refresh()
{
    const sim::Workload& workload = m_document.workload();
    const LayerSet& selection = m_document.selection();
    std::vector<sim::Layer> layers;
    layers.reserve(selection.size());
    for (const std::size_t layer : selection) {
        layers.push_back(workload.layers[layer]);
    }
    const std::vector<std::string> types = profiledTypes(workload.layers);
    const bool isAny = !layers.empty();
    m_profiles.setLayers(std::move(layers), types, m_prices,
                         workload.samplesPerEpoch * workload.epochs);
    const int count = static_cast<int>(types.size());
    const int each = count > 0 ? std::max(kLeastColumn, (kTableWidth - kFirstColumn) / count) : 0;
    for (int column = 0; column < m_profiles.columnCount(); ++column) {
        m_table->setColumnWidth(column, column == 0 ? kFirstColumn : each);
    }
    const bool scrolls = kFirstColumn + count * each > kTableWidth;
    m_table->setFixedHeight(kRowHeight * (WorkloadProfileModel::RowCount + 1) + (scrolls ? 14 : 2));
    m_form->refresh();
    m_form->setVisible(isAny);
    m_profilePart->setVisible(isAny && count > 0);
    m_hint->setVisible(!isAny);
    refreshHead();
}

void WorkloadInspector::refreshHead()
{
    const sim::Workload& workload = m_document.workload();
    const LayerSet& selection = m_document.selection();
    const QString icon = QStringLiteral("workload");
    const QString layers =
        formatCounted(std::ssize(workload.layers), tr("1 layer"), tr("%1 layers"));
    if (selection.empty()) {
        m_head->show({}, icon, elideMiddle(toText(workload.name), kNameLength),
                     tr("%1, nothing is selected").arg(layers));
    } else if (selection.size() > 1) {
        m_head->show({}, icon, tr("%1 layers").arg(formatCount(std::ssize(selection))),
                     tr("what is changed here is changed for all"));
    } else {
        const sim::Layer& layer = workload.layers[*selection.begin()];
        m_head->show({}, icon, elideMiddle(toText(layer.name), kNameLength),
                     tr("layer %1 of %2, %3")
                         .arg(formatCount(static_cast<std::int64_t>(*selection.begin()) + 1),
                              formatCount(std::ssize(workload.layers)),
                              elideMiddle(toText(layer.type), kNameLength)));
    }
}

void WorkloadInspector::beginRename()
{
    QLineEdit* field = m_form->field(LayerField::Name);
    field->setFocus(Qt::OtherFocusReason);
    field->selectAll();
}

void WorkloadInspector::applyProfile(const LayerValue& value, const QString& text)
{
    const LayerSet& layers = m_document.selection();
    const auto after = withText(m_document.workload(), layers, value, text);
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        return;
    }
    m_document.edit(*after, formatCounted(std::ssize(layers), tr("change %2 of a layer"),
                                          tr("change %2 of %1 layers"))
                                .replace(QStringLiteral("%2"), documentName(value)));
}

} // namespace hscope::app
