/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * recorded_steps MODE [STATUS]: a program linked with the recorder, for the tests to record.
 *
 *   steps     two iterations of an operation with two scopes; ends with STATUS
 *   fork      the same here and in a child
 *   leave     the same, the child leaves as soon as it can, before the recorder has written
 *   exec      the same, then becomes `recorded_steps steps STATUS`
 *   wait      the same, prints "ready", then waits for SIGTERM, which ends it with STATUS
 *   signal    sends itself SIGUSR2, runs the steps and sends it again, then runs them once more
 *   kill      the same, then kills itself without closing the file
 *   outlive   leaves a recording child that lives on for twenty seconds
 */
#define _POSIX_C_SOURCE 200809L
#include <hscope/collector.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void run_steps(void)
{
    int64_t step;
    for (step = 1; step <= 2; ++step) {
        HSCOPE_ITERATION_BEGIN(step);
        HSCOPE_OPERATION_BEGIN("work");
        HSCOPE_SCOPE_BEGIN("first", HSCOPE_CATEGORY_SIMULATOR);
        sleep_ms(1);
        HSCOPE_SCOPE_END();
        HSCOPE_SCOPE_BEGIN("second", HSCOPE_CATEGORY_BACKEND);
        sleep_ms(1);
        HSCOPE_SCOPE_END();
        HSCOPE_OPERATION_END();
        HSCOPE_ITERATION_END();
    }
}

static volatile sig_atomic_t s_ended = 0;

static void on_signal(int number)
{
    (void)number;
    s_ended = 1;
}

static void wait_for_signal(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGTERM, &action, NULL);
    puts("ready");
    fflush(stdout);
    while (!s_ended) {
        sleep_ms(5);
    }
}

static void leave_child(void)
{
    if (fork() == 0) {
        setsid();
        /* nobody waits for these to be closed */
        if (freopen("/dev/null", "w", stdout) == NULL ||
            freopen("/dev/null", "w", stderr) == NULL) {
            _exit(1);
        }
        run_steps();
        hscope_flush();
        sleep_ms(20000);
        _exit(0);
    }
    sleep_ms(100); /* the child has begun */
}

int main(int argc, char** argv)
{
    const char* const mode = argc > 1 ? argv[1] : "steps";
    const int status = argc > 2 ? atoi(argv[2]) : 0;
    if (strcmp(mode, "signal") == 0) {
        raise(SIGUSR2);
        run_steps();
        raise(SIGUSR2);
    }
    run_steps();
    if (strcmp(mode, "fork") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            run_steps();
            exit(0);
        }
        waitpid(child, NULL, 0);
    } else if (strcmp(mode, "leave") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            HSCOPE_INSTANT("may be missing");
            _exit(0);
        }
        waitpid(child, NULL, 0);
    } else if (strcmp(mode, "exec") == 0) {
        hscope_stop();
        execl(argv[0], argv[0], "steps", argc > 2 ? argv[2] : "0", (char*)NULL);
    } else if (strcmp(mode, "wait") == 0) {
        wait_for_signal();
    } else if (strcmp(mode, "kill") == 0) {
        hscope_flush();
        kill(getpid(), SIGKILL);
    } else if (strcmp(mode, "outlive") == 0) {
        leave_child();
    }
    puts("done");
    return status;
}
