// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

#include <array>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QRadioButton;

namespace hscope::app {

class TraceDocument;

/// How overhead is taken out of the trace: what of it, by which measurement, and how well that is
/// known. Every change applies at once.
class CorrectionPanel final : public QFrame
{
    Q_OBJECT

public:
    explicit CorrectionPanel(TraceDocument& document, QWidget* parent = nullptr);

    /// In the order of CorrectionMode.
    [[nodiscard]] const std::array<QRadioButton*, 3>& modes() const { return m_modes; }

    /// One per choice of the correction.
    [[nodiscard]] const std::vector<QRadioButton*>& choices() const { return m_choices; }

    [[nodiscard]] QPushButton* openButton() const { return m_open; }

    /// What was taken out, or why nothing can be; below it, what was not, and what tell() said.
    [[nodiscard]] QString message() const;

    /// Says why a file is of no use, until something else happens.
    void tell(const QString& sentence);

    /// Shows the panel below `anchor`, with the focus on the mode in effect.
    void popupBelow(const QWidget& anchor);

private:
    void makeModes(QGridLayout& grid);
    void makeChoices();
    void refresh();
    void refreshMessage();

    TraceDocument& m_document;
    std::array<QRadioButton*, 3> m_modes{};
    QWidget* m_choiceRows = nullptr;
    std::vector<QRadioButton*> m_choices;
    QStringList m_choiceTexts; ///< What the rows were made for.
    QPushButton* m_open;
    QLabel* m_message;
    QLabel* m_warning;
    QString m_told;
};

} // namespace hscope::app
