package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/queries"
	"whittle.dev/internal/bench/solvers"
	"whittle.dev/internal/cli"
)

// queriesCommand is whittle-bench queries.
func (a *app) queriesCommand() *cobra.Command {
	run := queries.Stream{Count: 20000, Seed: 1, Rounds: 4}
	timeout := cli.Duration(30 * time.Second)
	widths := []int{8, 32}
	var others []string
	format := "text"
	cmd := &cobra.Command{
		Use:   "queries [flags]",
		Short: "Time solvers on a stream of small incremental queries",
		Long: `queries asks the built-in solver, in process, and other solvers, which get a script, the same stream of small
queries: push, three random bit-vector constraints, check, pop. It prints how many each answers in a second
of CPU time, and counts contradictions.

Exit codes: 0 no two answers contradict each other, 1 some do, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench queries
  whittle-bench queries --width 16 --count 5000 --solver z3`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("want no arguments, found %q, see '%s --help'", args[0], cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if format != "text" && format != "json" {
			return fmt.Errorf("format %q is none of text, json", format)
		}
		if run.Count < 1 {
			return errors.New("--count must be at least 1")
		}
		run.Timeout = time.Duration(timeout)
		names := others
		if len(names) == 0 {
			names = solvers.SMTLIB.Defaults()
		}
		for _, name := range names {
			c, err := solvers.SMTLIB.Contender(name)
			if err != nil {
				if len(others) > 0 {
					return err
				}
				fmt.Fprintf(a.stderr, "whittle-bench: left out: %v\n", err)
				continue
			}
			if name == "cvc5" {
				c.Command = append(c.Command, "--incremental")
			}
			run.Others = append(run.Others, c)
		}
		var results []queries.Result
		for _, w := range widths {
			if w < 1 || w > 64 {
				return fmt.Errorf("--width %d is not between 1 and 64", w)
			}
			run.Width = w
			res, err := run.Run(cmd.Context())
			if cmd.Context().Err() != nil {
				fmt.Fprintln(a.stderr, "whittle-bench: interrupted")
				a.exit = cli.Unknown
				return nil
			}
			if err != nil {
				return err
			}
			results = append(results, res...)
		}
		if slices.ContainsFunc(results, func(r queries.Result) bool { return r.Contradicts > 0 }) {
			a.exit = cli.Violated
		}
		if format == "json" {
			enc := json.NewEncoder(a.stdout)
			enc.SetIndent("", "  ")
			return enc.Encode(results)
		}
		return queries.WriteTable(a.stdout, results)
	}
	fs := cmd.Flags()
	fs.IntSliceVar(&widths, "width", widths, "`bits` of the vectors (repeatable)")
	fs.IntVar(&run.Count, "count", run.Count, "the number of queries")
	fs.Uint64Var(&run.Seed, "seed", run.Seed, "the seed of the stream")
	fs.StringArrayVar(&others, "solver", nil, "compare with this `solver` (repeatable; default z3 and cvc5)")
	fs.Var(&timeout, "timeout", "CPU time of another solver for a quarter of the stream, rounded up to "+
		"seconds")
	fs.StringVar(&format, "format", format, "text or json")
	return cmd
}
