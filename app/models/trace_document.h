// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/breakdown.h"
#include "core/import/open_trace.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// The open trace, what is visible of it, and what is selected. All views observe this one object.
///
///   trace range  >=  visible range  >=  selection
///
/// Loading and analysis run on a thread pool; results arrive on the thread of the document and only if they still
/// belong to the newest request.
///
/// Thread: the GUI thread.
class TraceDocument : public QObject
{
    Q_OBJECT

public:
    enum class State { Empty, Loading, Ready, Failed };

    explicit TraceDocument(QObject* parent = nullptr);
    ~TraceDocument() override;

    /// Starts to load `path`; an earlier load is cancelled. The old trace stays until the new one is there.
    void open(const std::filesystem::path& path);
    void cancelLoading();
    void close();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// One sentence about the last failed load.
    [[nodiscard]] const QString& errorText() const { return m_errorText; }
    /// Never changes once handed out; null while Empty.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> store() const { return m_trace.store; }
    /// True while `store()` is a thinned-out preview of a trace that is still loading.
    [[nodiscard]] bool isPreview() const { return m_isPreview; }

    [[nodiscard]] core::Attribution attribution() const { return m_attribution; }
    void setAttribution(core::Attribution attribution);
    /// Null until it is computed for the current trace and attribution.
    [[nodiscard]] std::shared_ptr<const core::Breakdown> breakdown() const { return m_breakdown; }

    [[nodiscard]] core::TimeRange traceRange() const;
    [[nodiscard]] core::TimeRange visibleRange() const { return m_visibleRange; }
    /// Clamped to the trace range, at least 10 ns long. Silent if nothing changes.
    void setVisibleRange(core::TimeRange range);
    void fitTrace();
    void fitSelection();
    void goBack();    ///< To the visible range before the last jump.
    void goForward();
    [[nodiscard]] bool canGoBack() const;
    [[nodiscard]] bool canGoForward() const;

    [[nodiscard]] std::optional<core::SliceId> selection() const { return m_selection; }
    void select(std::optional<core::SliceId> slice);

    /// Asks for the arguments of `slice`; answered by argumentsLoaded.
    void requestArguments(core::SliceId slice);

Q_SIGNALS:
    void stateChanged();
    void progressChanged(const QString& step, double ratio); ///< Ratio 0 to 1, negative if not known.
    void traceChanged();
    void breakdownChanged();
    void visibleRangeChanged();
    void selectionChanged();
    void historyChanged();
    void argumentsLoaded(hscope::core::SliceId slice, const std::vector<hscope::core::Argument>& arguments,
                         const QString& error);

private:
    struct Private;

    void setState(State state);
    void startBreakdown();

    std::unique_ptr<Private> d;
    State m_state = State::Empty;
    std::filesystem::path m_path;
    QString m_errorText;
    core::LoadedTrace m_trace;
    bool m_isPreview = false;
    core::Attribution m_attribution = core::Attribution::Launch;
    std::shared_ptr<const core::Breakdown> m_breakdown;
    core::TimeRange m_visibleRange;
    std::optional<core::SliceId> m_selection;
};

} // namespace hscope::app
