// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/loser_tree.h"

#include <QTest>

#include <rapidcheck.h>

#include <algorithm>

using namespace hscope::core;

class prop_LoserTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mergesLikeSorting();
};

void prop_LoserTree::mergesLikeSorting()
{
    const bool holds = rc::check(
        "merging sorted lists is sorting", [](std::vector<std::vector<std::int64_t>> sources) {
            std::vector<std::int64_t> expected;
            std::vector<std::size_t> next(sources.size());
            std::vector<MergeEntry> first;
            const auto entry = [&](std::size_t source) {
                return next[source] < sources[source].size()
                           ? MergeEntry(sources[source][next[source]], source)
                           : LoserTree::kEnded;
            };
            for (std::size_t source = 0; source < sources.size(); ++source) {
                std::sort(sources[source].begin(), sources[source].end());
                expected.insert(expected.end(), sources[source].begin(), sources[source].end());
                first.push_back(entry(source));
            }
            std::sort(expected.begin(), expected.end());

            std::vector<std::int64_t> merged;
            LoserTree tree(std::move(first));
            while (!(tree.top() == LoserTree::kEnded)) {
                const std::size_t source = tree.top().tag();
                RC_ASSERT(tree.top().timeNs() == sources[source][next[source]]);
                merged.push_back(tree.top().timeNs());
                ++next[source];
                tree.replaceTop(source, entry(source));
            }
            RC_ASSERT(merged == expected);
        });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_LoserTree)
#include "prop_loser_tree.moc"
