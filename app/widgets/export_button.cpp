// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/export_button.h"

#include "app/widgets/icons.h"

#include <QFileDialog>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace hscope::app {

bool saveView(QWidget& view, const QString& path)
{
    if (!path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        return view.grab().save(path, "PNG");
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(view.size());
    generator.setViewBox(QRect(QPoint(), view.size()));
    generator.setTitle(view.accessibleName());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    view.render(&painter);
    painter.end();
    return file.commit();
}

bool saveText(const QString& text, const QString& path)
{
    QSaveFile file(path);
    const QByteArray content = text.toUtf8();
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() &&
           file.commit();
}

ExportButton::ExportButton(const Theme& theme, const QString& subject, QWidget* parent)
    : QToolButton(parent)
    , m_theme(theme)
    , m_menu(new QMenu(this))
{
    const QString text = tr("Export: %1").arg(subject);
    setToolTip(text);
    setAccessibleName(text);
    setIconSize(QSize(18, 18));
    setPopupMode(QToolButton::InstantPopup);
    setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    setMenu(m_menu);
    connect(&theme, &Theme::changed, this, &ExportButton::refreshIcon);
    refreshIcon();
}

void ExportButton::refreshIcon()
{
    setIcon(lineIcon(QStringLiteral("export"), m_theme.palette()));
}

void ExportButton::addPictures(QWidget& view, const QString& name)
{
    const auto add = [&](const QString& label, const QString& suffix, const QString& filter) {
        connect(m_menu->addAction(label), &QAction::triggered, this,
                [this, &view, file = QString(name + suffix), label, filter] {
                    QString plain = label;
                    plain.remove(u'…');
                    const QString path = QFileDialog::getSaveFileName(this, plain, file, filter);
                    if (!path.isEmpty() && !saveView(view, path)) {
                        Q_EMIT failed(
                            tr("%1 could not be written: choose another place.").arg(path));
                    }
                });
    };
    add(tr("PNG…"), QStringLiteral(".png"), tr("Images (*.png)"));
    add(tr("SVG…"), QStringLiteral(".svg"), tr("Drawings (*.svg)"));
}

void ExportButton::addText(const QString& label, const QString& fileName, const QString& filter,
                           std::function<QString()> content)
{
    connect(m_menu->addAction(label), &QAction::triggered, this,
            [this, label, fileName, filter, content = std::move(content)] {
                QString plain = label;
                plain.remove(u'…');
                const QString path = QFileDialog::getSaveFileName(this, plain, fileName, filter);
                if (!path.isEmpty() && !saveText(content(), path)) {
                    Q_EMIT failed(tr("%1 could not be written: choose another place.").arg(path));
                }
            });
}

} // namespace hscope::app
