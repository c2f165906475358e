package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/bench/papers/slab"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/outfile"
)

// slabFlags are the flags of bench slab that need reading.
type slabFlags struct {
	paperFlags
	larger, broken, ablation bool
	figure4                  string
}

// slabCommand is whittle-bench slab.
func (a *app) slabCommand() *cobra.Command {
	var f slabFlags
	cmd := &cobra.Command{
		Use:   "slab [flags] [-- flags of check]",
		Short: "Reproduce the evaluation of slicing abstractions",
		Long: `slab prints table 2 of the paper "Slicing Abstractions" for systems of our own: Deque, Bakery and Fischer in
several variants (A: a ticket is taken in one step, B: after a request, C: in two steps, D: the ticket after the highest;
pair: the error is about two processes, else about any two; parametric: bounds that are not given, only 0 <= C1 < C2), and
the elevator of table 1. Each is decided by the engines slab and pdr, and by z3's Spacer if it is there, in a process of its
own with one processor. Iterations, states and predicates are those of slab.

With --ablation it is slab alone, with each operation of slicing switched off, all of them, and each of its other
switches: what it decides then, with how many iterations, states and questions, and how long that takes.

Exit codes: 0 no answer is wrong, 1 an answer is wrong, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench slab
  whittle-bench slab --match 'Bakery [23]' --results run.jsonl
  whittle-bench slab --ablation --match Fischer --format csv
  whittle-bench slab --format html > table2.html
  whittle-bench slab --larger -- --set slab.window=last`,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		names, extra := taskrun.CutAtDash(cmd, args)
		if len(names) > 0 {
			return fmt.Errorf("want no arguments, found %q, see '%s --help'", names[0], cmd.CommandPath())
		}
		return a.slab(cmd, f, extra)
	}
	fs := cmd.Flags()
	fs.StringVar(&f.Match, "match", "", "only rows whose name matches this regular `expression`")
	fs.BoolVar(&f.larger, "larger", false, "the next sizes instead, which the paper does not have")
	fs.BoolVar(&f.broken, "broken", false, "small broken systems instead")
	fs.BoolVar(&f.ablation, "ablation", false, "compare slab with and without each operation of slicing")
	fs.StringVar(&f.figure4, "figure4", "", "write figure 4, states over predicates, to this `file` "+
		"instead: CSV, or a drawing if it ends in .svg")
	f.flags(cmd, "rows", "text", "csv", "json", "html")
	return cmd
}

// rows are the benchmarks that the flags choose.
func (f slabFlags) rows() ([]families.Row, error) {
	rows := append(families.Elevators(), families.Table2()...)
	switch {
	case f.larger && f.broken:
		return nil, errors.New("--larger and --broken exclude each other")
	case f.larger:
		rows = families.Larger()
	case f.broken:
		rows = families.Broken()
	}
	match, err := regexp.Compile(f.Match)
	if err != nil {
		return nil, fmt.Errorf("--match: %w", err)
	}
	rows = slices.DeleteFunc(rows, func(r families.Row) bool { return !match.MatchString(r.Name) })
	if len(rows) == 0 {
		return nil, fmt.Errorf("no row matches %q", f.Match)
	}
	return rows, nil
}

func (a *app) slab(cmd *cobra.Command, f slabFlags, extra []string) error {
	rows, err := f.rows()
	if err != nil {
		return err
	}
	if f.figure4 != "" {
		return writeFigure4(cmd.Context(), f.figure4, rows)
	}
	configs := slab.Ablation(extra)
	if !f.ablation {
		spacer, err := taskrun.FindTool(cmd.Context(), "z3")
		if err != nil {
			fmt.Fprintf(a.stderr, "whittle-bench: left out: %v\n", err)
		}
		configs = slab.Configs(spacer, extra)
	}
	dir, err := os.MkdirTemp("", "whittle-slab-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	items, err := slab.Items(cmd.Context(), rows, dir)
	if err != nil {
		return err
	}
	recs, err := a.runTasks(cmd, f.paperFlags, items, &tasks.Config{Configs: configs, Stats: slab.Stats()})
	if err != nil {
		return err
	}
	table := slab.NewTable(rows, configs, recs)
	if err := f.write(cmd.Context(), a.stdout, table, rows); err != nil {
		return err
	}
	a.judge(len(table.Wrong()) > 0)
	return nil
}

// write prints a table in the format that was asked for. A page has figure 4 with table 2.
func (f slabFlags) write(ctx context.Context, w io.Writer, table *slab.Table, rows []families.Row) error {
	switch {
	case f.format == "csv":
		return table.CSV(w)
	case f.format == "json":
		return table.JSON(w)
	case f.format == "html" && f.ablation:
		return table.AblationHTML(w)
	case f.format == "html":
		figure, err := slab.NewFigure4(ctx, rows)
		if err != nil && ctx.Err() == nil {
			return err
		}
		return table.HTML(w, figure)
	case f.ablation:
		return table.AblationText(w)
	}
	return table.Text(w)
}

func writeFigure4(ctx context.Context, name string, rows []families.Row) error {
	f, err := slab.NewFigure4(ctx, rows)
	switch {
	case err != nil:
		return err
	case f == nil:
		return errors.New("figure 4 is about Bakery with three processes, and no such row is left")
	case filepath.Ext(name) == ".svg":
		return outfile.Write(name, f.SVG)
	}
	return outfile.Write(name, f.CSV)
}
