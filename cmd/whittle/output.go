package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
)

// output are the flags that say how results are printed.
type output struct {
	json, stats, verbose bool
	color                string
	format, sarif        string // see formats.go
	report               string // see html_report.go
	record               string
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

// plainWidth is the width of output that goes to no terminal.
const plainWidth = 100

// options are those for printing to w.
func (o *output) options(w io.Writer) run.ReportOptions {
	opt := run.ReportOptions{Width: plainWidth, Verbose: o.verbose, Stats: o.stats}
	width, terminal := cli.TerminalWidth(w)
	if terminal && width >= 60 {
		opt.Width = width
	}
	_, plain := os.LookupEnv("NO_COLOR")
	opt.Color = o.color == "always" || o.color == "auto" && terminal && !plain
	return opt
}
