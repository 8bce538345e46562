// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/api_calls.h"
#include "collector/cupti/paused_calls.h"

#include <QTest>

using namespace hscope::cupti;

class tst_ApiCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhichFunctionsWait_data();
    void tellsWhichFunctionsWait();
    void takesOffTheStreamSuffix();
    void remembersCallsOfPauses();
};

void tst_ApiCalls::tellsWhichFunctionsWait_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<bool>("waits");
    // As CUDA's documentation of synchronous and asynchronous behaviour has them.
    for (const char* name :
         {"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
          "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize", "cudaMemcpy",
          "cudaMemcpy2D", "cuMemcpyDtoH_v2", "cudaMemcpyToSymbol"}) {
        QTest::newRow(name) << name << true;
    }
    for (const char* name : {"cudaLaunchKernel", "cudaMemcpyAsync", "cuMemcpyDtoHAsync_v2",
                             "cudaStreamWaitEvent", "cudaEventRecord", "cudaStreamQuery",
                             "cudaMemset", "cudaGraphLaunch", "cudaMalloc", "cuLaunchKernel"}) {
        QTest::newRow(name) << name << false;
    }
}

void tst_ApiCalls::tellsWhichFunctionsWait()
{
    QFETCH(const QString, function);
    QFETCH(const bool, waits);
    QCOMPARE(isSynchronizing(function.toStdString()), waits);
}

void tst_ApiCalls::takesOffTheStreamSuffix()
{
    QCOMPARE(plainName("cudaLaunchKernel_ptsz"), std::string_view("cudaLaunchKernel"));
    QCOMPARE(plainName("cuMemcpyHtoD_v2_ptds"), std::string_view("cuMemcpyHtoD_v2"));
    QCOMPARE(plainName("cudaLaunchKernel"), std::string_view("cudaLaunchKernel"));
}

void tst_ApiCalls::remembersCallsOfPauses()
{
    PausedCalls calls;
    calls.note(1, true);
    calls.note(2, false);
    calls.note(3, false);
    QVERIFY(!calls.contains(1));
    QVERIFY(calls.contains(2));
    QVERIFY(calls.contains(1000)); // nothing says that the pause is over
    calls.note(4, true);
    QVERIFY(calls.contains(3));
    QVERIFY(!calls.contains(4));
    QVERIFY(!calls.contains(1000));
    calls.note(9, false);
    calls.note(10, true);
    QVERIFY(calls.contains(9));
    QVERIFY(calls.contains(2));
    QVERIFY(!calls.contains(10));
}

QTEST_APPLESS_MAIN(tst_ApiCalls)
#include "tst_api_calls.moc"
