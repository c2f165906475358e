package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/htmltable"
	"whittle.dev/internal/bench/table"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/outfile"
)

// benchOutput are the flags of bench and bench table that say what is printed and written.
type benchOutput struct {
	format, junit, html, title string
	by                         string
	against                    string
	factor                     float64
	floor                      cli.Duration
	failOnRegression           bool
}

func (o *benchOutput) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	heading(cmd, "Results", func() {
		fs.StringVar(&o.format, "format", "text", "text, csv or json")
		fs.StringVar(&o.html, "html", "", "write the results as one page to this `file` as well: a table "+
			"to sort and filter, quantile and scatter plots, scores")
		fs.StringVar(&o.title, "title", "", "the `title` of the page (default: Benchmark results)")
		fs.StringVar(&o.junit, "junit", "", "write the results as JUnit XML to this `file` as well: a "+
			"wrong answer is a failure, no answer an error, unknown is skipped")
		fs.StringVar(&o.by, "by", "set", "what a category is: set, or the folder of a task")
	})
	heading(cmd, "Comparison with an earlier run", func() {
		fs.StringVar(&o.against, "against", "", "list each task whose verdict or time is another one than "+
			"in this results `file` of an earlier run")
		fs.Float64Var(&o.factor, "against-factor", 2, "a CPU time has changed if it is so many `times` the "+
			"other one, or more")
		fs.Var(&o.floor, "against-floor", "times that differ by less, or are both below it, are alike")
		fs.BoolVar(&o.failOnRegression, "fail-on-regression", false,
			"exit with 1 also if a task got worse: its answer is wrong now, it has none any more, or it "+
				"became slower")
	})
}

// check finds out what can be wrong before hours of work are lost.
func (o *benchOutput) check() error {
	switch o.format {
	case "text", "csv", "json":
	default:
		return fmt.Errorf("format %q is none of text, csv, json", o.format)
	}
	switch o.by {
	case "set", "folder":
	default:
		return fmt.Errorf("--by %q is none of set, folder", o.by)
	}
	for _, out := range [][2]string{{"--html", o.html}, {"--junit", o.junit}} {
		flag, name := out[0], out[1]
		if err := namedFile(flag, name); err != nil {
			return err
		}
		if dir := filepath.Dir(name); name != "" {
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				return fmt.Errorf("%s: there is no folder %s", flag, dir)
			}
		}
	}
	if o.factor <= 1 {
		return fmt.Errorf("--against-factor %g must be above 1", o.factor)
	}
	if o.failOnRegression && o.against == "" {
		return fmt.Errorf("--fail-on-regression needs --against")
	}
	if o.against != "" {
		if _, _, err := tasks.ReadResults(o.against); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
	}
	return nil
}

// write prints and writes the results, and sets the exit code.
func (o *benchOutput) write(a *app, recs []tasks.Record, setups []tasks.Setup) error {
	var old []tasks.Record
	if o.against != "" {
		var err error
		if old, _, err = tasks.ReadResults(o.against); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
	}
	if o.by == "folder" {
		recs, old = tasks.ByFolder(recs), tasks.ByFolder(old)
	}
	results := table.New(recs)
	results.Setups = setups
	if o.against != "" {
		how := table.Comparability{Factor: o.factor, Floor: time.Duration(o.floor).Seconds()}
		var err error
		if results.Against, err = table.CompareRuns(o.against, old, recs, how); err != nil {
			return err
		}
	}
	write := map[string]func(io.Writer) error{"text": results.Text, "csv": results.CSV,
		"json": results.JSON}[o.format]
	if err := write(a.stdout); err != nil {
		return err
	}
	if o.format == "csv" && results.Against != nil { // which has no place for it
		if err := results.Against.Text(a.stderr); err != nil {
			return err
		}
	}
	page := func(w io.Writer) error { return htmltable.Write(w, results, o.title) }
	for _, out := range []struct {
		flag, name string
		write      func(io.Writer) error
	}{{"--junit", o.junit, results.JUnit}, {"--html", o.html, page}} {
		if out.name == "" {
			continue
		}
		if err := outfile.Write(out.name, out.write); err != nil {
			return fmt.Errorf("%s: %w", out.flag, err)
		}
	}
	a.judge(results.Wrong() > 0 || o.failOnRegression && results.Against.Regressions() > 0)
	return nil
}

// tableCommand is whittle bench table.
func (a *app) tableCommand() *cobra.Command {
	o := &benchOutput{floor: defaultFloor}
	var rename []string
	cmd := &cobra.Command{
		Use:   "table [flags] results.jsonl...",
		Short: "Print the results of earlier runs, side by side",
		Long: `table reads files that bench --results has written, and prints and writes what bench would: the table, totals and scores,
a page, JUnit XML, a comparison with another run. Nothing is run. The results of several files stand side by side; a
configuration that several have is told apart by the names of the files, or by the names that --as gives.

Exit codes: 0 no answer is wrong, 1 an answer is wrong, 2 bad input or usage.`,
		Example: `  whittle bench table run.jsonl --html run.html
  whittle bench table --as before --as after old.jsonl new.jsonl
  whittle bench table --against old.jsonl --fail-on-regression new.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no results file, see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if len(rename) > 0 && len(rename) != len(args) {
				return fmt.Errorf("--as is given %d times for %d files", len(rename), len(args))
			}
			var runs [][]tasks.Record
			var setups []tasks.Setup
			for _, file := range args {
				recs, setup, err := tasks.ReadResults(file)
				if err != nil {
					return err
				}
				runs, setups = append(runs, recs), append(setups, setup)
			}
			names := rename
			if names == nil {
				names = args
			}
			recs, err := table.SideBySide(names, rename != nil, runs, setups)
			if err != nil {
				return err
			}
			return o.write(a, recs, setups)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringArrayVar(&rename, "as", nil, "the `name` of a file's results in the table (once for "+
		"each file)")
	return cmd
}

// defaultFloor is the time below which differences are noise.
const defaultFloor = cli.Duration(time.Second)
