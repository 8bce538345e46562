// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/type_appearance.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace hscope::app {

namespace {

/// Ids in the order of Palette::resources.
constexpr std::array<std::string_view, 5> kNamed = {"cpu-core", "v100", "a100-40", "t4", "xpu"};

QString tr(const char* text)
{
    return QCoreApplication::translate("TypeAppearance", text);
}

} // namespace

TypeGlyph glyphOf(sim::DeviceKind kind)
{
    switch (kind) {
    case sim::DeviceKind::Gpu:
        return TypeGlyph::Square;
    case sim::DeviceKind::Xpu:
        return TypeGlyph::Diamond;
    case sim::DeviceKind::Cpu:
        break;
    }
    return TypeGlyph::Circle;
}

TypeAppearance appearanceOf(const sim::ResourceType& type)
{
    TypeAppearance look{toText(type.id), glyphOf(type.kind), std::nullopt};
    const auto named = std::ranges::find(kNamed, std::string_view(type.id));
    if (named != kNamed.end()) {
        look.slot = static_cast<std::size_t>(named - kNamed.begin());
    }
    return look;
}

TypeAppearance appearanceOf(const sim::Cluster& cluster, std::string_view id)
{
    const auto type = std::ranges::find(cluster.resourceTypes, id, &sim::ResourceType::id);
    if (type != cluster.resourceTypes.end()) {
        return appearanceOf(*type);
    }
    return {toText(id), TypeGlyph::Circle, std::nullopt};
}

QString typeCaption(const sim::Cluster& cluster, std::size_t type)
{
    const sim::ResourceType& resource = cluster.resourceTypes[type];
    const QString name =
        elideMiddle(toText(resource.name.empty() ? resource.id : resource.name).simplified(), 28);
    const auto limit = sim::unitLimit(cluster, type);
    return limit ? tr("%1, limit %2").arg(name, formatCount(*limit)) : name;
}

QColor tinted(const TypeAppearance& type, const Palette& palette, double tint)
{
    return blended(type.color(palette), palette.canvas, tint);
}

} // namespace hscope::app
