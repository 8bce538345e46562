// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/breakdown_panel.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/gpu_truth_panel.h"
#include "app/widgets/main_window.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/table_header.h"
#include "simulator/io/documents.h"
#include "tests/app/schedule_fixture.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/temp_folder.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStyleOptionMenuItem>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <functional>

namespace {

using namespace hscope::app;
using hscope::test::kTinyTrace;
using hscope::test::TempFolder;

/// Everything on the screen that has a text, and the width that the text gets.
class CutTexts
{
public:
    explicit CutTexts(MainWindow& window)
        : m_window(window)
    {
    }

    QStringList find()
    {
        for (const QWidget* widget : m_window.findChildren<QWidget*>()) {
            if (!widget->isVisible()) {
                continue;
            }
            if (const auto* label = qobject_cast<const QLabel*>(widget)) {
                checkLabel(*label);
            } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                checkButton(*button);
            } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
                check(*box, box->currentText(), box->width() - 36);
            } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
                checkTabs(*tabs);
            } else if (const auto* header = qobject_cast<const TableHeader*>(widget)) {
                checkHeader(*header);
            }
        }
        checkMenus();
        return m_cut;
    }

    [[nodiscard]] int checked() const { return m_checked; }

private:
    void check(const QWidget& widget, const QString& text, int available)
    {
        if (text.isEmpty()) {
            return;
        }
        ++m_checked;
        const int needed = widget.fontMetrics().horizontalAdvance(text);
        if (needed > available) {
            m_cut.append(QStringLiteral("%1 '%2' needs %3 and has %4")
                             .arg(QLatin1String(widget.metaObject()->className()), text)
                             .arg(needed)
                             .arg(available));
        }
    }

    void checkLabel(const QLabel& label)
    {
        if (qobject_cast<const ElidedLabel*>(&label) != nullptr || label.text().isEmpty()) {
            return; // Cut on purpose; the tool tip has it all.
        }
        if (label.wordWrap()) {
            ++m_checked;
            const QRect needed = label.fontMetrics().boundingRect(
                QRect(0, 0, label.contentsRect().width(), 10000), Qt::TextWordWrap, label.text());
            if (needed.height() > label.contentsRect().height() + 1 ||
                needed.width() > label.contentsRect().width()) {
                m_cut.append(u"wrapped label '" + label.text() + u"'");
            }
            return;
        }
        check(label, label.text(), label.contentsRect().width());
        if (label.fontMetrics().height() > label.contentsRect().height() + 2) {
            m_cut.append(u"label '" + label.text() + u"' is not high enough");
        }
    }

    void checkButton(const QAbstractButton& button)
    {
        const auto* tool = qobject_cast<const QToolButton*>(&button);
        const bool iconOnly = tool != nullptr && !tool->icon().isNull() &&
                              tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
        if (!iconOnly) {
            QString text = button.text();
            check(button, text.remove(u'&'), button.width() - 4);
        } else if (button.accessibleName().isEmpty() && button.text().isEmpty() &&
                   button.toolTip().isEmpty()) {
            m_cut.append(QStringLiteral("a button without any name"));
        }
    }

    void checkTabs(const QTabBar& tabs)
    {
        for (int i = 0; i < tabs.count(); ++i) {
            const QWidget* extra = tabs.tabButton(i, QTabBar::RightSide);
            check(tabs, tabs.tabText(i),
                  tabs.tabRect(i).width() - (extra != nullptr ? extra->width() : 0));
        }
        if (tabs.count() > 0 && tabs.tabRect(tabs.count() - 1).right() > tabs.width()) {
            m_cut.append(QStringLiteral("tabs do not fit"));
        }
    }

    void checkHeader(const TableHeader& header)
    {
        for (int section = 0; section < header.count(); ++section) {
            if (header.isSectionHidden(section)) {
                continue;
            }
            ++m_checked;
            if (header.sectionSize(section) < header.neededWidth(section)) {
                m_cut.append(u"header '" +
                             header.model()->headerData(section, Qt::Horizontal).toString() + u"'");
            }
        }
        if (header.length() > header.viewport()->width()) {
            m_cut.append(QStringLiteral("the table is %1 wide and has %2")
                             .arg(header.length())
                             .arg(header.viewport()->width()));
        }
    }

    void checkMenus()
    {
        const QMenuBar* bar = m_window.menuBar();
        for (QAction* action : bar->actions()) {
            QString title = action->text();
            check(*bar, title.remove(u'&'), bar->actionGeometry(action).width());
            QMenu* menu = action->menu();
            menu->ensurePolished();
            menu->adjustSize();
            for (QAction* entry : menu->actions()) {
                QString text = entry->text();
                check(*menu, text.remove(u'&'), menu->actionGeometry(entry).width());
            }
        }
    }

    MainWindow& m_window;
    QStringList m_cut;
    int m_checked = 0;
};

/// The text colour against the colour that lies behind the widget as it was painted.
QStringList findPaleTexts(MainWindow& window)
{
    QStringList pale;
    const QImage image = window.grab().toImage();
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (!widget->isVisible() || !widget->isEnabled() ||
            (label == nullptr && button == nullptr)) {
            continue;
        }
        const QString text = label != nullptr ? label->text() : button->text();
        // A corner inside the border shows the ground and no letter.
        const QPoint corner = widget->mapTo(&window, QPoint(widget->width() / 2, 2));
        if (text.isEmpty() || !image.rect().contains(corner) || widget->height() < 12) {
            continue;
        }
        const QColor ground = image.pixelColor(corner);
        const QColor color = widget->palette().color(widget->foregroundRole());
        if (contrastRatio(color, ground) < 4.5) {
            pale.append(QStringLiteral("'%1': %2 on %3 is %4")
                            .arg(text, color.name(), ground.name())
                            .arg(contrastRatio(color, ground)));
        }
    }
    return pale;
}

/// Opens a scenario and waits until all schedulers and a timeline are there.
void openScenario(MainWindow& window, const TempFolder& folder)
{
    const auto cluster = folder.write("c.json", hscope::sim::toJson(hscope::test::paperCluster()));
    QVERIFY(!cluster.empty());
    window.openFile(
        toPathText(folder.write("w.json", hscope::sim::toJson(hscope::test::heavyWorkload()))));
    ScheduleSession& session = window.session();
    QTRY_VERIFY_WITH_TIMEOUT(session.problem() && !session.isRunning(), 60000);
    // One that differs from the first: two timelines.
    for (std::size_t i = 1; i < session.entries().size(); ++i) {
        if (session.entries()[i].hasSchedule()) {
            session.select(i);
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        window.schedulesPage()->timeline()->model().document().store() != nullptr, 60000);
}

/// What `find` still finds once all layouts have followed changed texts; they do so with events,
/// late on a loaded machine.
template <typename Find>
QStringList settled(Find find)
{
    constexpr int kMostTries = 200;
    QStringList problems = find();
    for (int i = 0; i < kMostTries && !problems.isEmpty(); ++i) {
        QTest::qWait(20);
        problems = find();
    }
    return problems;
}

void verifyNone(const QStringList& problems)
{
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

} // namespace

class tst_Labels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void nothingIsCutAndEverythingIsReadable_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("page");
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            const char* theme = mode == Theme::Mode::Dark ? "dark" : "light";
            for (const QSize& size : {QSize(1280, 800), QSize(2560, 1440)}) {
                for (const MainWindow::Page page :
                     {MainWindow::Page::Start, MainWindow::Page::Loading, MainWindow::Page::Failure,
                      MainWindow::Page::Trace, MainWindow::Page::Workload,
                      MainWindow::Page::Schedules}) {
                    QTest::addRow("%s, %d wide, page %d", theme, size.width(),
                                  static_cast<int>(page))
                        << static_cast<int>(mode) << size << static_cast<int>(page);
                }
            }
        }
    }

    void nothingIsCutAndEverythingIsReadable()
    {
        QFETCH(int, mode);
        QFETCH(QSize, size);
        QFETCH(int, page);
        const TempFolder folder;
        QSettings settings(toPathText(folder.path("settings.ini")), QSettings::IniFormat);
        Theme theme(settings);
        theme.setMode(static_cast<Theme::Mode>(mode));
        MainWindow window(settings, theme, QStringLiteral("/example.json"));
        window.recentFiles().add(QStringLiteral("/data/a_trace_that_was_deleted.json"));
        window.setBundled({folder.path("scenarios"), {}});
        window.resize(size);
        window.show();
        window.openFile(
            toPathText(folder.write("cut.json", kTinyTrace.substr(0, kTinyTrace.size() - 60))));
        TraceDocument& document = window.document();
        QTRY_COMPARE(document.state(), TraceDocument::State::Ready);
        QTRY_VERIFY(document.breakdown() != nullptr);
        document.select(hscope::core::SliceId(
            static_cast<std::uint32_t>(document.store()->slices().size() - 1)));
        QTRY_VERIFY(window.detailsPanel()->isComplete());
        if (static_cast<MainWindow::Page>(page) == MainWindow::Page::Failure) {
            window.openFile(toPathText(folder.path("gone.json")));
            QTRY_COMPARE(document.state(), TraceDocument::State::Failed);
        }
        if (static_cast<MainWindow::Page>(page) == MainWindow::Page::Schedules) {
            openScenario(window, folder);
        }
        window.showPage(static_cast<MainWindow::Page>(page));
        QTest::qWait(50);
        const auto findCut = [&window] { return CutTexts(window).find(); };
        const auto findPale = [&window] { return findPaleTexts(window); };
        verifyNone(settled(findCut));
        CutTexts texts(window);
        verifyNone(texts.find());
        QVERIFY2(texts.checked() > 30, qPrintable(QString::number(texts.checked())));
        verifyNone(settled(findPale));
        if (static_cast<MainWindow::Page>(page) == MainWindow::Page::Trace) {
            AnalysisDock& dock = *window.analysisDock();
            const std::vector<std::function<void()>> tabs = {
                [&] { dock.showGpuTruth(); }, [&] { dock.gpuTruthPanel()->showTable(DeviceTable); },
                [&] { dock.showTransitions(); }, [&] { dock.showDiagnostics(); }};
            for (const auto& showTab : tabs) {
                showTab();
                verifyNone(settled(findCut));
                verifyNone(settled(findPale));
            }
        }
    }
};

QTEST_MAIN(tst_Labels)
#include "tst_labels.moc"
