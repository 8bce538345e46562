// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/scenario_files.h"
#include "app/widgets/main_window.h"
#include "app/widgets/screenshots.h"
#include "app/widgets/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <optional>

namespace {

using hscope::app::MainWindow;
using hscope::app::Theme;

constexpr int kUsageError = 2;

struct Options
{
    QStringList files;
    QString screenshotFolder;
    QString calibration;
    std::optional<Theme::Mode> theme;
    bool quitAfterPaint = false;
};

void print(std::FILE* stream, const QString& line)
{
    std::fprintf(stream, "%s\n", qPrintable(line));
}

QString tr(const char* text)
{
    return QCoreApplication::translate("main", text);
}

/// Quits as soon as a window was painted: what the budget for the start time measures.
class FirstPaint final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && watched->isWidgetType()) {
            QTimer::singleShot(0, qApp, &QCoreApplication::quit);
        }
        return QObject::eventFilter(watched, event);
    }
};

/// Reads the command line; an exit code instead of options if there is nothing more to do.
struct ParseResult
{
    std::optional<Options> options;
    int exitCode = 0;
};

ParseResult parseArguments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        tr("Shows where training time goes: timeline and breakdown of a trace."));
    parser.addPositionalArgument(QStringLiteral("FILE"), tr("The trace to open."),
                                 QStringLiteral("[FILE]"));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     tr("Prints the version."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  tr("Prints this help."));
    const QCommandLineOption theme(QStringLiteral("theme"),
                                   tr("Shows the window light, dark or as the system does."),
                                   QStringLiteral("light|dark|system"));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        tr("Renders the windows for FILE, or for the example, into PNG files in DIR and exits."),
        QStringLiteral("DIR"));
    const QCommandLineOption calibration(
        QStringLiteral("calibration"),
        tr("Corrects with this calibration, as hscope calibrate writes it, wherever it fits."),
        QStringLiteral("JSON"));
    const QCommandLineOption quitAfterPaint(QStringLiteral("quit-after-paint"),
                                            tr("Exits after the first paint; for measuring."));
    parser.addOptions({version, help, theme, calibration, screenshot, quitAfterPaint});
    if (!parser.parse(arguments)) {
        print(stderr, tr("%1; see heteroscope --help.").arg(parser.errorText()));
        return {std::nullopt, kUsageError};
    }
    if (parser.isSet(help)) {
        std::fputs(qPrintable(parser.helpText()), stdout);
        return {};
    }
    if (parser.isSet(version)) {
        print(stdout, QStringLiteral("heteroscope " HSCOPE_VERSION));
        return {};
    }
    Options options;
    options.files = parser.positionalArguments();
    options.screenshotFolder = parser.value(screenshot);
    options.calibration = parser.value(calibration);
    options.quitAfterPaint = parser.isSet(quitAfterPaint);
    if (parser.isSet(theme)) {
        const QString name = parser.value(theme);
        const QStringList names = {QStringLiteral("system"), QStringLiteral("light"),
                                   QStringLiteral("dark")};
        if (!names.contains(name)) {
            print(stderr, tr("--theme takes light, dark or system, not %1.").arg(name));
            return {std::nullopt, kUsageError};
        }
        options.theme = static_cast<Theme::Mode>(names.indexOf(name));
    }
    return {options, 0};
}

/// The trace that comes with the program, in the build tree or installed; empty if it is not there.
QString findExample()
{
    const QDir folder(QCoreApplication::applicationDirPath());
    for (const QString& path : {QStringLiteral("../resources/examples/example.json.gz"),
                                QStringLiteral("../share/heteroscope/examples/example.json.gz")}) {
        const QFileInfo info(folder.filePath(path));
        if (info.exists()) {
            return info.canonicalFilePath();
        }
    }
    return {};
}

int runScreenshots(MainWindow& window, Theme& theme, const Options& options, const QString& example)
{
    const QString path = options.files.isEmpty() ? example : options.files.first();
    if (path.isEmpty()) {
        print(stderr, tr("There is no example here: name a file to render."));
        return 1;
    }
    const auto result = hscope::app::takeScreenshots(window, theme, options.screenshotFolder, path);
    for (const QString& file : result.files) {
        print(stdout, file);
    }
    if (!result.error.isEmpty()) {
        print(stderr, result.error);
        return 1;
    }
    return 0;
}

int runWindow(MainWindow& window, const Options& options)
{
    FirstPaint firstPaint;
    if (options.quitAfterPaint) {
        qApp->installEventFilter(&firstPaint);
    }
    window.show();
    if (!options.files.isEmpty()) {
        QList<QUrl> urls;
        for (const QString& file : options.files) {
            urls.append(QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath()));
        }
        QTimer::singleShot(0, &window, [&window, urls] { window.openUrls(urls); });
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("Heteroscope"));
    QCoreApplication::setApplicationName(QStringLiteral("heteroscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HSCOPE_VERSION));

    ParseResult parsed;
    {
        // Version and help work without a display.
        const QCoreApplication arguments(argc, argv);
        parsed = parseArguments(QCoreApplication::arguments());
    }
    if (!parsed.options) {
        return parsed.exitCode;
    }
    const Options& options = *parsed.options;
    const bool screenshots = !options.screenshotFolder.isEmpty();
    if (screenshots && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }

    const QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("org.heteroscope.Heteroscope"));
    // Pictures must not depend on the user's settings, nor change them.
    const QTemporaryDir scratch;
    QSettings own;
    QSettings blank(scratch.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    QSettings& settings = screenshots ? blank : own;
    Theme theme(settings);
    if (options.theme) {
        theme.overrideMode(*options.theme);
    }
    const QString example = findExample();
    MainWindow window(settings, theme, example);
    window.setBundled(hscope::app::bundledFiles());
    if (!options.calibration.isEmpty()) {
        const QString fault = window.document().correction().openCalibration(
            QFileInfo(options.calibration).absoluteFilePath());
        if (!fault.isEmpty()) {
            print(stderr, fault);
            return 1;
        }
    }
    if (!screenshots) {
        window.setUserFolder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    }
    return screenshots ? runScreenshots(window, theme, options, example)
                       : runWindow(window, options);
}
