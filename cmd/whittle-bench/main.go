package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/version"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == proctree.Command {
		os.Exit(proctree.Supervise()) // no command of users: runs of tasks start this program so
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer cli.OnInterrupt(cancel)()
	a := &app{stdout: stdout, stderr: stderr}
	root := a.command()
	cli.SingleValues(root)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(stderr, "whittle-bench: %v\n", err)
		return cli.BadInput
	}
	return a.exit
}

// app is what the commands share.
type app struct {
	stdout, stderr io.Writer
	exit           int
	whittle        string // the program that is measured, as it was given
}

// command is the command line.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "whittle-bench",
		Short: "Repeat the evaluations of papers with whittle",
		Long: `whittle-bench repeats the evaluations of papers with whittle, compares it with other tools, and writes suites of
benchmarks. Each run is a process of whittle. To measure whittle on tasks of your own, use 'whittle bench'.

Exit codes: 0 no answer is wrong, 1 an answer is wrong, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench gen cnf formulas/
  whittle-bench pbmc --family DPhil
  whittle-bench slab --format html > table2.html
  whittle-bench symdivine --results run.jsonl tasks/`,
		Version:       version.String(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q, see 'whittle-bench --help'", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w%s, see '%s --help'", err, cli.SimilarFlag(cmd, err), cmd.CommandPath())
	})
	root.PersistentFlags().StringVar(&a.whittle, "whittle", "", "the `program` that is measured (default: "+
		"whittle beside this program, or in the PATH)")
	root.AddCommand(a.genCommand(), a.queriesCommand(), a.pbmcCommand(), a.dprCommand(), a.symdivineCommand(),
		a.slabCommand(), a.cpaCommand(), a.threadsCommand(), a.clusterCommand(), a.ltlCommand())
	return root
}

// program finds the whittle that is measured.
func (a *app) program() (string, error) {
	if a.whittle != "" {
		return exec.LookPath(a.whittle)
	}
	if self, err := os.Executable(); err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), "whittle")); err == nil {
			return beside, nil
		}
	}
	found, err := exec.LookPath("whittle")
	if err != nil {
		return "", errors.New("whittle is neither beside this program nor in the PATH, use --whittle PROGRAM")
	}
	return found, nil
}
