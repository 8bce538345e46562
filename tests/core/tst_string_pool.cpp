// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/string_pool.h"

#include <QTest>

using namespace hscope::core;

class tst_StringPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEachTextOnce();
    void keepsViewsValidWhileGrowing();
    void surviveBeingMoved();
};

void tst_StringPool::keepsEachTextOnce()
{
    StringPool pool;
    QVERIFY(pool.at(StringId(0)).empty());
    const StringId a = pool.intern("alpha");
    QVERIFY(pool.intern("beta") != a);
    QVERIFY(pool.intern("alpha") == a);
    QVERIFY(pool.find("alpha") == a);
    QVERIFY(!pool.find("gamma"));
    QCOMPARE(pool.size(), std::size_t{3});
    const std::string withNul("a\0b", 3);
    QVERIFY(pool.intern(withNul) != pool.intern("a"));
}

void tst_StringPool::keepsViewsValidWhileGrowing()
{
    StringPool pool;
    const std::string_view first = pool.at(pool.intern("first"));
    const std::string huge(1 << 20, 'x');
    QCOMPARE(pool.at(pool.intern(huge)).size(), huge.size());
    for (int i = 0; i < 100'000; ++i) {
        pool.intern(std::to_string(i));
    }
    QVERIFY(first == "first");
    QVERIFY(pool.at(*pool.find("77777")) == "77777");
}

void tst_StringPool::surviveBeingMoved()
{
    StringPool pool;
    const StringId id = pool.intern("short");
    const StringPool moved = std::move(pool);
    QVERIFY(moved.at(id) == "short");
    QVERIFY(moved.find("short") == id);
}

QTEST_APPLESS_MAIN(tst_StringPool)
#include "tst_string_pool.moc"
