// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>
#include <QSet>
#include <QStringList>

namespace hscope::app {

/// The schedulers of a ScheduleTableModel with a check box each: which of them are to be run.
/// Placements that were opened, trained or made by hand have none.
class RunChoiceModel final : public QIdentityProxyModel
{
    Q_OBJECT

public:
    explicit RunChoiceModel(QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Names of the checked schedulers, in the model's order.
    [[nodiscard]] QStringList chosen() const;
    void choose(const QStringList& schedulers);
    void chooseAll(bool chosen);

Q_SIGNALS:
    void choiceChanged();

private:
    [[nodiscard]] bool canRun(const QModelIndex& index) const;

    QSet<QString> m_chosen;
};

} // namespace hscope::app
