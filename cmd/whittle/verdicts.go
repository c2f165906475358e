package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
	"whittle.dev/internal/verdicts"
)

// storeVariable is the variable of the environment that says where verdicts are kept.
const storeVariable = "WHITTLE_VERDICTS"

// Where verdicts are kept, in place of a folder.
const (
	storeOff = "off"
	storeOn  = "on" // in the folder that the user has for such things
)

// storeFlag is the flag that says where verdicts are kept.
func storeFlag(cmd *cobra.Command, where *string) {
	heading(cmd, "How it is solved", func() {
		cmd.Flags().StringVar(where, "verdicts", "", "keep what is found out, and look it up for programs "+
			"that are the same but for where they stand in their files: in this `folder`, on (that of the "+
			"user) or off (default: what "+storeVariable+" says, else off)")
	})
}

// openStore opens the store that the flag, or else the environment, names; nil: there is none.
func openStore(where string) (*verdicts.Store, error) {
	where = cmp.Or(where, os.Getenv(storeVariable), storeOff)
	if where == storeOff {
		return nil, nil
	}
	if where == storeOn {
		var err error
		if where, err = verdicts.DefaultDir(); err != nil {
			return nil, err
		}
	}
	s, err := verdicts.Open(where)
	if err != nil {
		return nil, fmt.Errorf("--verdicts: %w", err)
	}
	return s, nil
}

// keepVerdicts sets the store of a check whose outputs need no more than is kept.
func (o *output) keepVerdicts(where string, opt *run.Options) (err error) {
	if o.witness != "" || o.report != "" {
		return nil
	}
	opt.Verdicts, err = openStore(where)
	return err
}

func (a *app) cacheCommand() *cobra.Command {
	var where string
	var trim cli.Size
	var clean bool
	cmd := &cobra.Command{
		Use:   "cache [flags]",
		Short: "Show, trim or clean what was found out earlier",
		Long: `cache says where verdicts are kept for later runs (check --verdicts) and how many there are. With
--trim it removes those that were not used for longest, until the rest is as small as is wanted; with
--clean all.`,
		Example: `  whittle cache
  whittle cache --trim 50MB
  whittle cache --verdicts .whittle --clean`,
		Args: cobra.NoArgs,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := openStore(cmp.Or(where, os.Getenv(storeVariable), storeOn))
		switch {
		case err != nil:
			return err
		case s == nil:
			return errors.New("the store is off")
		case clean:
			err = s.Clean()
		case cmd.Flags().Changed("trim"):
			err = s.Trim(int64(trim))
		}
		if err != nil {
			return err
		}
		u, err := s.Usage()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.stdout, "%s: %d programs, %.1f MB\n", s.Dir(), u.Entries,
			float64(u.Bytes)/1e6)
		return err
	}
	cmd.Flags().StringVar(&where, "verdicts", "", "the `folder` (default: what "+storeVariable+
		" says, else that of the user)")
	cmd.Flags().Var(&trim, "trim", "keep at most this `size`, 50MB")
	cmd.Flags().BoolVar(&clean, "clean", false, "remove all")
	return cmd
}
