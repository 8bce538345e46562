// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/correction_panel.h"

#include "app/models/correction_text.h"
#include "app/models/format.h"
#include "app/models/trace_document.h"
#include "app/widgets/theme.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kWidth = 400;
constexpr int kIndent = 27; ///< Of what is said about a choice: below its text.

QLabel* makeNote(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(fonts::small());
    label->setTextFormat(Qt::PlainText);
    label->setProperty("secondary", true);
    label->setWordWrap(true);
    label->setContentsMargins(kIndent, 0, 0, 4);
    return label;
}

QLabel* makeTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(fonts::bold());
    return label;
}

QWidget* makeRule(QWidget* parent)
{
    auto* rule = new QWidget(parent);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    rule->setFixedHeight(1);
    return rule;
}

} // namespace

CorrectionPanel::CorrectionPanel(TraceDocument& document, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_document(document)
    , m_open(new QPushButton(tr("Open calibration…"), this))
    , m_message(new QLabel(this))
    , m_warning(new QLabel(this))
{
    setObjectName(QStringLiteral("popover"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Correction of overhead"));
    auto* modes = new QGridLayout;
    modes->setSpacing(0);
    makeModes(*modes);
    m_choiceRows = new QWidget(this);
    new QVBoxLayout(m_choiceRows);
    for (QLabel* label : {m_message, m_warning}) {
        label->setFont(fonts::small());
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse); // There are commands in it.
    }
    m_warning->setProperty("warning", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(makeTitle(tr("Time that recording took"), this));
    layout->addLayout(modes);
    layout->addWidget(makeRule(this));
    layout->addWidget(makeTitle(tr("Cost of recording"), this));
    layout->addWidget(m_choiceRows);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    layout->addWidget(m_message);
    layout->addWidget(m_warning);
    setFixedWidth(kWidth);
    connect(&document.correction(), &TraceCorrection::changed, this, &CorrectionPanel::refresh);
    connect(&document, &TraceDocument::breakdownChanged, this, &CorrectionPanel::refreshMessage);
    refresh();
}

void CorrectionPanel::makeModes(QGridLayout& grid)
{
    struct Text
    {
        QString name;
        QString note;
    };

    const std::array<Text, 3> texts = {
        Text{tr("Leave it in"), tr("Everything is as it was recorded.")},
        Text{
            tr("Take it out of the breakdown"),
            tr("Operations and categories without it. The timeline shows where it was, and nothing "
               "moves.")},
        Text{tr("Take it out of the timeline, too"),
             tr("Everything moves up by what recording took before it.")}};
    auto* group = new QButtonGroup(this);
    for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
        const Text& text = texts[static_cast<std::size_t>(i)];
        auto* button = new QRadioButton(text.name, this);
        button->setAccessibleDescription(text.note);
        group->addButton(button);
        grid.addWidget(button, 2 * i, 0);
        grid.addWidget(makeNote(text.note, this), 2 * i + 1, 0);
        m_modes[static_cast<std::size_t>(i)] = button;
        connect(button, &QRadioButton::toggled, this, [this, i](bool checked) {
            if (checked) {
                m_told.clear();
                m_document.correction().setMode(static_cast<CorrectionMode>(i));
            }
        });
    }
}

void CorrectionPanel::makeChoices()
{
    const auto& choices = m_document.correction().choices();
    QStringList texts;
    for (const CorrectionChoice& choice : choices) {
        texts << choice.title << choice.quality << choice.refusal;
    }
    if (texts == m_choiceTexts) {
        return;
    }
    m_choiceTexts = texts;
    m_choices.clear();
    qDeleteAll(m_choiceRows->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete m_choiceRows->layout();
    auto* layout = new QVBoxLayout(m_choiceRows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const CorrectionChoice& choice = choices[i];
        auto* button = new QRadioButton(elideMiddle(choice.title, 48), m_choiceRows);
        button->setEnabled(choice.refusal.isEmpty());
        button->setToolTip(toolTipText(toPathText(choice.path)));
        const QString note = choice.refusal.isEmpty() ? choice.quality : choice.refusal;
        button->setAccessibleDescription(note);
        layout->addWidget(button);
        layout->addWidget(makeNote(note, m_choiceRows));
        m_choices.push_back(button);
        connect(button, &QRadioButton::toggled, this, [this, i](bool checked) {
            if (checked) {
                m_told.clear();
                m_document.correction().choose(i);
            }
        });
    }
}

void CorrectionPanel::refresh()
{
    const TraceCorrection& correction = m_document.correction();
    makeChoices();
    const bool canCorrect = correction.chosen().has_value();
    for (std::size_t i = 0; i < m_modes.size(); ++i) {
        m_modes[i]->setEnabled(canCorrect || i == 0);
    }
    m_modes[static_cast<std::size_t>(correction.mode())]->setChecked(true);
    if (correction.chosen()) {
        m_choices[*correction.chosen()]->setChecked(true);
    }
    refreshMessage();
}

void CorrectionPanel::refreshMessage()
{
    const TraceCorrection& correction = m_document.correction();
    const auto corrected = correction.breakdown();
    const QString obstacle = correction.obstacle();
    QStringList warnings = corrected ? leftOverTexts(*corrected) : QStringList();
    if (!m_told.isEmpty()) {
        warnings.prepend(m_told);
    }
    m_message->setText(corrected ? removedText(*corrected) : obstacle);
    m_message->setVisible(!m_message->text().isEmpty());
    m_warning->setText(warnings.join(u'\n'));
    m_warning->setVisible(!warnings.isEmpty());
    if (isVisible()) {
        adjustSize();
    }
}

QString CorrectionPanel::message() const
{
    return m_message->text() + u'\n' + m_warning->text();
}

void CorrectionPanel::tell(const QString& sentence)
{
    m_told = sentence;
    refreshMessage();
}

void CorrectionPanel::popupBelow(const QWidget& anchor)
{
    refresh();
    adjustSize();
    const QRect screen = anchor.screen()->availableGeometry();
    const QPoint below = anchor.mapToGlobal(QPoint(0, anchor.height() + 4));
    move(std::clamp(below.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         below.y());
    show();
    m_modes[static_cast<std::size_t>(m_document.correction().mode())]->setFocus();
}

} // namespace hscope::app
