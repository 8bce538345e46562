// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recent_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace hscope::app {

namespace {

constexpr const char* kLight = "light";
constexpr const char* kDark = "dark";

QString settingsKey()
{
    return QStringLiteral("recentFiles");
}

} // namespace

RecentFiles::RecentFiles(QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_files(settings.value(settingsKey()).toStringList().mid(0, kLimit))
{
}

void RecentFiles::add(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = m_files;
    files.removeAll(absolute);
    files.prepend(absolute);
    setFiles(files.mid(0, kLimit));
}

void RecentFiles::remove(const QString& path)
{
    QStringList files = m_files;
    files.removeAll(path);
    setFiles(files);
}

void RecentFiles::clear()
{
    setFiles({});
}

QString RecentFiles::thumbnailPath(const QString& path, const char* theme) const
{
    // Settings in a file of their own, as tests and pictures have, keep everything beside them.
    const QString folder = m_settings.organizationName().isEmpty()
                               ? QFileInfo(m_settings.fileName()).absolutePath()
                               : QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    const QByteArray name =
        QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("%1/thumbnails/%2-%3.png")
        .arg(folder, QString::fromLatin1(name), QLatin1String(theme));
}

void RecentFiles::setThumbnails(const QString& path, const Thumbnails& thumbnails)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const auto write = [&](const QImage& image, const char* theme) {
        const QString file = thumbnailPath(absolute, theme);
        QFile::remove(file);
        // A cache that cannot be written costs a picture, nothing else.
        if (!image.isNull() && QDir().mkpath(QFileInfo(file).absolutePath())) {
            image.save(file, "PNG");
        }
    };
    write(thumbnails.light, kLight);
    write(thumbnails.dark, kDark);
    Q_EMIT changed();
}

RecentFiles::Thumbnails RecentFiles::thumbnails(const QString& path) const
{
    return {QImage(thumbnailPath(path, kLight)), QImage(thumbnailPath(path, kDark))};
}

void RecentFiles::setFiles(const QStringList& files)
{
    for (const QString& path : m_files) {
        if (!files.contains(path)) {
            QFile::remove(thumbnailPath(path, kLight));
            QFile::remove(thumbnailPath(path, kDark));
        }
    }
    if (files != m_files) {
        m_files = files;
        m_settings.setValue(settingsKey(), m_files);
        Q_EMIT changed();
    }
}

} // namespace hscope::app
