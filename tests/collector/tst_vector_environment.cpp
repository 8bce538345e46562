// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/environment_registry.h"
#include "collector/examples/environments/seeded_random.h"
#include "collector/examples/environments/vector_environment.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace hscope::examples;

class tst_VectorEnvironment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreSortedAndKnown();
    void thousandsOfRandomStepsStayFinite_data();
    void thousandsOfRandomStepsStayFinite();
    void startsTheNextEpisode();
    void rowsAreEnvironments();
};

void tst_VectorEnvironment::namesAreSortedAndKnown()
{
    const std::vector<std::string> names = environmentNames();
    QVERIFY(std::is_sorted(names.begin(), names.end()));
    QVERIFY((names == std::vector<std::string>{"cartpole", "half-cheetah", "hopper", "walker"}));
    for (const std::string& name : names) {
        QVERIFY(makeEnvironment(name, 0) != nullptr);
    }
    QVERIFY(makeEnvironment("Walker", 0) == nullptr);
}

void tst_VectorEnvironment::thousandsOfRandomStepsStayFinite_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string& name : environmentNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void tst_VectorEnvironment::thousandsOfRandomStepsStayFinite()
{
    QFETCH(const QString, name);
    VectorEnvironment environments(name.toStdString(), 4, 0);
    SeededRandom random(0);
    std::vector<float> actions(environments.count() * environments.actionSize());
    double total = 0;
    for (int step = 0; step < 2000; ++step) {
        std::generate(actions.begin(), actions.end(), [&] { return random.uniform(-1, 1); });
        environments.step(actions);
        const std::vector<float>& seen = environments.observations();
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](float x) { return std::isfinite(x); }));
        for (std::size_t row = 0; row < environments.count(); ++row) {
            total += static_cast<double>(environments.rewards()[row]);
            QVERIFY(environments.cutOff()[row] <= environments.ended()[row]);
        }
    }
    QVERIFY(std::isfinite(total));
    QVERIFY(environments.episodeCount() >= 4 * 2000 / 500); // none lasts longer than 500 steps
    QVERIFY(environments.recentMeanReturn() > 0);
}

void tst_VectorEnvironment::startsTheNextEpisode()
{
    VectorEnvironment environments("walker", 3, 0);
    const std::vector<float> nothing(3 * environments.actionSize());
    QCOMPARE(environments.recentMeanReturn(), 0.0);
    while (environments.episodeCount() == 0) {
        environments.step(nothing);
    }
    const auto first = std::find(environments.ended().begin(), environments.ended().end(), 1);
    QVERIFY(first != environments.ended().end());
    const auto row = static_cast<std::size_t>(first - environments.ended().begin());
    QCOMPARE(environments.cutOff()[row], std::uint8_t(0));
    const float newHeight = environments.observations()[row * environments.observationSize()];
    const float lastHeight = environments.finalObservations()[row * environments.observationSize()];
    QVERIFY(newHeight > 1.2F);
    QVERIFY(lastHeight < newHeight);
    QVERIFY(environments.recentMeanReturn() != 0.0);
}

void tst_VectorEnvironment::rowsAreEnvironments()
{
    VectorEnvironment environments("walker", 2, 4);
    const std::size_t width = environments.observationSize();
    QCOMPARE(environments.observations().size(), 2 * width);
    // The environments' seeds differ, so they start differently.
    QVERIFY(!std::equal(environments.observations().begin(),
                        environments.observations().begin() + static_cast<std::ptrdiff_t>(width),
                        environments.observations().begin() + static_cast<std::ptrdiff_t>(width)));
}

QTEST_APPLESS_MAIN(tst_VectorEnvironment)
#include "tst_vector_environment.moc"
