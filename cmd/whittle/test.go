package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/english"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testsuite"
)

// suiteFormats are the formats of test suites.
var suiteFormats = []string{"all", "testcomp"}

// suiteTimeout is how long whittle test looks for tests unless it is told otherwise.
const suiteTimeout = time.Minute

func (a *app) testCommand() *cobra.Command {
	var t run.Task
	var o run.SuiteOptions
	var folder, format string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "test [flags] file.c...",
		Short: "Write a test suite that covers what can be covered",
		Long: `test writes a folder with a test suite of a program: executions that together take every branch that
can be taken, each as a C program with its inputs and, for threads, its schedule; a Makefile that builds and
runs them and has gcov measure them; what each is expected to print and to exit with; an index, and what is
covered as a page and for lcov. What no test covers is proved to be dead, or told to be open.

Tests that others make unnecessary are left out. A test that fails an assertion is part of it, and is expected to.

Exit codes: 0 everything is covered or dead, 2 bad input or usage, 3 something is open
or not supported.`,
		Example: `  whittle test prog.c && make -C tests
  make -C tests coverage
  whittle test --coverage conditions -o suite prog.c
  whittle test --coverage error-call --format testcomp prog.c
  whittle test --timeout 5m --paths 10000 prog.c`,
		Args: files,
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		t.Files = args
		if format != suiteFormats[0] && format != suiteFormats[1] {
			return fmt.Errorf("format %q is none of %s", format, strings.Join(suiteFormats, ", "))
		}
		if err := run.CheckSuiteFolder(folder); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		p := a.progress(verbose)
		var found atomic.Value // so far; engines tell of themselves at any time
		found.Store("")
		o.Tell = func(x testsuite.Progress) {
			text := suiteProgress(x)
			found.Store(text)
			p.Show(text)
		}
		o.Events = func(e run.Event) { p.Show(found.Load().(string) + "; " + eventText(e)) }
		s, err := run.MakeSuite(cmd.Context(), t, o)
		p.Clear()
		if err := a.report(diagnostics{s.Diagnostics}, verbose, err); err != nil {
			return err
		}
		notes, err := s.WriteFolder(folder, format == suiteFormats[1])
		for _, n := range notes {
			fmt.Fprintf(a.stderr, "whittle: note: %s\n", n)
		}
		if err != nil {
			return err
		}
		if !s.Complete() {
			a.exit = cli.Unknown
		}
		return writeSuite(a.stdout, s.Suite, folder, verbose)
	})
	heading(cmd, "The suite", func() {
		f := cmd.Flags()
		f.StringVarP(&folder, "output", "o", "tests", "write the suite to this `folder`; one that holds a "+
			"suite is replaced")
		f.StringVar(&o.Coverage, "coverage", "", "what is to be covered, a `word`: "+
			strings.Join(run.Coverages(), ", ")+" (each outcome of the condition of an if, a loop or a "+
			"?:, and each case; each outcome of each operand of && and ||; each failing assertion and call "+
			"of an error function) (default: that of a property file of Test-Comp, else branches)")
		f.StringVar(&format, "format", suiteFormats[0], "what the folder holds, a `word`: all, or testcomp "+
			"(no more than the suite in the format of Test-Comp and the index)")
		f.BoolVarP(&verbose, "verbose", "v", false, "print every test and outcome, notes and progress")
	})
	taskFlags(cmd, &t)
	cmd.Flags().Lookup("property").Usage = "a .prp `file` of Test-Comp that says what is to be covered"
	limitFlags(cmd, &o.Options)
	o.Timeout = suiteTimeout
	cmd.Flags().Lookup("timeout").Usage = "look for tests no longer than this wall time: 60s, 5m, a number " +
		"of seconds; 0: as long as it takes (default 1m)"
	heading(cmd, "Limits", func() {
		cmd.Flags().IntVar(&o.MaxPaths, "paths", 0, "look for tests in no more than this `number` of "+
			"executions (default: no limit)")
	})
	engineFlags(cmd, &o.Options)
	seldom(cmd, "property", "strict", "no-minimise", "audit", "bug-dir", "dump-smt2")
	return cmd
}

// suiteProgress says how far the search for tests has come.
func suiteProgress(x testsuite.Progress) string {
	text := fmt.Sprintf("%s, %d of %d covered", english.Count(x.Executions+x.Paths, "path"), x.Covered,
		x.Goals)
	if x.Dead > 0 {
		text += fmt.Sprintf(", %d dead", x.Dead)
	}
	if x.Pruned >= 0 {
		text += fmt.Sprintf(", %.0f %% pruned", 100*x.Pruned)
	}
	return text
}

// writeSuite says what a suite is like.
func writeSuite(w io.Writer, s *testsuite.Suite, folder string, verbose bool) error {
	var b strings.Builder
	dead, open := s.Count(testsuite.Dead), s.Count(testsuite.Open)
	fmt.Fprintf(&b, "%s in %s: %d of %d %s covered", english.Count(len(s.Tests), "test"), folder,
		s.Count(testsuite.Covered), len(s.Goals), goalNames[string(s.Criterion)])
	if dead > 0 {
		fmt.Fprintf(&b, ", %d dead", dead)
	}
	if open > 0 {
		fmt.Fprintf(&b, ", %d open", open)
	}
	b.WriteString("\n")
	for i := range s.Tests {
		t := &s.Tests[i]
		if !verbose && i == shownTests {
			fmt.Fprintf(&b, "  ... %d more\n", len(s.Tests)-i)
			break
		}
		fmt.Fprintf(&b, "  %s  %s%s\n", t.Name, inputsOf(t), t.Expected())
	}
	for i := range s.Goals {
		if g := &s.Goals[i]; g.State == testsuite.Dead || g.State == testsuite.Open || verbose {
			fmt.Fprintf(&b, "%s: %s: %s", s.Program.Files.Format(g.Pos), g, g.State)
			if g.Why != "" {
				fmt.Fprintf(&b, " (%s)", g.Why)
			}
			b.WriteString("\n")
		}
	}
	for _, g := range s.Gaps {
		fmt.Fprintf(&b, "%s: not supported, and what follows is not counted: %s\n",
			s.Program.Files.Format(g.Pos), g.What)
	}
	if open > 0 && s.Stopped != "" {
		fmt.Fprintf(&b, "the search ended: %s\n", s.Stopped)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// goalNames are what a criterion counts.
var goalNames = map[string]string{"branches": "branches", "conditions": "conditions",
	"error-call": "error calls"}

// shownTests and shownInputs bound what is printed without --verbose.
const (
	shownTests  = 20
	shownInputs = 6
)

// inputsOf lists the inputs of a test.
func inputsOf(t *testsuite.Test) string {
	var list []string
	for i, in := range t.Inputs() {
		if i == shownInputs {
			list = append(list, "...")
			break
		}
		list = append(list, in.Number())
	}
	if len(list) == 0 {
		return ""
	}
	return "with " + strings.Join(list, ", ") + " "
}
