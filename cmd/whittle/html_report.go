package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"whittle.dev/internal/outfile"
	"whittle.dev/internal/run"
)

// reportFlag is the flag about the HTML report.
func (o *output) reportFlag(cmd *cobra.Command) {
	heading(cmd, "Output", func() {
		cmd.Flags().StringVar(&o.report, "report", "",
			"write an HTML page to this `file` as well: the answer, with the trace to step through beside "+
				"the source, self-contained")
	})
}

// writeReport writes the HTML report.
func (o *output) writeReport(a *app, res run.Outcome) error {
	command := append([]string{"whittle"}, a.args...)
	write := func(w io.Writer) error { return res.WriteReport(w, command) }
	if err := outfile.Write(o.report, write); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}
