/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of libhscope_rl.so: a policy network that gives each layer of a model a type.
 *
 * The library is opened with dlopen; hscope_policy_interface() is the only symbol it exports. What
 * a plan costs, and so what a policy is rewarded for, is its caller's business.
 *
 *     plans = sample(policy, problems, 64, seed)            the caller judges them
 *     update(policy, problems, 64, plans, advantages)       a step of REINFORCE
 *     plan = decide(policy, problem)                        the most likely type, layer by layer
 *
 * Several problems of the same shape (layers, types) can go through the network at once. Arrays are
 * dense and row by row: `[problems][layers]` means that the layers of a problem lie together.
 *
 * Each function but destroy and last_error returns HSCOPE_POLICY_OK or why it did nothing.
 * Thread: decide, sample and save of one policy may run at once; update needs it alone.
 */
#ifndef HSCOPE_POLICY_PLUGIN_H
#define HSCOPE_POLICY_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with each change of what follows; a caller must refuse another one. */
#define HSCOPE_POLICY_ABI_VERSION 1u

/* Floats per layer: a one-hot of its kind and what is true for all types. */
#define HSCOPE_POLICY_LAYER_FEATURES 28
/* Floats per layer and type. */
#define HSCOPE_POLICY_TYPE_FEATURES 10
/* Floats per layer and type, in units of the type that work at the reference period:
 * parallel computation, serial computation, parallel communication, serial communication, traffic
 * at the cut before the layer. */
#define HSCOPE_POLICY_LOADS 5

enum
{
    HSCOPE_POLICY_OK = 0,
    HSCOPE_POLICY_BAD_ARGUMENT = 1,
    HSCOPE_POLICY_CORRUPT_WEIGHTS = 2, /* No weights, damaged ones, or those of another network. */
    HSCOPE_POLICY_FAILED = 3
};

typedef struct hscope_policy hscope_policy;

/* Problems of one shape. */
typedef struct hscope_policy_problems
{
    uint32_t struct_size;
    int32_t problems;
    int32_t layers;
    int32_t types;
    const float* layer_features; /* [problems][layers][HSCOPE_POLICY_LAYER_FEATURES] */
    const float* type_features;  /* [problems][layers][types][HSCOPE_POLICY_TYPE_FEATURES] */
    const float* loads;          /* [problems][layers][types][HSCOPE_POLICY_LOADS] */
    const uint8_t* runnable;     /* [problems][layers][types], 0: the layer cannot run there. */
    const float* prices; /* [problems][types], of one unit as part of a usual schedule's price. */
    const float* limits; /* [problems][types], most units. */
} hscope_policy_problems;

/* A step of Adam on the gradient of: sum over plans of advantage x log probability, and entropy. */
typedef struct hscope_policy_step
{
    uint32_t struct_size;
    float learning_rate;
    float entropy_weight;
    float most_gradient_norm; /* A longer gradient is shortened to this. */
} hscope_policy_step;

typedef struct hscope_policy_table
{
    uint32_t abi_version;
    uint32_t struct_size;

    /* A policy from `size` bytes that save() wrote; with null weights a fresh one from the seed. */
    int32_t (*create)(const void* weights, size_t size, uint64_t seed, hscope_policy** policy);
    void (*destroy)(hscope_policy* policy);

    /* The most likely type of each layer, given those before: plans [problems][layers]. */
    int32_t (*decide)(const hscope_policy* policy, const hscope_policy_problems* problems,
                      int32_t* plans);

    /* Draws plans [problems][count][layers]; the same seed draws the same. */
    int32_t (*sample)(const hscope_policy* policy, const hscope_policy_problems* problems,
                      int32_t count, uint64_t seed, int32_t* plans);

    /* Makes plans of positive advantage likelier: advantages [problems][count]. */
    int32_t (*update)(hscope_policy* policy, const hscope_policy_problems* problems, int32_t count,
                      const int32_t* plans, const float* advantages,
                      const hscope_policy_step* step);

    /* Writes the weights if `size` is enough, and says in `*needed` how many bytes they are. */
    int32_t (*save)(const hscope_policy* policy, void* buffer, size_t size, size_t* needed);

    /* A sentence about this thread's last failure; valid until its next call. */
    const char* (*last_error)(void);
} hscope_policy_table;

/* The one exported function. Its result is never freed. */
const hscope_policy_table* hscope_policy_interface(void);

#ifdef __cplusplus
}
#endif

#endif
