package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/papers/threads"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/property"
)

// threadsCommand is whittle-bench threads.
func (a *app) threadsCommand() *cobra.Command {
	var families, peers string
	timeout := cli.Duration(10 * time.Second)
	format := "text"
	cmd := &cobra.Command{
		Use:   "threads [flags] task...",
		Short: "Compare proofs for any number of threads",
		Long: `threads decides tasks with the engine modular, and with z3's Spacer on the Horn clauses of levels 1 to 3 (whittle show
horn), if z3 is there: each in a process of its own. It prints the number of threads in a view, how many conditions the proof
has, the questions to the solver and seconds of CPU time; last how much faster modular is where both have a proof.

Files with tabs give families (task, family) and what other tools say (with columns tool, path and verdict).

Exit codes: 0 no verdict is wrong, 1 some is, 2 bad input or usage, or a run failed, 3 interrupted.`,
		Example: `  whittle-bench threads tasks/
  whittle-bench threads --families families.tsv --peers peers.tsv --format csv tasks/ > threads.csv`,
		Args: cobra.MinimumNArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write := map[string]func(io.Writer, []threads.Row) error{
			"text": threads.WriteText, "csv": threads.WriteCSV}[format]
		if write == nil {
			return fmt.Errorf("format %q is none of text, csv", format)
		}
		items, err := tasks.Collect(args, tasks.Filter{Property: property.UnreachCall})
		if err != nil {
			return err
		}
		run := threads.Evaluation{Items: items, Timeout: time.Duration(timeout)}
		if run.Whittle, err = a.program(); err != nil {
			return err
		}
		if z3, err := taskrun.FindTool(cmd.Context(), "z3"); err != nil {
			fmt.Fprintf(a.stderr, "whittle-bench: left out: %v\n", err)
		} else {
			run.Spacer = z3.Program
		}
		if run.Families, err = wordsOf(families, items, func(r []string) (string, string) {
			return r[0], r[1]
		}, 2); err != nil {
			return err
		}
		if run.Peers, err = wordsOf(peers, items, func(r []string) (string, string) {
			return r[1], r[0] + ": " + r[3]
		}, 4); err != nil {
			return err
		}
		run.Progress = func(r threads.Row) {
			fmt.Fprintf(a.stderr, "%s: %v\n", r.Name, r)
		}
		rows, err := run.Run(cmd.Context())
		switch {
		case cmd.Context().Err() != nil:
			fmt.Fprintln(a.stderr, "whittle-bench: interrupted")
			a.exit = cli.Unknown
		case err != nil:
			return err
		case slices.ContainsFunc(rows, func(r threads.Row) bool { return r.Wrong }):
			a.exit = cli.Violated
		case slices.ContainsFunc(rows, func(r threads.Row) bool { return r.Failed != "" }):
			a.exit = cli.BadInput
		}
		return write(a.stdout, rows)
	}
	f := cmd.Flags()
	f.StringVar(&families, "families", "", "a `file` of tasks and their families")
	f.StringVar(&peers, "peers", "", "a `file` of what other tools say of tasks")
	f.Var(&timeout, "timeout", "CPU time of a run")
	f.StringVar(&format, "format", format, "text or csv")
	return cmd
}

// wordsOf reads a file with tabs: for each task the words about it, joined. A task is named by the end of its
// path.
func wordsOf(name string, items []tasks.Item, of func([]string) (task, words string), columns int) (
	map[string]string, error) {
	out := map[string]string{}
	if name == "" {
		return out, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = '\t', -1
	for {
		rec, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		case len(rec) < columns:
			return nil, fmt.Errorf("%s: want %d columns, found %d", name, columns, len(rec))
		}
		task, words := of(rec)
		stem := strings.TrimSuffix(filepath.Base(task), filepath.Ext(task))
		for _, it := range items {
			if base := filepath.Base(it.Path); strings.TrimSuffix(base, filepath.Ext(base)) != stem {
				continue
			}
			if out[it.Name] != "" {
				words = out[it.Name] + ", " + words
			}
			out[it.Name] = words
		}
	}
}
