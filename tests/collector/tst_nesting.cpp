// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/nesting.h"

#include <QTest>

#include <string>
#include <string_view>

using hscope::collector::Nesting;

namespace {

/// Plays begins and ends: "R" enters a recorded scope, "s" one that is skipped, "." leaves, "f"
/// forgets. Gives for each leave what it answered: R, s, or u for unbalanced.
std::string play(Nesting& nesting, std::string_view moves)
{
    std::string answers;
    for (const char move : moves) {
        if (move == 'f') {
            nesting.forget();
        } else if (move != '.') {
            nesting.enter(move == 'R');
        } else {
            switch (nesting.leave()) {
            case Nesting::End::Recorded:
                answers += 'R';
                break;
            case Nesting::End::Skipped:
                answers += 's';
                break;
            case Nesting::End::Unbalanced:
                answers += 'u';
                break;
            }
        }
    }
    return answers;
}

} // namespace

class tst_Nesting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersLikeAStack_data();
    void answersLikeAStack();
    void skipsWhatIsTooMixed();
    void survivesRandomMoves();
};

void tst_Nesting::answersLikeAStack_data()
{
    QTest::addColumn<QString>("moves");
    QTest::addColumn<QString>("answers");
    QTest::newRow("nothing is open") << "." << "u";
    QTest::newRow("one recorded scope") << "R.." << "Ru";
    QTest::newRow("one skipped scope") << "s.." << "su";
    QTest::newRow("a skipped scope inside of a recorded one") << "Rs.." << "sR";
    QTest::newRow("a recorded scope inside of a skipped one") << "sR.." << "Rs";
    QTest::newRow("runs of both") << "RRssRs......." << "sRssRRu";
    QTest::newRow("a run that ends and begins again") << "RsR.s.R...." << "RsRsRu";
    QTest::newRow("forgotten scopes are skipped") << "RsRf...." << "sssu";
    QTest::newRow("a recorded scope after forgetting") << "RRfR...." << "Rssu";
}

void tst_Nesting::answersLikeAStack()
{
    QFETCH(QString, moves);
    QFETCH(QString, answers);
    Nesting nesting{};
    QCOMPARE(QString::fromStdString(play(nesting, moves.toStdString())), answers);
}

void tst_Nesting::skipsWhatIsTooMixed()
{
    Nesting nesting{};
    std::string expected;
    std::uint32_t recorded = 0;
    for (int i = 0; i < 40; ++i) { // recorded and skipped in turn
        const bool record = i % 2 == 0 && nesting.canRecord();
        recorded += record ? 1U : 0U;
        nesting.enter(record);
        expected.insert(expected.begin(), record ? 'R' : 's');
    }
    QCOMPARE(recorded, Nesting::kRuns / 2);
    QCOMPARE(play(nesting, std::string(41, '.')), expected + 'u');
}

void tst_Nesting::survivesRandomMoves()
{
    std::uint32_t random = 1;
    Nesting nesting{};
    std::string stack;
    for (int i = 0; i < 100'000; ++i) {
        random = random * 1'664'525U + 1'013'904'223U;
        if ((random >> 30U) < 2 && stack.size() < 60) {
            const bool record = (random >> 29U & 1U) == 1 && nesting.canRecord();
            nesting.enter(record);
            stack.push_back(record ? 'R' : 's');
        } else {
            const char expected = stack.empty() ? 'u' : stack.back();
            if (!stack.empty()) {
                stack.pop_back();
            }
            QCOMPARE(play(nesting, ".").front(), expected);
        }
    }
}

QTEST_APPLESS_MAIN(tst_Nesting)
#include "tst_nesting.moc"
