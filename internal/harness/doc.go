// Package harness writes an execution that whittle has found as a C program: the checked program with hooks
// where threads can be held up, a small scheduler that lets the threads go on in the order of the execution,
// and the chosen inputs. Built by gcc it does what the execution did.
//
// # How it works
//
// The program that is written is the one that was checked: its units as they were parsed, and the library
// models, which package c prints ([whittle.dev/internal/frontend/c.Instrumented]). Every edge of the program
// remembers the expression that it stems from, so the steps of a replayed trace tell which thread comes when
// to which hook. The schedule is the list of these visits, and the runtime (runtime/scheduler.c) lets a
// thread run only while the next visit is its own. A visit that is not the expected one is told and ends the
// program with a status of its own.
//
// Memory that only one thread uses in the execution gets no hooks. What C does in one expression and the
// execution in several steps, such as a copy of a structure, has no hook either: such an access is made when
// its thread goes on to its next hook. Whether that keeps the order of all conflicting accesses is checked,
// and if it does not the execution is refused.
//
// # Main types
//
//	Write    writes the C program of a trace
//	Head     what its first comment says
//	Refusal  why a trace cannot be written, and where
//
// # Example
//
//	src, _, err := c.LoadInstrumented(ctx, cfg)
//	full, err := interp.Replay(ctx, src.Program(), tr)
//	notes, err := harness.Write(ctx, w, src, full, harness.Head{Output: "out.c", Files: cfg.Files})
//
// # Known limits
//
// gcc or clang on a little-endian machine with glibc. A switch in the middle of a copy of a structure, an
// access of a bit-field or a scanf is refused. Addresses are not those of the execution, so that a program
// which compares or computes with addresses as numbers may diverge.
package harness
