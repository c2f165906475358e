package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A command with many flags has two help texts: 'whittle check --help' fits on a screen and has what most
// people need; 'whittle help --all check' has the rest.

// seldomKey marks a flag that brief help leaves out.
const seldomKey = "whittle_seldom"

// seldom leaves flags of a command out of its brief help.
func seldom(cmd *cobra.Command, names ...string) {
	for _, n := range names {
		f := cmd.Flags().Lookup(n)
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[seldomKey] = []string{"true"}
	}
}

// hasBrief reports whether a command has so many flags that some are left out of its brief help.
func hasBrief(cmd *cobra.Command) bool {
	found := false
	cmd.Flags().VisitAll(func(f *pflag.Flag) { found = found || f.Annotations[seldomKey] != nil })
	return found
}

// briefText is the first and the last ones of the parts of a text.
func briefText(text, separator string, first, last int) string {
	parts := strings.Split(text, separator)
	if len(parts) > first+last {
		parts = append(parts[:first:first], parts[len(parts)-last:]...)
	}
	return strings.Join(parts, separator)
}

// briefUsage cuts an explanation so that it fits on a line, at the end of a clause.
func briefUsage(usage string, width int) string {
	if len(usage) <= width {
		return usage
	}
	for _, separator := range []string{"; ", " (", ": ", ", "} { // the strongest one first
		if end := strings.LastIndex(usage[:width+1], separator); end > 0 {
			return usage[:end]
		}
	}
	return usage
}
