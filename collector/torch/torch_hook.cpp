// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// libhscope_torch.so: records the operators that LibTorch runs, forward and backward.
//
// The recorder loads it into a process that has LibTorch, and calls hscope_torch_attach(). From
// then on LibTorch tells it about the begin and end of each operator, on the thread that runs it.
// Links lead from a forward operator to the node of the backward pass that it made: both carry the
// sequence number of the forward thread.
//
// Module scopes do not exist in LibTorch 1.13's C++ interface; user scopes (RECORD_USER_SCOPE,
// torch.profiler.record_function) are recorded as native slices.
//
// The only file that sees LibTorch's headers: they take 15 s and 1.5 GB to compile.
#include "hscope/hooks.h"

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/function.h>
#include <torch/version.h>

#include <ATen/Version.h>
#include <ATen/core/TensorBase.h>
#include <ATen/core/grad_mode.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/add.h>
#include <ATen/ops/ones.h>
#include <ATen/record_function.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace {

constexpr std::size_t kMostNamesPerThread = 8192;
constexpr std::size_t kLongestShapes = 1024;
constexpr unsigned kSequenceBits = 40;

/// The numbers of the names that this thread has met. Looked up by content: LibTorch builds the
/// names of backward nodes anew each time.
class ThreadNames
{
public:
    /// 0 if there are too many names.
    hscope_name numberOf(std::string_view text)
    {
        const auto known = m_numbers.find(text);
        if (known != m_numbers.end()) {
            return known->second;
        }
        if (m_numbers.size() >= kMostNamesPerThread) {
            return 0;
        }
        m_texts.emplace_back(text);
        const hscope_name number = hscope_name_intern(text.data(), text.size());
        m_numbers.emplace(m_texts.back(), number);
        return number;
    }

private:
    std::deque<std::string> m_texts;
    std::unordered_map<std::string_view, hscope_name> m_numbers;
};

struct ArgumentNames
{
    hscope_name sequence = hscope_name_intern("sequence", std::strlen("sequence"));
    hscope_name shapes = hscope_name_intern("shapes", std::strlen("shapes"));
};

const ArgumentNames& argumentNames()
{
    static const ArgumentNames s_names;
    return s_names;
}

/// Both ends of a link know the thread and the sequence number of the forward operator.
std::int64_t correlationOf(std::uint64_t thread, std::int64_t sequence)
{
    const std::uint64_t mask = (std::uint64_t{1} << kSequenceBits) - 1;
    return static_cast<std::int64_t>((thread << kSequenceBits) |
                                     (static_cast<std::uint64_t>(sequence) & mask));
}

void appendSizes(const at::Tensor& tensor, std::string& text)
{
    text += '[';
    if (tensor.defined() && !tensor.is_sparse()) {
        for (const std::int64_t size : tensor.sizes()) {
            if (text.back() != '[') {
                text += ',';
            }
            text += std::to_string(size);
        }
    }
    text += ']';
}

/// Sizes of the tensors among the inputs, as [[64,784],[784,256]].
std::string shapesOf(const at::RecordFunction& function)
{
    std::string text = "[";
    for (const c10::IValue& input : function.inputs()) {
        if (text.size() > kLongestShapes) {
            text += ",\"...\"";
            break;
        }
        if (input.isTensor()) {
            text += text.size() > 1 ? "," : "";
            appendSizes(input.toTensor(), text);
        } else if (input.isTensorList()) {
            text += text.size() > 1 ? ",[" : "[";
            for (const at::Tensor& tensor : input.toTensorVector()) {
                text += text.back() == ']' ? "," : "";
                appendSizes(tensor, text);
                if (text.size() > kLongestShapes) {
                    break;
                }
            }
            text += ']';
        }
    }
    return text + "]";
}

/// Which hook an operator counts as: what it costs to record it depends on it.
std::int32_t hookFor(const at::RecordFunction& function, std::string_view name)
{
    constexpr std::string_view kEngine = "autograd::engine::"; // builds the name for each node
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION ||
        name.substr(0, kEngine.size()) == kEngine) {
        return HSCOPE_HOOK_TORCH_BACKWARD;
    }
    return function.seqNr() < 0 ? HSCOPE_HOOK_TORCH : HSCOPE_HOOK_TORCH_AUTOGRAD;
}

void openScope(const at::RecordFunction& function)
{
    static thread_local ThreadNames s_names;
    const std::string_view name = function.name();
    if (function.scope() == at::RecordScope::USER_SCOPE) { // may be a new name each time
        hscope_scope_begin_text(name.data(), name.size(),
                                HSCOPE_CATEGORY_NATIVE | HSCOPE_HOOK_TORCH);
        return;
    }
    const std::int32_t category = HSCOPE_CATEGORY_BACKEND | hookFor(function, name);
    if (const hscope_name number = s_names.numberOf(name); number != 0) {
        hscope_scope_begin(number, category);
    } else {
        hscope_scope_begin_text(name.data(), name.size(), category);
    }
}

void linkScope(const at::RecordFunction& function)
{
    const std::int64_t sequence = function.seqNr();
    if (sequence < 0) {
        return;
    }
    hscope_argument_integer(argumentNames().sequence, sequence);
    if (function.scope() == at::RecordScope::FUNCTION) {
        // Operators that make no node share the number with the next one that does; they start
        // earlier, and the recorder keeps the latest.
        hscope_link_from(HSCOPE_LINK_FORWARD_BACKWARD,
                         correlationOf(at::RecordFunction::currentThreadId(), sequence));
    } else if (function.forwardThreadId() != 0) {
        hscope_link_to(HSCOPE_LINK_FORWARD_BACKWARD,
                       correlationOf(function.forwardThreadId(), sequence));
    }
}

/// A node of a backward pass that does nothing.
struct ProbeNode : torch::autograd::Node
{
    using Node::Node;

    [[nodiscard]] std::string name() const override { return "ProbeBackward0"; }

    torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override
    {
        gradients.resize(num_outputs());
        return std::move(gradients);
    }
};

/// What the costs of operators are measured with.
struct Probe
{
    at::Tensor one = at::ones({1}, at::TensorOptions().dtype(at::kFloat).device(at::kCPU));
    std::array<c10::IValue, 2> inputs = {c10::IValue(one), c10::IValue(one)};
    std::array<std::shared_ptr<ProbeNode>, 32> nodes; ///< Each leads to the one before it.
};

void makeNodes(Probe& probe)
{
    std::shared_ptr<ProbeNode> before;
    for (std::shared_ptr<ProbeNode>& node : probe.nodes) {
        torch::autograd::edge_list next;
        if (before) {
            next.emplace_back(before, 0);
        }
        node = std::make_shared<ProbeNode>(std::uint64_t{1}, std::move(next));
        node->add_input_metadata(probe.one);
        before = node;
    }
}

/// Runs small operators, that a backward pass could follow or not.
template <bool kHasGradient>
void runOperators(std::int64_t times, void* context)
{
    const at::Tensor& one = static_cast<const Probe*>(context)->one;
    const at::AutoGradMode mode(kHasGradient);
    for (std::int64_t i = 0; i < times; ++i) {
        at::add(one, one);
    }
}

/// Runs backward passes over so many nodes.
void runNodes(std::int64_t times, void* context)
{
    const Probe& probe = *static_cast<const Probe*>(context);
    const auto most = static_cast<std::int64_t>(probe.nodes.size());
    for (std::int64_t left = times; left > 0; left -= most) {
        const auto last = static_cast<std::size_t>(std::min(left, most) - 1);
        constexpr bool kKeepGraph = true;
        torch::autograd::Engine::get_base_engine().execute(
            {torch::autograd::Edge(probe.nodes[last], 0)}, {probe.one}, kKeepGraph,
            /*create_graph=*/false, /*accumulate_grad=*/true);
    }
}

/// Announces operators that do nothing.
template <at::RecordScope kScope, std::int64_t kSequence>
void announceOperators(std::int64_t times, void* context)
{
    const auto& inputs = static_cast<const Probe*>(context)->inputs;
    for (std::int64_t i = 0; i < times; ++i) {
        at::RecordFunction function(kScope);
        if (function.isActive()) {
            function.setForwardThreadId(at::RecordFunction::currentThreadId());
            function.before("aten::add",
                            c10::ArrayRef<const c10::IValue>(inputs.data(), inputs.size()),
                            kSequence);
        }
    }
}

void switchObservers(std::int32_t isOn, void* /*context*/)
{
    at::enableRecordFunction(isOn != 0);
}

/// Whether somebody else would see operators that this thread runs now: a profiler of the program,
/// or what traces or transforms its operators.
bool isWatched()
{
    const c10::DispatchKeySet included = c10::impl::tls_local_dispatch_key_set().included_;
    return at::hasThreadLocalCallbacks() || !(included - c10::default_included_set).empty();
}

/// Whether the first backward pass starts threads for devices. After that a program must not fork,
/// so it is not for us to run one.
bool startsThreadsForDevices()
{
    const auto& registry = c10::impl::device_guard_impl_registry;
    return std::any_of(std::begin(registry), std::end(registry), [](const auto& entry) {
        const c10::impl::DeviceGuardImplInterface* const device = entry.load();
        return device != nullptr && device->type() != at::kCPU && device->type() != at::kMeta &&
               device->type() != at::kLazy;
    });
}

/// Measures what recording an operator costs, before the first one that is recorded: on a thread of
/// the program, which keeps LibTorch alive meanwhile.
void measureOnce()
{
    static std::atomic<bool> s_isMeasured{false};
    if (s_isMeasured.load(std::memory_order_relaxed) || hscope_is_recording() == 0 || isWatched() ||
        s_isMeasured.exchange(true)) {
        return;
    }
    using at::RecordScope;
    const at::RecordFunctionGuard off(false); // and back at the end
    const c10::InferenceMode normal(false);
    Probe probe;
    const auto measure = [&probe](const char* kind, std::int32_t hook, auto run, auto announce) {
        const hscope_cost_probe how = {switchObservers, run, announce, &probe};
        hscope_cost_measure(kind, hook, &how);
    };
    measure("torch", HSCOPE_HOOK_TORCH, runOperators<false>,
            announceOperators<RecordScope::FUNCTION, -1>);
    measure("torch_autograd", HSCOPE_HOOK_TORCH_AUTOGRAD, runOperators<true>,
            announceOperators<RecordScope::FUNCTION, 1>);
    if (!startsThreadsForDevices()) {
        makeNodes(probe);
        measure("torch_backward", HSCOPE_HOOK_TORCH_BACKWARD, runNodes,
                announceOperators<RecordScope::BACKWARD_FUNCTION, 1>);
    }
}

std::unique_ptr<at::ObserverContext> onBegin(const at::RecordFunction& function)
{
    measureOnce();
    openScope(function); // if recording pauses, too: its end must find it
    if (hscope_is_recording() != 0) {
        linkScope(function);
    }
    return nullptr;
}

std::unique_ptr<at::ObserverContext> onBeginWithShapes(const at::RecordFunction& function)
{
    onBegin(function);
    if (hscope_is_recording() != 0) {
        const std::string shapes = shapesOf(function);
        hscope_argument_text(argumentNames().shapes, shapes.data(), shapes.size());
    }
    return nullptr;
}

void onEnd(const at::RecordFunction& function, at::ObserverContext* /*context*/)
{
    // An asynchronous operator may end on another thread, whose innermost scope is not this one.
    if (function.threadId() == at::RecordFunction::currentThreadId()) {
        hscope_scope_end();
    }
}

/// The version of the loaded LibTorch, as it says itself.
std::string loadedVersion()
{
    constexpr std::string_view kKey = "TORCH_VERSION=";
    const std::string text = at::show_config();
    const std::size_t at = text.find(kKey);
    if (at == std::string::npos) {
        return "unknown";
    }
    const std::size_t begin = at + kKey.size();
    return text.substr(begin, text.find_first_of(", \n", begin) - begin);
}

bool isSet(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value != nullptr && *value == '1';
}

std::int32_t attach()
{
    const std::string version = loadedVersion();
    if (version != TORCH_VERSION) {
        std::fprintf(stderr,
                     "heteroscope: not recording operators of LibTorch: the hook was built for "
                     "version %s, but the program has %s\n",
                     TORCH_VERSION, version.c_str());
        return HSCOPE_ERROR_INVALID_ARGUMENT;
    }
    hscope_metadata_set("torch_version", version.c_str());
    const bool wantsShapes = isSet("HSCOPE_TORCH_SHAPES");
    if (wantsShapes) { // operators cost more then
        hscope_metadata_set("torch_shapes", "1");
    }
    at::addGlobalCallback(
        at::RecordFunctionCallback(wantsShapes ? onBeginWithShapes : onBegin, onEnd)
            .needsInputs(wantsShapes)
            .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                     at::RecordScope::USER_SCOPE}));
    return HSCOPE_OK;
}

} // namespace

extern "C" {

/// Makes LibTorch report its operators from now on. Returns an hscope_status; after the first call
/// that one's.
HSCOPE_API std::int32_t hscope_torch_attach() noexcept
{
    try {
        static const std::int32_t s_status = attach();
        return s_status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "heteroscope: not recording operators of LibTorch: %s\n",
                     error.what());
        return HSCOPE_ERROR_RESOURCES;
    }
}

} // extern "C"
