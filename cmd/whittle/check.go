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
is shown as a trace: one line a step, one column a thread, ">" where another thread goes on.`,
		Example: `  whittle check prog.c
  whittle check --property no-overflow --data-model ILP32 prog.i
  whittle check -I include -DNDEBUG main.c queue.c
  whittle check --timeout 60s --memory 4GB --stats prog.c
  whittle check --json task.yml
  whittle check --sarif whittle.sarif --format github prog.c`,
		Args: files,
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		t.Files = args
		if err := out.check(); err != nil {
			return err
		}
		p := a.progress(out.verbose)
		o.Events = p.event
		res, err := whittle.Check(cmd.Context(), t, o)
		p.clear()
		for _, w := range res.Warnings {
			fmt.Fprintf(a.stderr, "whittle: warning: %s\n", w)
		}
		written := out.extra(a, res, err)
		if err := a.report(diagnostics{res.Diagnostics}, out.verbose, err); err != nil {
			return err
		}
		a.exit = exitCode(res.Verdict)
		if !written {
			a.exit = exitBadInput
		}
		return out.write(a, res)
	})
	taskFlags(cmd, &t)
	limitFlags(cmd, &o)
	engineFlags(cmd, &o)
	out.flags(cmd)
	out.formatFlags(cmd)
	cmd.Flags().BoolVar(&out.stats, "stats", false, "print numbers about the run")
	return cmd
}

// engineFlags are the flags that say how a task is solved.
func engineFlags(cmd *cobra.Command, o *whittle.Options) {
	f := cmd.Flags()
	f.StringVar(&o.Engine, "engine", "", fmt.Sprintf("the engine, one of %v (default %s: the others side by side, the first answer counts)", whittle.Engines(), whittle.Engines()[0]))
	f.StringVar(&o.Encoding, "encoding", "", "the encoding of the engine bmc: events (default) or steps")
	f.Var((*count)(&o.Depth), "depth", "length of the longest paths in the encoding steps (default: deepen until there is an answer)")
	f.StringSliceVar(&o.Without, "without", nil, "switch off `improvements` of the encoding steps, separated by commas: all (the encoding as published),\n"+
		strings.Join(whittle.StepImprovements(), ", "))
	f.StringSliceVar(&o.With, "with", nil, "switch on `improvements` of the encoding steps that are off by default: mpor")
	f.StringVar(&o.Store, "store", "", "how the engine ceds keeps data: sliced (default: parts that share no symbol) or whole (one formula)")
	f.StringVar(&o.StateMatch, "state-match", "", "when the engine ceds knows a state: subsume (default: its values were visited, perhaps with more),\nequal (just these were), none")
	f.StringVar(&o.Search, "search", "", "the order in which the engine ceds explores states: dfs (default), bfs or random")
	f.Var((*count)(&o.Workers), "workers", "let so many goroutines of the engine ceds explore states (default: 1)")
	f.BoolVar(&o.NoQueryCache, "no-query-cache", false, "ask each question about states of the engine ceds anew")
	f.BoolVar(&o.NoModelReuse, "no-model-reuse", false, "answer no question about states of the engine ceds by a model of an earlier one")
	f.StringVar(&o.CacheDir, "cache-dir", "", "keep answers to questions about states of the engine ceds in this `folder` for later runs on the same program")
	f.BoolVar(&o.NoPartialOrder, "no-partial-order-reduction", false, "interleave steps in the engine ceds that commute with all that other threads can still do")
	f.BoolVar(&o.NoSectionReduction, "no-section-reduction", false, "interleave atomic sections and what is done in the scope of a lock in the engine ceds, as if others could tell")
	f.BoolVar(&o.NoWakeReduction, "no-wake-reduction", false, "let a thread of the engine ceds that has stopped because of what others might do go on in steps of its own only")
	f.BoolVar(&o.NoElementReduction, "no-element-reduction", false, "take accesses to different elements of an array to conflict in the engine ceds")
	f.BoolVar(&o.NoJoinReduction, "no-join-reduction", false, "make the end of each thread that another one waits for a step of the latter in the engine ceds")
	f.BoolVar(&o.NoSymmetry, "no-symmetry", false, "tell states of the engine ceds apart that differ only in the numbers of their threads")
	f.BoolVar(&o.NoTau, "no-tau-reduction", false, "end a step of the engine ceds at each access to memory and at each head of a loop")
	f.StringVar(&o.Certify, "certify", "", "check the invariant behind \"true\" of the engine ceds, by the built-in solver, or with --certify=z3 by another `solver`")
	f.Lookup("certify").NoOptDefVal = "native"
	f.StringVar(&o.Certificate, "certificate", "", "write this invariant to a `file`, as SMT-LIB definitions; implies --certify")
	f.Var((*count)(&o.MaxStates), "max-states", "give up when the engine ceds has found more states than this (default: no bound)")
	f.Var((*count)(&o.MaxUnwind), "unwind", "unwind loops and recursion at most so often (default: no bound)")
	hideDefault(cmd, "unwind", "depth", "max-states", "workers")
	f.BoolVar(&o.NoSpinReduction, "no-spin-reduction", false, "keep iterations of waiting loops that change nothing")
	f.BoolVar(&o.NoLoopBounds, "no-loop-bounds", false, "one bound for all loops, recursions and creations of threads")
	f.BoolVar(&o.NoValues, "no-values", false, "ask the solver also what follows from intervals of values and bounds on counters")
	f.BoolVar(&o.NoIntervals, "no-intervals", false, "do not look for intervals of values that exclude every violation")
	f.BoolVar(&o.NoProjection, "no-projection", false, "encode steps as well on which nothing depends that is asked, of all threads that are created")
	f.Var(&projection{o}, "projection", "which steps are looked at: none (all of them), cone (those on which something may depend), exact (in each execution those that are needed)")
	f.BoolVar(&o.NoMinimise, "no-minimise", false, "leave a trace as it was found: do not drop steps and reorder it")
	f.StringVar(&o.DumpSMT2, "dump-smt2", "", "write each question to the solver, of the engine bmc or about a certificate, as an SMT-LIB 2 script to this `folder`")
	auditFlag(cmd, &o.Audit)
	bugDirFlag(cmd, &o.BugDir)
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
