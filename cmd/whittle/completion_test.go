package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestFlagsComplete wants a completion for each flag that has a value.
func TestFlagsComplete(t *testing.T) {
	eachTested(t, func(t *testing.T, a *app, cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("no completion for the value of --%s", f.Name)
			}
		})
	})
}
