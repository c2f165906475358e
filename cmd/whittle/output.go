package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"whittle.dev/internal/check"
)

// output are the flags that say how results are printed.
type output struct {
	json, stats, verbose bool
	color                string
	format, sarif        string // see formats.go
	report               string // see html_report.go
	witness              string
	witnessFormat        string
	harness              string // see replay.go
}

func (o *output) flags(cmd *cobra.Command) {
	heading(cmd, "Output", func() {
		cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false,
			"print notes and progress, and every step of a trace")
		o.color = "auto"
		cmd.Flags().Var((*choice)(&o.color), "color", "colours: auto (on a terminal), always or never")
		cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object instead of text, as --format json")
	})
}

// choice is the flag --color.
type choice string

// String prints the choice.
func (c *choice) String() string { return string(*c) }

// Type names the flag's value in help texts.
func (c *choice) Type() string { return "when" }

// Set reads the choice.
func (c *choice) Set(s string) error {
	switch s {
	case "auto", "always", "never":
		*c = choice(s)
		return nil
	}
	return fmt.Errorf("%q is none of auto, always, never", s)
}

// count is a flag: a number that is at least 1.
type count int

// String prints the number.
func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Type names the flag's value in help texts.
func (c *count) Type() string { return "n" }

// Set reads the number.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number from 1", s)
	}
	*c = count(n)
	return nil
}

// plainWidth is the width of output that goes to no terminal.
const plainWidth = 100

// options are those for printing to w.
func (o *output) options(w io.Writer) check.ReportOptions {
	opt := check.ReportOptions{Width: plainWidth, Verbose: o.verbose, Stats: o.stats}
	width, terminal := terminalWidth(w)
	if terminal && width >= 60 {
		opt.Width = width
	}
	_, plain := os.LookupEnv("NO_COLOR")
	opt.Color = o.color == "always" || o.color == "auto" && terminal && !plain
	return opt
}

// terminalWidth returns the width of the terminal that w writes to.
func terminalWidth(w io.Writer) (width int, terminal bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}
