package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev"
	"whittle.dev/internal/property"
)

func (a *app) checkCommand() *cobra.Command {
	var t whittle.Task
	var o whittle.Options
	var out output
	cmd := &cobra.Command{
		Use:   "check [flags] file.c... | task.yml | -p build/",
		Short: "Decide whether a program keeps a property",
		Long: `check decides whether a program keeps a property in every interleaving and for every input.

The input is one or more C files (.c, or preprocessed .i), compiled separately and linked, or one
SV-COMP task definition (.yml), which sets the property and the data model. With -p, each file is
compiled with the flags that a compilation database (compile_commands.json) has for it.

The last line on standard output is the verdict: true, false(unreach-call), ..., or unknown. A violation
is shown as a trace: one line a step, one column a thread, ">" where another thread goes on.

Exit codes: 0 the property holds, 1 it is violated, 2 bad input or usage, 3 unknown.`,
		Example: `  whittle check prog.c
  whittle check --property no-data-race prog.c
  whittle check -I include -DNDEBUG main.c queue.c
  whittle check -p build/ --entry test_main
  whittle check --timeout 60s --memory 4GB --stats prog.c
  whittle check --engine ceds --certify prog.c
  whittle check --report prog.html --witness prog.yml prog.c
  whittle check --json task.yml > answer.json
  whittle check --sarif whittle.sarif --format github prog.c`,
		Args: files,
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		t.Files = args
		if err := out.check(); err != nil {
			return err
		}
		p := a.progress(out.verbose)
		o.Events, o.Explain = p.event, out.report != ""
		res, err := whittle.Check(cmd.Context(), t, o)
		p.clear()
		for _, w := range res.Warnings {
			fmt.Fprintf(a.stderr, "whittle: warning: %s\n", w)
		}
		written := out.extra(a, res, err)
		if err == nil {
			written = out.replayHarness(cmd.Context(), a, res) && written
		}
		if err := a.reportAs(&out, diagnostics{res.Diagnostics}, err); err != nil {
			return err
		}
		if t.Property == "" && len(args) > 0 && !strings.HasSuffix(args[0], ".yml") && res.Verdict.Kind == property.True && res.Vacuous() {
			fmt.Fprintf(a.stderr, "whittle: note: the program has no assertion, so nothing can violate unreach-call (--property no-data-race looks for data races)\n")
		}
		a.exit = exitCode(res.Verdict)
		if !written {
			a.exit = exitBadInput
		}
		return out.write(a, res)
	})
	taskFlags(cmd, &t)
	limitFlags(cmd, &o)
	out.flags(cmd)
	out.formatFlags(cmd)
	out.reportFlag(cmd)
	heading(cmd, "Output", func() { cmd.Flags().BoolVar(&out.stats, "stats", false, "print numbers about the run") })
	engineFlags(cmd, &o)
	return cmd
}

// engineFlags are the flags that say how a task is solved, under a heading for each engine.
func engineFlags(cmd *cobra.Command, o *whittle.Options) {
	f := cmd.Flags()
	heading(cmd, "How it is solved", func() {
		f.StringVar(&o.Engine, "engine", "", fmt.Sprintf("what looks for the answer, a `name`: %s (default %s: the others side by side, the first answer counts)", strings.Join(whittle.Engines(), ", "), whittle.Engines()[0]))
		f.BoolVar(&o.NoMinimise, "no-minimise", false, "leave a trace as it was found: do not drop steps and reorder it")
		auditFlag(cmd, &o.Audit)
		bugDirFlag(cmd, &o.BugDir)
		f.StringVar(&o.DumpSMT2, "dump-smt2", "", "write each question to the solver, of the engine bmc or about a certificate, as an SMT-LIB 2 script to this `folder`")
	})
	heading(cmd, "Engine bmc: executions up to growing bounds", func() {
		f.Var((*count)(&o.MaxUnwind), "unwind", "unwind loops and recursion at most so often (default: no bound)")
		f.BoolVar(&o.NoIntervals, "no-intervals", false, "do not look for intervals of values that exclude every violation")
		f.BoolVar(&o.NoValues, "no-values", false, "ask the solver also what follows from intervals of values and bounds on counters")
		f.BoolVar(&o.NoSpinReduction, "no-spin-reduction", false, "keep iterations of waiting loops that change nothing")
		f.BoolVar(&o.NoLoopBounds, "no-loop-bounds", false, "one bound for all loops, recursions and creations of threads")
		f.Var(&projection{o}, "projection", "which steps are looked at: none (all of them), cone (those on which something may depend), exact (in each execution those that are needed) (default cone)")
		f.BoolVar(&o.NoProjection, "no-projection", false, "as --projection none: all steps of all threads that are created, also those that nothing depends on")
		f.StringVar(&o.Encoding, "encoding", "", "what a formula is made of, a `name`: events (default) or steps")
	})
	heading(cmd, "Engine bmc, with --encoding steps", func() {
		f.Var((*count)(&o.Depth), "depth", "length of the longest paths (default: deepen until there is an answer)")
		f.StringSliceVar(&o.Without, "without", nil, "switch off `improvements`, separated by commas: all (the encoding as published), "+strings.Join(whittle.StepImprovements(), ", "))
		f.StringSliceVar(&o.With, "with", nil, "switch on `improvements` that are off by default: mpor")
	})
	heading(cmd, "Engine ceds: states with symbolic data", func() {
		f.StringVar(&o.Certify, "certify", "", "check the invariant behind \"true\" without the search that found it, by the built-in solver, or with --certify=z3 by another `solver`")
		f.Lookup("certify").NoOptDefVal = "native"
		f.StringVar(&o.Certificate, "certificate", "", "write this invariant to a `file`, as SMT-LIB definitions; implies --certify")
		f.Var((*count)(&o.MaxStates), "max-states", "give up when there are more states than this (default: no bound)")
		f.Var((*count)(&o.Workers), "workers", "let so many goroutines explore states (default: 1)")
		f.StringVar(&o.CacheDir, "cache-dir", "", "keep answers to questions about states in this `folder` for later runs on the same program")
		f.StringVar(&o.Search, "search", "", "the `order` in which states are explored: dfs (default), bfs or random")
		f.StringVar(&o.Store, "store", "", "`how` data is kept: sliced (default: parts that share no symbol) or whole (one formula)")
		f.StringVar(&o.StateMatch, "state-match", "", "`when` a state is known: subsume (default: its values were visited, perhaps with more), equal (just these were), none")
		f.BoolVar(&o.NoQueryCache, "no-query-cache", false, "ask each question about states anew")
		f.BoolVar(&o.NoModelReuse, "no-model-reuse", false, "answer no question about states by a model of an earlier one")
		f.BoolVar(&o.NoPartialOrder, "no-partial-order-reduction", false, "interleave steps that commute with all that other threads can still do")
		f.BoolVar(&o.NoSectionReduction, "no-section-reduction", false, "interleave atomic sections, and what is done while a lock is held, as if others could tell")
		f.BoolVar(&o.NoWakeReduction, "no-wake-reduction", false, "let a thread that has stopped because of what others might do go on in steps of its own only")
		f.BoolVar(&o.NoElementReduction, "no-element-reduction", false, "take accesses to different elements of an array to conflict")
		f.BoolVar(&o.NoJoinReduction, "no-join-reduction", false, "make the end of a thread that another one waits for a step of the latter")
		f.BoolVar(&o.NoSymmetry, "no-symmetry", false, "tell states apart that differ only in the numbers of their threads")
		f.BoolVar(&o.NoTau, "no-tau-reduction", false, "end a step at each access to memory and at each head of a loop")
	})
	hideDefault(cmd, "unwind", "depth", "max-states", "workers")
}

// exitCode says the verdict as an exit code.
func exitCode(v property.Verdict) int {
	switch v.Kind {
	case property.True:
		return exitHolds
	case property.False:
		return exitViolated
	}
	return exitUnknown
}
