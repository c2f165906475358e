package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/solvers"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
)

// compareFlags are the flags of bench compare that need reading.
type compareFlags struct {
	solvers         []string
	own             string
	timeout         cli.Duration
	memory          cli.Size
	results, format string
	verbose         bool
}

// compareCommand is whittle bench compare.
func (a *app) compareCommand() *cobra.Command {
	f := compareFlags{timeout: cli.Duration(100 * time.Second), memory: 4e9, format: "text"}
	cmd := &cobra.Command{
		Use:   "compare [flags] sat|smt file-or-folder...",
		Short: "Compare the built-in solvers with other ones",
		Long: `compare gives DIMACS formulas (sat) or SMT-LIB 2 scripts (smt) to whittle and to other solvers, one process
after the other in changing order, and prints CPU time, peak memory and answer for each file, and the ratios.
A solver that is not there is left out, which is said on standard error.

--solver names solvers: a name (cadical, minisat, kissat, ...; z3, cvc5, bitwuzla, ...), a command line that
gets the file as its last argument, or NAME=COMMAND. Default: cadical and minisat, or z3 and cvc5.

Exit codes: 0 no two answers contradict each other, 1 some do (or the file itself says otherwise), 2 bad
input or usage, 3 interrupted.`,
		Example: `  whittle-bench gen cnf formulas/
  whittle bench compare sat formulas/
  whittle bench compare --timeout 60s --results run.jsonl smt scripts/
  whittle bench compare --solver 'old=./whittle-old sat' --solver cadical sat formulas/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("want the kind of solvers and at least one file or folder, see '%s --help'",
					cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.compare(cmd, f, args[0], args[1:]) }
	fs := cmd.Flags()
	fs.StringArrayVar(&f.solvers, "solver", nil, "compare with this `solver` (repeatable)")
	fs.StringVar(&f.own, "own-flags", "", "`flags` for whittle sat or whittle solve")
	fs.Var(&f.timeout, "timeout", "CPU time of each process, rounded up to seconds (and four times as much "+
		"wall time)")
	fs.Var(&f.memory, "memory", "memory of each process")
	fs.StringVar(&f.results, "results", "", "append results to this `file` and resume from it")
	fs.StringVar(&f.format, "format", "text", "text, markdown or json")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print a line as each process ends")
	fs.Lookup("memory").DefValue = "4GB"
	return cmd
}

func (a *app) compare(cmd *cobra.Command, f compareFlags, kind string, paths []string) error {
	lang, err := solvers.ParseLanguage(kind)
	if err != nil {
		return err
	}
	switch f.format {
	case "text", "markdown", "json":
	default:
		return fmt.Errorf("format %q is none of text, markdown, json", f.format)
	}
	c := solvers.Race{Language: lang, Timeout: time.Duration(f.timeout), Memory: uint64(f.memory),
		Results: f.results}
	files, err := c.Files(paths)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no file ends in %s", lang.Extension())
	}
	if c.Contenders, err = a.contenders(lang, f); err != nil {
		return err
	}
	p := a.progress(false)
	n := 0
	c.Done = func(m solvers.Measure, resumed bool) {
		n++
		if f.verbose && !resumed {
			p.Wipe()
			fmt.Fprintf(a.stderr, "%4d/%d  %-44s %-10s %-7s %8.2f s %6.0f MB  %s\n", n,
				len(files)*len(c.Contenders), m.File, m.Solver, m.Answer, m.CPU, float64(m.Memory)/1e6, m.Why)
		}
		p.Show(fmt.Sprintf("%d of %d; last %s, %s", n, len(files)*len(c.Contenders), m.File, m.Solver))
	}
	ms, err := c.Run(cmd.Context(), files)
	p.Clear()
	interrupted := cmd.Context().Err() != nil
	if err != nil && !interrupted {
		return err
	}
	t := solvers.NewTable(c.Contenders, ms)
	write := map[string]func(io.Writer) error{"text": t.Text, "markdown": t.Markdown,
		"json": t.JSON}[f.format]
	if err := write(a.stdout); err != nil {
		return err
	}
	for _, d := range t.Disagreements {
		fmt.Fprintf(a.stderr, "whittle: DISAGREEMENT: %s\n", d)
	}
	switch {
	case len(t.Disagreements) > 0:
		a.exit = cli.Violated
	case interrupted:
		fmt.Fprintf(a.stderr, "whittle: interrupted after %d of %d processes\n", len(ms),
			len(files)*len(c.Contenders))
		a.exit = cli.Unknown
	}
	return nil
}

// contenders are this program and the other solvers that are there.
func (a *app) contenders(lang solvers.Language, f compareFlags) ([]solvers.Contender, error) {
	exe, build, err := taskrun.Self()
	if err != nil {
		return nil, err
	}
	command := map[solvers.Language]string{solvers.DIMACS: "sat", solvers.SMTLIB: "solve"}[lang]
	out := []solvers.Contender{{Name: "whittle", Build: build,
		Command: append([]string{exe, command}, strings.Fields(f.own)...)}}
	names := f.solvers
	if len(names) == 0 {
		names = lang.Defaults()
	}
	for _, name := range names {
		c, err := lang.Contender(name)
		if err != nil {
			if len(f.solvers) > 0 && len(names) == 1 {
				return nil, err
			}
			fmt.Fprintf(a.stderr, "whittle: left out: %v\n", err)
			continue
		}
		for _, other := range out {
			if other.Name == c.Name {
				return nil, errors.New("two solvers are called " + c.Name +
					": name one, as in 'NAME=COMMAND'")
			}
		}
		out = append(out, c)
	}
	return out, nil
}
