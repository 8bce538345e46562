// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recording_problems.h"
#include "core/store/diagnostics.h"

#include <QTest>

#include <set>
#include <string>

using namespace hscope;

class tst_RecordingProblems : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standInTheOrderOfTheEnumeration();
    void areKnownToReaders();
    void areAllThatReadersExpect();
};

void tst_RecordingProblems::standInTheOrderOfTheEnumeration()
{
    std::size_t i = 0;
    for (const auto& kind : collector::recordingProblemKinds()) {
        QCOMPARE(static_cast<std::size_t>(kind.problem), i++);
    }
}

/// Recorder and readers share no code above the schema, so both have the ids.
void tst_RecordingProblems::areKnownToReaders()
{
    for (const auto& kind : collector::recordingProblemKinds()) {
        const auto id = core::findDiagnostic(kind.id);
        QVERIFY2(id.has_value(), std::string(kind.id).c_str());
        QCOMPARE(core::severityName(core::diagnosticKind(*id).severity), kind.severity);
    }
}

void tst_RecordingProblems::areAllThatReadersExpect()
{
    std::set<std::string_view> written = {"recording_not_closed"}; // whoever closes it writes that
    for (const auto& kind : collector::recordingProblemKinds()) {
        written.insert(kind.id);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(core::DiagnosticId::Count_); ++i) {
        const std::string_view name = core::diagnosticKind(static_cast<core::DiagnosticId>(i)).name;
        QVERIFY2(!name.starts_with("recording_") || written.contains(name),
                 std::string(name).c_str());
    }
}

QTEST_APPLESS_MAIN(tst_RecordingProblems)
#include "tst_recording_problems.moc"
