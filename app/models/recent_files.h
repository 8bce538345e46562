// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>

class QSettings;

namespace hscope::app {

/// The files that were opened last, newest first, kept in the settings.
class RecentFiles : public QObject
{
    Q_OBJECT

public:
    static constexpr int kLimit = 10;

    /// `settings` must outlive this object.
    explicit RecentFiles(QSettings& settings, QObject* parent = nullptr);

    /// Absolute paths; some may have vanished since.
    [[nodiscard]] const QStringList& files() const { return m_files; }

    /// Moves `path` to the front.
    void add(const QString& path);
    void remove(const QString& path);
    void clear();

    /// Small pictures of a trace for light and dark windows.
    struct Thumbnails
    {
        QImage light;
        QImage dark;
    };

    /// Keeps them in the cache for as long as the file is in the list. Null ones remove it.
    void setThumbnails(const QString& path, const Thumbnails& thumbnails);
    /// Null if there are none.
    [[nodiscard]] Thumbnails thumbnails(const QString& path) const;

Q_SIGNALS:
    void changed();

private:
    void setFiles(const QStringList& files);

    [[nodiscard]] QString thumbnailPath(const QString& path, const char* theme) const;

    QSettings& m_settings;
    QStringList m_files;
};

} // namespace hscope::app
