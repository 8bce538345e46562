// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_splitter.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

using namespace hscope::core;

namespace {

/// `E{...}` for an event, `B...` broken, `T key=value` a member, `U...` unfinished, `A...`
/// after the end.
QStringList pieces(const std::string& content)
{
    const hscope::test::TempFolder folder;
    const auto source = ByteSource::open(folder.write("t.json", content));
    JsonSplitter splitter(**source);
    QStringList lines;
    while (true) {
        const auto piece = splitter.next();
        if (!piece || !*piece) {
            return lines;
        }
        const QString text =
            QString::fromUtf8((*piece)->text.data(), static_cast<qsizetype>((*piece)->text.size()));
        const QString key =
            QString::fromUtf8((*piece)->key.data(), static_cast<qsizetype>((*piece)->key.size()));
        switch ((*piece)->kind) {
        case JsonPiece::Kind::Event:
            lines << QStringLiteral("E") + text;
            break;
        case JsonPiece::Kind::Broken:
            lines << QStringLiteral("B") + text;
            break;
        case JsonPiece::Kind::TopLevel:
            lines << QStringLiteral("T ") + key + QStringLiteral("=") + text.trimmed();
            break;
        case JsonPiece::Kind::Unfinished:
            lines << QStringLiteral("U") + text;
            break;
        case JsonPiece::Kind::AfterEnd:
            lines << QStringLiteral("A") + text;
            break;
        }
    }
}

} // namespace

class tst_JsonSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsWellFormedAndBrokenFiles_data();
    void cutsWellFormedAndBrokenFiles();
    void joinsEventsAcrossChunks();
    void findsOffsetsAgain();
};

void tst_JsonSplitter::cutsWellFormedAndBrokenFiles_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("array") << R"([{"a":1},{"b":{"c":"}"}}])"
                           << QStringList{R"(E{"a":1})", R"(E{"b":{"c":"}"}})"};
    QTest::newRow("object, list first")
        << R"({"traceEvents":[{"a":1}],"x": 5 ,"y":{"z":[1,2]}})"
        << QStringList{R"(E{"a":1})", "T x=5", R"(T y={"z":[1,2]})"};
    QTest::newRow("object, list last") << R"({"x":"],}","traceEvents": [ {"a":1} ] })"
                                       << QStringList{R"(T x="],}")", R"(E{"a":1})"};
    QTest::newRow("escaped quotes") << R"([{"a":"\"}\\"}])" << QStringList{R"(E{"a":"\"}\\"})"};
    QTest::newRow("odd commas") << R"([,{"a":1},,{"b":2},])"
                                << QStringList{R"(E{"a":1})", R"(E{"b":2})"};
    QTest::newRow("array without end") << R"([{"a":1},)" << QStringList{R"(E{"a":1})"};
    QTest::newRow("object without end")
        << R"({"traceEvents":[{"a":1},)" << QStringList{R"(E{"a":1})", "U"};
    QTest::newRow("cut within an event")
        << R"([{"a":1},{"b":)" << QStringList{R"(E{"a":1})", R"(U{"b":)"};
    QTest::newRow("not objects") << R"([null,1,"x",{"a":1},[2,{}]])"
                                 << QStringList{"Bnull", "B1", R"(B"x")", R"(E{"a":1})", "B[2,{}]"};
    QTest::newRow("stray brace") << R"([{"a":1}},{"b":2}])"
                                 << QStringList{R"(E{"a":1})", "B}", R"(E{"b":2})"};
    QTest::newRow("an unbalanced quote loses one event")
        << "[{\"ph\":\"X\",\"name\":\"say \"hi\"},\n{\"ph\":\"X\",\"name\":\"ok\"}]"
        << QStringList{"B{\"ph\":\"X\",\"name\":\"say \"hi\"},\n",
                       "E{\"ph\":\"X\",\"name\":\"ok\"}"};
    QTest::newRow("byte order mark")
        << QStringLiteral("\uFEFF[{\"a\":1}]") << QStringList{R"(E{"a":1})"};
    QTest::newRow("empty list") << "[]" << QStringList{};
    QTest::newRow("no list") << R"({"hello":"world"})" << QStringList{R"(T hello="world")"};
    QTest::newRow("white space after the end") << "[{\"a\":1}] \n\n" << QStringList{R"(E{"a":1})"};
    QTest::newRow("text after the array")
        << R"([{"a":1}] [{"b":2}])" << QStringList{R"(E{"a":1})", R"(A[{"b":2}])"};
    QTest::newRow("text after the object")
        << R"({"traceEvents":[{"a":1}]} x)" << QStringList{R"(E{"a":1})", "Ax"};
    QTest::newRow("text that is no member")
        << R"({"traceEvents":[{"a":1}], x)" << QStringList{R"(E{"a":1})", "Ax"};
    QTest::newRow("number") << "42" << QStringList{};
}

void tst_JsonSplitter::cutsWellFormedAndBrokenFiles()
{
    QFETCH(const QString, content);
    QFETCH(const QStringList, expected);
    QCOMPARE(pieces(content.toStdString()), expected);
}

void tst_JsonSplitter::joinsEventsAcrossChunks()
{
    std::string content = "[";
    for (int i = 0; i < 4; ++i) {
        content += "{\"name\":\"" + std::string(400'000, static_cast<char>('a' + i)) + "\"},";
    }
    content += "]";
    const QStringList found = pieces(content);
    QCOMPARE(found.size(), 4);
    QCOMPARE(found[2].size(), 400'012);
    QVERIFY(found[3].endsWith(QStringLiteral("ddd\"}")));
}

void tst_JsonSplitter::findsOffsetsAgain()
{
    const hscope::test::TempFolder folder;
    std::string content = "{\"traceEvents\":[";
    for (int i = 0; i < 50'000; ++i) {
        content += "{\"number\":" + std::to_string(i) + "},\n";
    }
    content += "]}";
    const auto path = folder.write("t.json", content);
    const auto source = ByteSource::open(path);
    JsonSplitter splitter(**source);
    std::uint64_t offset = 0;
    for (int i = 0; i <= 40'000; ++i) {
        offset = (*splitter.next())->offset;
    }
    const auto again = ByteSource::open(path);
    JsonSplitter second(**again);
    VERIFY_RESULT(second.skipTo(offset));
    const auto piece = second.next();
    VERIFY_RESULT(piece);
    QVERIFY((*piece)->text == "{\"number\":40000}");
    QVERIFY(!second.skipTo(3).has_value());
    QVERIFY(!second.skipTo(content.size() + 10).has_value());
}

QTEST_APPLESS_MAIN(tst_JsonSplitter)
#include "tst_json_splitter.moc"
