package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"whittle.dev/internal/version"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := fmt.Fprintln(a.stdout, versionText())
			return err
		},
	}
}

// versionText is what version and --version print.
func versionText() string {
	return fmt.Sprintf("whittle %s, %s, %s/%s", version.String(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}
