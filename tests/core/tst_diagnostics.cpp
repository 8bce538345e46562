// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/diagnostics.h"

#include <QTest>

#include <set>

using namespace hscope::core;

class tst_Diagnostics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsDescribed();
    void countsAndKeepsTheFirst();
    void takesOverEntriesOfAFile();
};

void tst_Diagnostics::everyKindIsDescribed()
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticId::Count_); ++i) {
        const DiagnosticKind& kind = diagnosticKind(static_cast<DiagnosticId>(i));
        QCOMPARE(static_cast<std::size_t>(kind.id), i);
        QVERIFY(names.insert(kind.name).second);
        QVERIFY(kind.text.ends_with('.'));
        QVERIFY(findDiagnostic(kind.name) == kind.id);
    }
    QVERIFY(!findDiagnostic("something_newer"));
}

void tst_Diagnostics::countsAndKeepsTheFirst()
{
    Diagnostics diagnostics;
    int described = 0;
    for (int i = 0; i < 3; ++i) {
        diagnostics.count(DiagnosticId::UnknownPhase,
                          [&] { return "case " + std::to_string(described++); });
    }
    diagnostics.count(DiagnosticId::EventNotParsed, [] { return "x"; }, 5);
    QCOMPARE(described, 1);
    const auto list = diagnostics.list();
    QCOMPARE(list.size(), std::size_t{2});
    QVERIFY(list[0] == (Diagnostic{"event_not_parsed", Severity::DataLoss, 5, "x"}));
    QVERIFY(list[1] == (Diagnostic{"unknown_phase", Severity::Notice, 3, "case 0"}));
    QCOMPARE(diagnostics.countOf(DiagnosticId::UnknownPhase), std::uint64_t{3});
    QCOMPARE(diagnostics.countOf(DiagnosticId::InvalidUtf8), std::uint64_t{0});
}

void tst_Diagnostics::takesOverEntriesOfAFile()
{
    Diagnostics diagnostics;
    diagnostics.add({"unknown_phase", Severity::Notice, 4, "from the file"});
    diagnostics.add({"of_the_future", Severity::Error, 1, "kept as it is"});
    diagnostics.count(DiagnosticId::UnknownPhase, [] { return "not the first"; });
    const auto list = diagnostics.list();
    QVERIFY(list[0] == (Diagnostic{"of_the_future", Severity::Error, 1, "kept as it is"}));
    QVERIFY(list[1] == (Diagnostic{"unknown_phase", Severity::Notice, 5, "from the file"}));
}

QTEST_APPLESS_MAIN(tst_Diagnostics)
#include "tst_diagnostics.moc"
