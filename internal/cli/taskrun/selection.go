package taskrun

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

// Selection are the flags that choose among tasks.
type Selection struct {
	Property, Set, Expected, Match string
	Limit                          int
}

// Flags adds the flags to a command.
func (s *Selection) Flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVarP(&s.Property, "property", "p", s.Property, "only tasks with this property")
	fs.StringVar(&s.Set, "set", "", "only tasks of this set")
	fs.StringVar(&s.Expected, "expected", "", "only tasks with this expected verdict: true, false, unknown")
	fs.StringVar(&s.Match, "match", "", "only tasks whose name matches this regular `expression`")
	fs.IntVar(&s.Limit, "limit", 0, "only the first `n` tasks that are left")
}

// Filter reads the flags.
func (s Selection) Filter() (tasks.Filter, error) {
	filter := tasks.Filter{Set: s.Set, Expected: s.Expected, Limit: s.Limit}
	var err error
	if s.Property != "" {
		if filter.Property, err = property.Parse(s.Property); err != nil {
			return filter, err
		}
	}
	switch s.Expected {
	case "", "true", "false", "unknown":
	default:
		return filter, fmt.Errorf("--expected %q is none of true, false, unknown", s.Expected)
	}
	if s.Match != "" {
		if filter.Match, err = regexp.Compile(s.Match); err != nil {
			return filter, fmt.Errorf("--match: %w", err)
		}
	}
	return filter, nil
}

// Collect returns the tasks that pass a filter, of which there is one at least.
func Collect(names []string, filter tasks.Filter) ([]tasks.Item, error) {
	items, err := tasks.Collect(names, filter)
	if err == nil && len(items) == 0 {
		err = errors.New("no task passes the filters")
	}
	return items, err
}

// CutAtDash cuts the arguments of a command at a "--": tasks before it, flags of check after it.
func CutAtDash(cmd *cobra.Command, args []string) (names, flags []string) {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return args[:n], args[n:]
	}
	return args, nil
}
