// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/pixel_canvas.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>

namespace hscope::app {

QRgb mixed(QRgb from, QRgb to, double ratio)
{
    const auto mix = [ratio](int a, int b) {
        return static_cast<int>(std::lround(a + (b - a) * ratio));
    };
    return qRgb(mix(qRed(from), qRed(to)), mix(qGreen(from), qGreen(to)),
                mix(qBlue(from), qBlue(to)));
}

PixelCanvas::PixelCanvas(QImage& image)
    : m_bits(nullptr)
    , m_stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)))
    , m_width(image.width())
    , m_height(image.height())
{
    HSCOPE_CHECK(image.isNull() || image.format() == QImage::Format_RGB32);
    // bits() is aligned to 32 bits by QImage's contract.
    m_bits = static_cast<QRgb*>(static_cast<void*>(image.bits()));
}

PixelRect PixelCanvas::clipped(PixelRect rect) const
{
    return {std::max(rect.x0, 0), std::max(rect.y0, 0), std::min(rect.x1, m_width),
            std::min(rect.y1, m_height)};
}

void PixelCanvas::fill(PixelRect rect, QRgb color)
{
    const PixelRect inner = clipped(rect);
    if (inner.x0 >= inner.x1) {
        return;
    }
    for (int y = inner.y0; y < inner.y1; ++y) {
        std::fill(line(y) + inner.x0, line(y) + inner.x1, color);
    }
}

void PixelCanvas::fillColumns(int x, int y0, int y1, std::span<const QRgb> colors)
{
    const PixelRect inner = clipped({x, y0, x + static_cast<int>(colors.size()), y1});
    if (inner.x0 >= inner.x1) {
        return;
    }
    const auto part = colors.subspan(static_cast<std::size_t>(inner.x0 - x),
                                     static_cast<std::size_t>(inner.x1 - inner.x0));
    for (int y = inner.y0; y < inner.y1; ++y) {
        std::copy(part.begin(), part.end(), line(y) + inner.x0);
    }
}

void PixelCanvas::softenCorner(int x, int y, QRgb outside)
{
    if (x >= 0 && x < m_width && y >= 0 && y < m_height) {
        line(y)[x] = mixed(line(y)[x], outside, 0.55);
    }
}

void PixelCanvas::fillRounded(PixelRect rect, QRgb color)
{
    const auto below = [this](int x, int y) {
        const bool inside = x >= 0 && x < m_width && y >= 0 && y < m_height;
        return inside ? line(y)[x] : 0U;
    };
    const QRgb topLeft = below(rect.x0, rect.y0);
    const QRgb topRight = below(rect.x1 - 1, rect.y0);
    const QRgb bottomLeft = below(rect.x0, rect.y1 - 1);
    const QRgb bottomRight = below(rect.x1 - 1, rect.y1 - 1);
    fill(rect, color);
    softenCorner(rect.x0, rect.y0, topLeft);
    softenCorner(rect.x1 - 1, rect.y0, topRight);
    softenCorner(rect.x0, rect.y1 - 1, bottomLeft);
    softenCorner(rect.x1 - 1, rect.y1 - 1, bottomRight);
}

void PixelCanvas::hatch(PixelRect rect, QRgb ground, QRgb lineColor, HatchDirection direction)
{
    constexpr int kPeriod = 6;
    constexpr int kThickness = 2;
    const PixelRect inner = clipped(rect);
    for (int y = inner.y0; y < inner.y1; ++y) {
        // Never negative: x counts up from 0 and the falling pattern is shifted by whole periods.
        const int shift =
            direction == HatchDirection::Rising ? y : (kPeriod - y % kPeriod) % kPeriod;
        QRgb* pixels = line(y);
        for (int x = inner.x0; x < inner.x1; ++x) {
            pixels[x] = (x + shift) % kPeriod < kThickness ? lineColor : ground;
        }
    }
}

void PixelCanvas::fadeTo(PixelRect rect, QRgb color)
{
    const PixelRect inner = clipped(rect);
    const double length = std::max(1, rect.x1 - rect.x0);
    for (int x = inner.x0; x < inner.x1; ++x) {
        const double ratio = (x - rect.x0 + 1) / length;
        for (int y = inner.y0; y < inner.y1; ++y) {
            line(y)[x] = mixed(line(y)[x], color, ratio);
        }
    }
}

void PixelCanvas::dottedLine(int x, int y0, int y1, QRgb color)
{
    for (int y = std::max(y0, 0); x >= 0 && x < m_width && y < std::min(y1, m_height); ++y) {
        if (y % 4 < 2) {
            line(y)[x] = color;
        }
    }
}

} // namespace hscope::app
