package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is a flag that takes one value. Given again with another value, it is refused: which of the two was
// meant is not known, and a property that is silently not checked passes for one that holds.
type once struct {
	pflag.Value
	given bool
	text  string // as it was given
}

// Set sets the flag, or compares the value with the one that it was given before.
func (o *once) Set(s string) error {
	before := o.Value.String()
	if err := o.Value.Set(s); err != nil {
		return err
	}
	if o.given && o.Value.String() != before {
		return fmt.Errorf("it was given as %q before, and takes one value", o.text)
	}
	o.given, o.text = true, s
	return nil
}

// SingleValues makes each flag of a command, and of those below it, take one value, except those that are
// lists.
func SingleValues(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, list := f.Value.(pflag.SliceValue); !list {
			f.Value = &once{Value: f.Value}
		}
	})
	for _, c := range cmd.Commands() {
		SingleValues(c)
	}
}
