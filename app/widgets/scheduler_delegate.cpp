// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/scheduler_delegate.h"

#include "app/models/format.h"
#include "app/models/schedule_table_model.h"
#include "app/widgets/icons.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kMargin = 12;
constexpr int kIcon = 16;
constexpr int kGap = 8;
constexpr int kBox = 14;

struct Mark
{
    QString icon;
    QColor color;
};

Mark markOf(ScheduleEntry::State state, const Palette& palette)
{
    switch (state) {
    case ScheduleEntry::State::Done:
        return {QStringLiteral("check"), palette.ok};
    case ScheduleEntry::State::Running:
        return {QStringLiteral("running"), palette.accent};
    case ScheduleEntry::State::Infeasible:
        return {QStringLiteral("warning"), palette.warning};
    case ScheduleEntry::State::Failed:
        return {QStringLiteral("failed"), palette.error};
    case ScheduleEntry::State::Waiting:
        break;
    }
    return {QStringLiteral("waiting"), palette.secondaryText};
}

void paintBox(QPainter& painter, const QRect& box, bool isChecked, const Palette& palette)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isChecked ? palette.accent : palette.outline);
    painter.setBrush(isChecked ? palette.accent : palette.field);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (isChecked) {
        painter.drawPixmap(box.topLeft(),
                           linePixmap(QStringLiteral("check"), labelColor(palette.accent),
                                      box.width(), painter.device()->devicePixelRatioF()));
    }
    painter.restore();
}

} // namespace

SchedulerDelegate::SchedulerDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void SchedulerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const Palette& palette = m_theme.palette();
    painter->save();
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(option.rect, palette.selection);
        painter->fillRect(option.rect.left(), option.rect.top(), 2, option.rect.height(),
                          palette.accent);
    }
    if ((option.state & QStyle::State_HasFocus) &&
        (option.state & QStyle::State_KeyboardFocusChange)) {
        painter->setPen(palette.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QVariant checked = index.data(Qt::CheckStateRole);
    if (checked.isValid()) {
        paintBox(*painter, boxRect(option.rect), checked.toInt() == Qt::Checked, palette);
    }
    rect.setLeft(boxRect(option.rect).right() + 1 + kGap);
    const auto state =
        static_cast<ScheduleEntry::State>(index.data(ScheduleTableModel::StateRole).toInt());
    const Mark mark = markOf(state, palette);
    painter->drawPixmap(
        rect.right() + 1 - kIcon, rect.center().y() - kIcon / 2 + 1,
        linePixmap(mark.icon, mark.color, kIcon, painter->device()->devicePixelRatioF()));
    const QString name = elideMiddle(index.data().toString(), kMeasuredLength);
    painter->setFont(fonts::normal());
    painter->setPen(palette.text);
    const int room = rect.width() - kIcon - kGap;
    const QString shown = painter->fontMetrics().elidedText(name, Qt::ElideMiddle, room);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, shown);
    const int used = painter->fontMetrics().horizontalAdvance(shown) + kGap;
    painter->setFont(fonts::small());
    painter->setPen(palette.secondaryText);
    const QRect rest(rect.left() + used, rect.top(), std::max(0, room - used), rect.height());
    const QString summary =
        elideMiddle(index.data(ScheduleTableModel::SummaryRole).toString(), kMeasuredLength);
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(summary, Qt::ElideRight, rest.width()));
    painter->restore();
}

QSize SchedulerDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                                  const QModelIndex& /*index*/) const
{
    return {160, kRowHeight};
}

QRect SchedulerDelegate::boxRect(const QRect& row)
{
    return {row.left() + kMargin, row.center().y() - kBox / 2 + 1, kBox, kBox};
}

bool SchedulerDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                    const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QVariant checked = index.data(Qt::CheckStateRole);
    if (!checked.isValid()) {
        return false;
    }
    if (event->type() == QEvent::KeyPress) {
        if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space) {
            return false;
        }
    } else if (event->type() != QEvent::MouseButtonRelease ||
               !boxRect(option.rect)
                    .adjusted(-kMargin, -kBox, kGap / 2, kBox)
                    .contains(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        return false;
    }
    return model->setData(index, checked.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
                          Qt::CheckStateRole);
}

} // namespace hscope::app
