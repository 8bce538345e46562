// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/snapping.h"

#include <QTest>

#include <array>

using namespace hscope::app;

class tst_Snapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void edgesAttract();
    void centresAttract();
    void theNearestLineWins();
    void theGridIsNext();
    void withoutAGridNothingMoves();
    void distancesToNeighbours();
};

void tst_Snapping::edgesAttract()
{
    const std::array others{QRectF(100, 0, 50, 40)};
    const Snap snap = snapped(QRectF(103, 203, 80, 40), others, 16, 6);
    QCOMPARE(snap.topLeft, QPointF(100, 208)); // Left on left; 203 to the grid.
    QCOMPARE(snap.guides, std::vector<QLineF>{QLineF(100, 0, 100, 248)});
}

void tst_Snapping::centresAttract()
{
    const std::array others{QRectF(0, 100, 40, 60)};
    const Snap snap = snapped(QRectF(200, 118, 80, 20), others, 0, 4);
    QCOMPARE(snap.topLeft, QPointF(200, 120)); // Both centres at y 130.
    QCOMPARE(snap.guides, std::vector<QLineF>{QLineF(0, 130, 280, 130)});
}

void tst_Snapping::theNearestLineWins()
{
    const std::array others{QRectF(100, 0, 40, 10), QRectF(107, 20, 60, 10)};
    QCOMPARE(snapped(QRectF(105, 500, 300, 10), others, 16, 8).topLeft.x(), 107.0);
    QCOMPARE(snapped(QRectF(102, 500, 300, 10), others, 16, 8).topLeft.x(), 100.0);
}

void tst_Snapping::theGridIsNext()
{
    const std::array others{QRectF(1000, 1000, 10, 10)};
    const Snap snap = snapped(QRectF(-9, 23, 30, 30), others, 16, 6);
    QCOMPARE(snap.topLeft, QPointF(-16, 16));
    QVERIFY(snap.guides.empty() && snap.distances.empty());
}

void tst_Snapping::withoutAGridNothingMoves()
{
    QCOMPARE(snapped(QRectF(3.5, 7.25, 10, 10), {}, 0, 6).topLeft, QPointF(3.5, 7.25));
}

void tst_Snapping::distancesToNeighbours()
{
    // Aligned at x 0; one above at a distance of 20, a farther one, one below at 30.
    const std::array others{QRectF(0, 0, 100, 80), QRectF(20, -200, 40, 40),
                            QRectF(50, 180, 100, 20)};
    const Snap snap = snapped(QRectF(2, 100, 100, 50), others, 0, 3);
    QCOMPARE(snap.topLeft, QPointF(0, 100));
    QCOMPARE(snap.distances.size(), std::size_t{2});
    QCOMPARE(snap.distances[0].length, 20.0);
    QCOMPARE(snap.distances[0].line, QLineF(50, 80, 50, 100));
    QCOMPARE(snap.distances[1].length, 30.0);
    QCOMPARE(snap.distances[1].line, QLineF(75, 150, 75, 180)); // Middle of what both cover.
}

QTEST_APPLESS_MAIN(tst_Snapping)

#include "tst_snapping.moc"
