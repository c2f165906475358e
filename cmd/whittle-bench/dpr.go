package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	programs "whittle.dev/internal/bench/gen/dpr"
	"whittle.dev/internal/bench/papers/dpr"
	"whittle.dev/internal/cli"
)

// dprCommand is whittle-bench dpr.
func (a *app) dprCommand() *cobra.Command {
	run := dpr.Evaluation{}
	timeout := cli.Duration(60 * time.Second)
	format, forms, variables, seeds := "text", "E,P,C", 14, 1
	var variants []string
	var table2 bool
	cmd := &cobra.Command{
		Use:   "dpr [flags]",
		Short: "Reproduce the evaluation of dynamic path reduction",
		Long: `dpr decides the programs of table 1 of the paper "Dynamic Path Reduction for Software Model Checking", MAX-3SAT in
three forms (an execution ends at a false clause, remembers it, or counts), or those of table 2, an automaton that
reads sentences; with each learning and order of the engine dpr, without learning, and with bmc. Each run is a process
of its own. It prints the number of paths that were executed, beside that of the paper, and seconds of CPU time.

Exit codes: 0 no verdict is wrong, 1 some is, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench dpr
  whittle-bench dpr --forms E --variables 19 --seeds 5
  whittle-bench dpr --table2 --format csv > table2.csv`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("want no arguments, found %q, see '%s --help'", args[0], cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write := map[string]func([]dpr.Result) error{
			"text": func(r []dpr.Result) error { return dpr.WriteText(a.stdout, r) },
			"csv":  func(r []dpr.Result) error { return dpr.WriteCSV(a.stdout, r) },
		}
		if write[format] == nil {
			return fmt.Errorf("format %q is none of text, csv", format)
		}
		var list []programs.Form
		for _, f := range strings.Split(forms, ",") {
			if !slices.Contains([]string{"E", "P", "C"}, f) {
				return fmt.Errorf("form %q is none of E, P, C", f)
			}
			list = append(list, programs.Form(f))
		}
		var err error
		if run.Whittle, err = a.program(); err != nil {
			return err
		}
		run.Timeout = time.Duration(timeout)
		for _, v := range dpr.Variants() {
			if len(variants) == 0 || slices.Contains(variants, v.Name) {
				run.Variants = append(run.Variants, v)
			}
		}
		if len(run.Variants) == 0 {
			return fmt.Errorf("there is no variant %s", strings.Join(variants, ", "))
		}
		if run.Rows = dpr.Table1(list, variables, seeds); table2 {
			run.Rows = dpr.Table2()
		}
		run.Progress = func(r dpr.Result) {
			fmt.Fprintf(a.stderr, "%s, %s: %s, %d paths, %.2f s\n", r.Row.Name, r.Variant, r.Verdict, r.Paths,
				r.Seconds)
		}
		results, err := run.Run(cmd.Context())
		switch {
		case cmd.Context().Err() != nil:
			fmt.Fprintln(a.stderr, "whittle-bench: interrupted")
			a.exit = cli.Unknown
		case err != nil:
			return err
		case slices.ContainsFunc(results, func(r dpr.Result) bool { return r.Wrong }):
			a.exit = cli.Violated
		}
		return write[format](results)
	}
	f := cmd.Flags()
	f.StringVar(&forms, "forms", forms, "the forms of MAX-3SAT: E, P, C")
	f.IntVar(&variables, "variables", variables, "the most variables of MAX-3SAT; the least are 9")
	f.IntVar(&seeds, "seeds", seeds, "random formulas for each row of MAX-3SAT")
	f.BoolVar(&table2, "table2", false, "the automaton instead")
	f.StringArrayVar(&variants, "variant", nil, "these `variants` only (repeatable): deletion (the "+
		"default of check), provenance, paper, solver, none, random, guided, bmc")
	f.Var(&timeout, "timeout", "CPU time of a run")
	f.StringVar(&format, "format", format, "text or csv")
	return cmd
}
