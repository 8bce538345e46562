// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace hscope::app {

namespace {

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

void RecentFiles::setFiles(const QStringList& files)
{
    if (files != m_files) {
        m_files = files;
        m_settings.setValue(settingsKey(), m_files);
        Q_EMIT changed();
    }
}

} // namespace hscope::app
