package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

func (a *app) checkCommand() *cobra.Command {
	var t run.Task
	var o run.Options
	var out output
	var fail failOn
	var far elsewhere
	var explain bool
	var model memoryModel
	var store string
	cmd := &cobra.Command{
		Use:   "check [flags] file.c... | task.yml | -p build/ | system.vmt | system.btor2 | test.litmus",
		Short: "Decide whether a program keeps a property",
		Long: `check decides whether a program keeps a property in every interleaving and for every input.

The input is one or more C files (.c, or preprocessed .i), compiled separately and linked, or one
SV-COMP task definition (.yml), which sets the property and the data model. C++ (.cpp, .cc, .cxx) is
compiled by the clang++ that is installed. With -p, each file is
compiled with the flags that a compilation database (compile_commands.json) has for it.

A transition system in VMT-LIB 2 (.vmt) or BTOR2 (.btor2) is an input as well: the question is whether one of
its bad states can be reached, or that of one --goal, and a violation is shown as a table of states.

A litmus test in herd's format (.litmus) of x86 or C is explored in a memory model: all its outcomes are
counted, and whether its exists, ~exists or forall holds.

The last line on standard output is the verdict: true, false(unreach-call), ..., or unknown. A violation
is shown as a trace: one line a step, one column a thread, ">" where another thread goes on.

Exit codes: 0 the property holds, 1 it is violated, 2 bad input or usage, 3 unknown; see --fail-on.`,
		Example: `  whittle check prog.c
  whittle check --property no-data-race prog.c
  whittle check -I include -DNDEBUG main.c queue.c
  whittle check -p build/ --entry test_main
  whittle check --timeout 60s --memory 4GB --stats prog.c
  whittle check --engine ceds --certify prog.c
  whittle check --report prog.html --witness prog.yml prog.c
  whittle check --memory-model tso SB.litmus
  whittle check --goal 2 --witness fifo.wit fifo.btor2
  whittle check --json task.yml > answer.json
  whittle check --sarif whittle.sarif --format github prog.c`,
		Args: files,
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		if areLitmus(args) {
			return a.litmus(cmd.Context(), model, args)
		}
		t.Files, t.MemoryModel = args, axioms.Model(model.name)
		if err := errors.Join(out.check(), fail.read()); err != nil {
			return err
		}
		if explain {
			return a.explainPlan(cmd.Context(), &out, t, o)
		}
		p := a.progress(out.verbose)
		o.Events, o.Explain = p.event, out.report != ""
		if err := out.keepVerdicts(store, &o); err != nil {
			return err
		}
		far.flags = cmd.Flags()
		res, err := a.checkSharing(cmd.Context(), &far, t, o)
		p.Clear()
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
		if t.Property == "" && len(args) > 0 && !strings.HasSuffix(args[0], ".yml") &&
			res.Verdict.Kind == property.True && res.Vacuous() {
			fmt.Fprintf(a.stderr, "whittle: note: the program has no assertion, so nothing can violate "+
				"unreach-call\n")
		}
		a.exit = fail.code(a, res)
		if !written {
			a.exit = cli.BadInput
		}
		return out.write(a, res)
	})
	taskFlags(cmd, &t)
	model.flag(cmd)
	heading(cmd, "The program, and what is checked", func() {
		cmd.Flags().StringVar(&t.Goal, "goal", "", "of a transition system, check this goal alone: its "+
			"`name` or its number")
	})
	limitFlags(cmd, &o)
	heading(cmd, "Limits", func() {
		cmd.Flags().BoolVar(&o.First, "first", false, "of several properties, stop at the first violation")
		cmd.Flags().BoolVar(&o.KeepGoing, "keep-going", false, "of several properties, look at the others "+
			"for the whole time after a violation (default: for about as much work as it took)")
	})
	out.flags(cmd)
	out.formatFlags(cmd)
	fail.flags(cmd)
	out.reportFlag(cmd)
	heading(cmd, "Output", func() {
		cmd.Flags().BoolVar(&out.stats, "stats", false, "print numbers about "+
			"the run")
	})
	engineFlags(cmd, &o)
	storeFlag(cmd, &store)
	heading(cmd, "How it is solved", func() {
		far.add(cmd)
		cmd.Flags().BoolVar(&explain, "explain-plan", false, "print which engines would be asked what, in "+
			"which order, with their shares of the work, and ask none")
	})
	seldom(cmd, "verdicts", "memory-model", "goal", "color",
		"format", "record", "witness-format", "baseline", "no-minimise", "audit", "bug-dir",
		"dump-smt2", "first",
		"keep-going", "explain-plan")
	return cmd
}

// explainPlan prints what check would do.
func (a *app) explainPlan(ctx context.Context, out *output, t run.Task, o run.Options) error {
	p, diags, err := run.ExplainPlan(ctx, t, o)
	if err := a.reportAs(out, diagnostics{diags}, err); err != nil {
		return err
	}
	return p.WriteText(a.stdout)
}

// exitCode says the verdict as an exit code.
func exitCode(v property.Verdict) int {
	switch v.Kind {
	case property.True:
		return cli.Holds
	case property.False:
		return cli.Violated
	}
	return cli.Unknown
}
