package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// The values of --fail-on.
const (
	onViolated = "violated"
	onUnknown  = "unknown"
	onNew      = "new"
)

// failOn are the flags that say which answers are failures, by the exit code.
type failOn struct {
	what, baseline string
	earlier        run.Baseline
}

func (f *failOn) flags(cmd *cobra.Command) {
	heading(cmd, "Output", func() {
		cmd.Flags().StringVar(&f.what, "fail-on", "", "what exits with a failure, a `word`: "+
			"violated, unknown (or violated), or new (not in the baseline)")
		cmd.Flags().StringVar(&f.baseline, "baseline", "", "the answer of an earlier run, the `file` "+
			"of --json or of --sarif: its violations are known")
	})
}

// read refuses flags that cannot be followed, and reads the baseline.
func (f *failOn) read() error {
	switch {
	case f.what != "" && !slices.Contains([]string{onViolated, onUnknown, onNew}, f.what):
		return fmt.Errorf("--fail-on %q is none of %s, %s, %s", f.what, onViolated, onUnknown, onNew)
	case f.what == onNew && f.baseline == "":
		return fmt.Errorf("--fail-on new needs a --baseline, to tell what is new")
	case f.what == "" && f.baseline != "":
		f.what = onNew
	case f.what == "":
		f.what = onUnknown
	}
	if f.baseline == "" {
		return nil
	}
	file, err := os.Open(f.baseline)
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	defer file.Close()
	if f.earlier, err = run.ReadBaseline(file); err != nil {
		return fmt.Errorf("--baseline: %s: %w", f.baseline, err)
	}
	return nil
}

// code is the exit code of an answer. Which violations are known is told on standard error.
func (f *failOn) code(a *app, res run.Outcome) int {
	code := exitCode(res.Verdict)
	if f.earlier != nil && res.Verdict.Kind == property.False {
		known, fresh := res.SortByBaseline(f.earlier)
		for _, list := range []struct {
			what  string
			names []string
		}{{"known from", known}, {"not in", fresh}} {
			if len(list.names) > 0 {
				fmt.Fprintf(a.stderr, "whittle: %s %s: %s\n", list.what, f.baseline,
					strings.Join(list.names, ", "))
			}
		}
		if f.what == onNew && len(fresh) == 0 {
			return cli.Holds
		}
	}
	if code == cli.Unknown && f.what != onUnknown {
		return cli.Holds
	}
	return code
}
