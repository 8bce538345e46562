// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/byte_source.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QByteArray>
#include <QTest>

#include <array>

using namespace hscope::core;

namespace {

QByteArray littleEndian(std::uint32_t value)
{
    QByteArray bytes;
    for (int i = 0; i < 4; ++i) {
        bytes += static_cast<char>((value >> (8 * i)) & 0xFFU);
    }
    return bytes;
}

std::uint32_t checksum(const QByteArray& bytes)
{
    std::uint32_t crc = 0xFFFF'FFFF;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB8'8320U : 0U);
        }
    }
    return ~crc;
}

/// A gzip member with a name and a comment in its header.
QByteArray member(const QByteArray& content, std::uint32_t damage = 0)
{
    constexpr qsizetype kBefore = 6; // Qt's length and zlib's header
    constexpr qsizetype kAfter = 4;  // zlib's checksum
    const QByteArray packed = qCompress(content);
    return QByteArray("\x1f\x8b\x08\x18\0\0\0\0\0\x03name\0comment\0", 23) +
           packed.mid(kBefore, packed.size() - kBefore - kAfter) +
           littleEndian(checksum(content) ^ damage) +
           littleEndian(static_cast<std::uint32_t>(content.size()));
}

} // namespace

class tst_ByteSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unpacks_data();
    void unpacks();
    void fillsSmallBuffers();
};

void tst_ByteSource::unpacks_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<bool>("truncated");
    QTest::addColumn<int>("wrongChecksums");
    QTest::addColumn<int>("trailingAt");
    const QByteArray text("some text, some text, some text");
    const QByteArray packed = member(text);
    const int size = static_cast<int>(packed.size());
    QByteArray large;
    for (qint64 i = 0; large.size() < 3'000'000; ++i) {
        large += QByteArray::number(i * 7919);
    }
    QTest::newRow("plain") << text << text << false << 0 << -1;
    QTest::newRow("one member") << packed << text << false << 0 << -1;
    QTest::newRow("large") << member(large) << large << false << 0 << -1;
    QTest::newRow("two members") << packed + packed << text + text << false << 0 << -1;
    QTest::newRow("bytes after the end") << packed + "garbage" << text << false << 0 << size;
    QTest::newRow("half a mark after the end") << packed + "\x1f" << text << false << 0 << size;
    QTest::newRow("bytes after two members")
        << packed + packed + QByteArray(600'000, '\0') << text + text << false << 0 << 2 * size;
    QTest::newRow("wrong checksum") << member(text, 1) << text << false << 1 << -1;
    QTest::newRow("wrong checksum, then another member")
        << member(text, 1) + packed << text + text << false << 1 << -1;
    QTest::newRow("cut off") << member(large).chopped(100'000) << QByteArray() << true << 0 << -1;
    QTest::newRow("cut off in the checksum") << packed.chopped(3) << text << true << 0 << -1;
    QTest::newRow("cut off in the second header")
        << packed + packed.left(12) << text << true << 0 << -1;
    QTest::newRow("damaged") << packed + member(large).replace(1000, 500, QByteArray(500, '\x55'))
                             << QByteArray() << true << 0 << -1;
}

/// Where `expected` is empty, only that much came out, and that it is the start of the content.
void tst_ByteSource::unpacks()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, expected);
    QFETCH(const bool, truncated);
    QFETCH(const int, wrongChecksums);
    QFETCH(const int, trailingAt);
    const hscope::test::TempFolder folder;
    const auto source = ByteSource::open(folder.write("file", file.toStdString()));
    VERIFY_RESULT(source);
    QByteArray found(8'000'000, '\0');
    const auto got = (*source)->read({found.data(), static_cast<std::size_t>(found.size())});
    VERIFY_RESULT(got);
    found.truncate(static_cast<qsizetype>(*got));
    if (expected.isEmpty()) {
        QVERIFY(found.size() > 30);
    } else {
        QVERIFY(found == expected);
    }
    QCOMPARE((*source)->isTruncated(), truncated);
    QCOMPARE((*source)->wrongChecksums(), static_cast<std::uint64_t>(wrongChecksums));
    const auto at = (*source)->trailingAt();
    QCOMPARE(at ? static_cast<int>(*at) : -1, trailingAt);
    QCOMPARE((*source)->read({found.data(), 1}).value_or(1), std::size_t{0});
}

void tst_ByteSource::fillsSmallBuffers()
{
    const hscope::test::TempFolder folder;
    const auto source =
        ByteSource::open(folder.write("file", (member("abcdef") + member("ghij")).toStdString()));
    VERIFY_RESULT(source);
    QStringList parts;
    std::array<char, 4> buffer{};
    while (const std::size_t got = (*source)->read(buffer).value_or(0)) {
        parts << QString::fromUtf8(buffer.data(), static_cast<qsizetype>(got));
    }
    QCOMPARE(parts, QStringList({"abcd", "efgh", "ij"}));
}

QTEST_APPLESS_MAIN(tst_ByteSource)
#include "tst_byte_source.moc"
