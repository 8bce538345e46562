// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/theme.h"
#include "app/widgets/two_line_button.h"

#include <QWidget>

#include <string>
#include <vector>

class QVBoxLayout;

namespace hscope::app {

/// The links of one server or switch; pressing one selects it.
class ClusterLinkList final : public QWidget
{
    Q_OBJECT

public:
    ClusterLinkList(ClusterDocument& document, const Theme& theme, QWidget* parent = nullptr);

    void show(const std::string& place);

Q_SIGNALS:
    void linkRequested(); ///< A new one.

private:
    ClusterDocument& m_document;
    const Theme& m_theme;
    QVBoxLayout* m_rows;
    std::vector<TwoLineButton::Content> m_shown;
    std::vector<std::size_t> m_links;
};

} // namespace hscope::app
