// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_type_list.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/models/quantity.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/panel_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kGlyph = 9;
constexpr int kPriceWidth = 76;
constexpr int kNameLength = 40;

QPixmap glyphPixmap(const TypeAppearance& look, const Palette& palette, double ratio)
{
    QPixmap result(QSize(kGlyph + 1, kGlyph + 1) * ratio);
    result.setDevicePixelRatio(ratio);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    painter.setRenderHint(QPainter::Antialiasing);
    drawGlyph(painter, {(kGlyph + 1) / 2.0, (kGlyph + 1) / 2.0}, kGlyph, look.glyph,
              look.color(palette));
    return result;
}

} // namespace

WorkloadTypeList::WorkloadTypeList(WorkloadDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_list(new QVBoxLayout)
    , m_source(makeRemark({}, this))
{
    m_list->setSpacing(4);
    m_source->setWordWrap(true);
    auto* link = new QToolButton(this);
    link->setObjectName(QStringLiteral("link"));
    link->setText(tr("Edit prices on the Cluster page"));
    connect(link, &QToolButton::clicked, this, &WorkloadTypeList::pricesRequested);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(makeRule(Qt::Horizontal, this));
    layout->addWidget(makeHeading(tr("Resource types"), this));
    layout->addLayout(m_list);
    layout->addWidget(m_source);
    layout->addWidget(link, 0, Qt::AlignLeft);
    makeAdding(*layout);
    makeRows();
    connect(&document, &WorkloadDocument::changed, this, &WorkloadTypeList::refresh);
    connect(&theme, &Theme::changed, this, &WorkloadTypeList::refresh);
    refresh();
}

void WorkloadTypeList::makeAdding(QVBoxLayout& layout)
{
    m_new = new QComboBox(this);
    m_new->setEditable(true);
    m_new->setInsertPolicy(QComboBox::NoInsert);
    m_new->setAccessibleName(tr("Resource type to add"));
    m_new->lineEdit()->setPlaceholderText(tr("another type"));
    m_new->lineEdit()->setAcceptDrops(false);
    m_like = new QComboBox(this);
    m_like->setAccessibleName(tr("Type whose times it has"));
    m_like->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_like->setMinimumContentsLength(6);
    m_factor = new QLineEdit(QStringLiteral("1"), this);
    m_factor->setAccessibleName(tr("Times this"));
    m_factor->setToolTip(tr("Its times are those of the other type times this"));
    m_factor->setFixedWidth(48);
    m_factor->setAcceptDrops(false);
    m_add = new QPushButton(tr("Add"), this);
    m_add->setAccessibleName(tr("Add the resource type"));
    auto* as = new QHBoxLayout;
    as->setSpacing(6);
    const auto word = [this](const QString& text) {
        auto* label = new QLabel(text, this);
        label->setProperty("secondary", true);
        return label;
    };
    as->addWidget(word(tr("takes")));
    as->addWidget(m_like, 1);
    as->addWidget(word(QStringLiteral("×")));
    as->addWidget(m_factor);
    as->addWidget(m_add);
    layout.addWidget(m_new);
    layout.addLayout(as);
    connect(m_add, &QPushButton::clicked, this, &WorkloadTypeList::add);
    connect(m_factor, &QLineEdit::returnPressed, this, &WorkloadTypeList::add);
}

void WorkloadTypeList::setPrices(const TypePrices& prices)
{
    m_prices = prices;
    refresh();
}

void WorkloadTypeList::refresh()
{
    std::vector<std::string> types = profiledTypes(m_document.workload().layers);
    if (types != m_types) {
        m_types = std::move(types);
        makeRows();
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto usd = m_prices.usdPerHour(m_types[i]);
        m_rows[i].glyph->setPixmap(
            glyphPixmap(m_prices.appearance(m_types[i]), m_theme.palette(), devicePixelRatioF()));
        m_rows[i].price->setText(usd ? formatPrice(*usd) : tr("no price"));
        m_rows[i].remove->setIcon(lineIcon(QStringLiteral("close"), m_theme.palette()));
    }
    m_source->setText(tr("USD per unit: %1.").arg(m_prices.sentence()));
    const QString typed = m_new->currentText();
    m_new->clear();
    for (const sim::ResourceType& type : m_prices.types) {
        if (!std::ranges::binary_search(m_types, type.id)) {
            m_new->addItem(toText(type.id));
        }
    }
    m_new->setCurrentIndex(-1);
    m_new->setEditText(typed);
}

void WorkloadTypeList::makeRows()
{
    for (const Row& row : std::exchange(m_rows, {})) {
        row.name->disconnect(this); // It loses the keyboard now, and is not to be heard any more.
        row.widget->hide();
        row.widget->deleteLater(); // It may be the one that was pressed.
    }
    m_like->clear();
    for (std::size_t i = 0; i < m_types.size(); ++i) {
        const QString type = toText(m_types[i]);
        Row row{new QWidget(this), nullptr, nullptr, nullptr, nullptr};
        row.glyph = new QLabel(row.widget);
        row.name = new QLineEdit(type, row.widget);
        row.name->setAccessibleName(tr("Name of the type %1").arg(type));
        row.name->setAcceptDrops(false);
        row.price = new QLabel(row.widget);
        row.price->setFont(fonts::number());
        row.price->setFixedWidth(kPriceWidth);
        row.price->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.remove = new QToolButton(row.widget);
        row.remove->setAccessibleName(tr("Remove the type %1").arg(type));
        row.remove->setToolTip(toolTipText(tr("Layers cannot run on %1 any more").arg(type)));
        auto* layout = new QHBoxLayout(row.widget);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(8);
        layout->addWidget(row.glyph);
        layout->addWidget(row.name, 1);
        layout->addWidget(row.price);
        layout->addWidget(row.remove);
        m_list->addWidget(row.widget);
        connect(row.name, &QLineEdit::editingFinished, this, [this, i] { rename(i); });
        connect(row.remove, &QToolButton::clicked, this, [this, i] {
            const std::string removed = m_types[i];
            m_document.edit(withoutType(m_document.workload(), removed),
                            tr("remove type %1").arg(elideMiddle(toText(removed), kNameLength)));
        });
        m_rows.push_back(row);
        m_like->addItem(type, type);
    }
    m_like->addItem(tr("no time yet"), QString());
}

void WorkloadTypeList::rename(std::size_t row)
{
    QLineEdit& field = *m_rows[row].name;
    if (!field.isModified()) {
        return;
    }
    field.setModified(false);
    const std::string type = m_types[row];
    const auto after =
        withTypeRenamed(m_document.workload(), type, field.text().trimmed().toStdString());
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        field.setText(toText(type));
        return;
    }
    m_document.edit(*after, tr("rename type %1").arg(elideMiddle(toText(type), kNameLength)));
}

void WorkloadTypeList::add()
{
    const std::string type = m_new->currentText().trimmed().toStdString();
    const auto factor = parseQuantity(m_factor->text(), Quantity::Number);
    if (type.empty() || std::ranges::binary_search(m_types, type)) {
        Q_EMIT told(type.empty() ? tr("Choose or write the type to add first.")
                                 : tr("%1 is there already.").arg(m_new->currentText()));
        m_new->setFocus();
        return;
    }
    if (!factor || *factor < 0) {
        Q_EMIT told(tr("“%1” is no number of at least 0.").arg(elideMiddle(m_factor->text(), 20)));
        m_factor->setFocus();
        return;
    }
    m_new->setEditText({});
    m_document.edit(withType(m_document.workload(), type,
                             m_like->currentData().toString().toStdString(), *factor),
                    tr("add type %1").arg(elideMiddle(toText(type), kNameLength)));
}

} // namespace hscope::app
