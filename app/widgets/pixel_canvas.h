// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRgb>

#include <span>

namespace hscope::app {

/// A rectangle of whole device pixels, `x1` and `y1` just outside.
struct PixelRect
{
    int x0 = 0;
    int y0 = 0;
    int x1 = 0;
    int y1 = 0;
};

enum class HatchDirection
{
    Rising, ///< Like a slash.
    Falling ///< Like a backslash.
};

/// Two parts of `from` to one part of `to` at a ratio of 1/3; alpha stays opaque.
[[nodiscard]] QRgb mixed(QRgb from, QRgb to, double ratio);

/// Writes rectangles straight into the scan lines of an image: a third of what QPainter takes for
/// small ones.
///
/// Everything is clipped to the image. Thread: one at a time per image.
class PixelCanvas
{
public:
    /// `image` must be of Format_RGB32 and outlive this object.
    explicit PixelCanvas(QImage& image);

    [[nodiscard]] int width() const { return m_width; }

    [[nodiscard]] int height() const { return m_height; }

    void fill(PixelRect rect, QRgb color);

    /// A run of columns one pixel wide, each of its own colour, from `x` on.
    void fillColumns(int x, int y0, int y1, std::span<const QRgb> colors);

    /// Like fill, with corners rounded by about 1.5 pixels.
    void fillRounded(PixelRect rect, QRgb color);

    /// Lines of two pixels every six, on `ground`. The pattern is fixed to the image, so neighbours
    /// join.
    void hatch(PixelRect rect, QRgb ground, QRgb line, HatchDirection direction);

    /// Blends what is there into `color`, from nothing at `x0` to all of it at `x1`.
    void fadeTo(PixelRect rect, QRgb color);

    /// A vertical line of dots, one pixel wide.
    void dottedLine(int x, int y0, int y1, QRgb color);

private:
    [[nodiscard]] PixelRect clipped(PixelRect rect) const;

    [[nodiscard]] QRgb* line(int y) { return m_bits + static_cast<std::ptrdiff_t>(y) * m_stride; }

    void softenCorner(int x, int y, QRgb outside);

    QRgb* m_bits;
    std::ptrdiff_t m_stride; ///< In pixels.
    int m_width;
    int m_height;
};

} // namespace hscope::app
