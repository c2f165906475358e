package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/papers/pbmc"
	"whittle.dev/internal/cli"
)

// pbmcCommand is whittle-bench pbmc.
func (a *app) pbmcCommand() *cobra.Command {
	run := pbmc.Evaluation{}
	timeout := cli.Duration(60 * time.Second)
	memory := cli.Size(4 << 30)
	format, seeds := "text", 1
	var variants, families []string
	var figure2 bool
	cmd := &cobra.Command{
		Use:   "pbmc [flags]",
		Short: "Reproduce the evaluation of projections",
		Long: `pbmc decides the configurations of table 1 of the paper "PBMC: Symbolic Program Slicing for Program
Verification", as generated programs, with the encoding as published, the improved one and the encoding of events, each
without (BMC) and with (PBMC) projections. Each run is a process of its own. Times are seconds: the solver's
wall time, and the CPU time of the whole process.

Exit codes: 0 no verdict is wrong, 1 some is, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench pbmc
  whittle-bench pbmc --variant "improved PBMC" --family DPhil
  whittle-bench pbmc --figure2 --format csv > figure2.csv`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("want no arguments, found %q, see '%s --help'", args[0], cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write := map[string]func() error{}
		var results []pbmc.Result
		write["text"] = func() error { return pbmc.WriteText(a.stdout, results) }
		write["csv"] = func() error { return pbmc.WriteCSV(a.stdout, results) }
		write["html"] = func() error { return pbmc.WriteHTML(a.stdout, results) }
		if write[format] == nil {
			return fmt.Errorf("format %q is none of text, csv, html", format)
		}
		var err error
		if run.Whittle, err = a.program(); err != nil {
			return err
		}
		run.Timeout, run.Memory = time.Duration(timeout), uint64(memory)
		for _, v := range pbmc.Variants() {
			if len(variants) == 0 || slices.Contains(variants, v.Name) {
				run.Variants = append(run.Variants, v)
			}
		}
		if len(run.Variants) == 0 {
			return fmt.Errorf("there is no variant %s", strings.Join(variants, ", "))
		}
		rows := pbmc.Table1(seeds)
		if figure2 {
			rows = pbmc.Figure2()
		}
		for _, r := range rows {
			if len(families) == 0 || slices.Contains(families, r.Family) {
				run.Rows = append(run.Rows, r)
			}
		}
		run.Progress = func(r pbmc.Result) {
			fmt.Fprintf(a.stderr, "%s, depth %d, seed %d, %s: %s, %.2f s\n", r.Row.Name(), r.Row.Depth,
				r.Seed, r.Variant, r.Verdict, r.Total)
		}
		results, err = run.Run(cmd.Context())
		if err != nil && cmd.Context().Err() == nil {
			return err
		}
		if cmd.Context().Err() != nil {
			fmt.Fprintln(a.stderr, "whittle-bench: interrupted")
			a.exit = cli.Unknown
		} else if slices.ContainsFunc(results, func(r pbmc.Result) bool { return r.Wrong }) {
			a.exit = cli.Violated
		}
		return write[format]()
	}
	f := cmd.Flags()
	f.IntVar(&seeds, "seeds", seeds, "random programs for each row of Litmus")
	f.StringArrayVar(&families, "family", nil, "these `families` only: Indexer, FSys, DPhil, Litmus "+
		"(repeatable)")
	f.StringArrayVar(&variants, "variant", nil, "these `variants` only (repeatable): published BMC, "+
		"published PBMC, improved BMC, improved PBMC,\nadaptive (the default of check), events BMC, events "+
		"PBMC")
	f.BoolVar(&figure2, "figure2", false, "the data of figure 2 instead: Litmus 5 at growing depths, with "+
		"a property that holds")
	f.Var(&timeout, "timeout", "CPU time of a run")
	f.Var(&memory, "memory", "memory of a run")
	f.StringVar(&format, "format", format, "text, csv or html")
	return cmd
}
