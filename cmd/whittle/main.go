package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == proctree.Command {
		os.Exit(proctree.Supervise()) // no command of users: bench starts itself so
	}
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command and returns its exit code.
func command(args []string, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer cli.OnInterrupt(cancel)()

	app := &app{stdout: stdout, stderr: stderr, args: args}
	root, err := app.command()
	if err != nil {
		fmt.Fprintf(stderr, "whittle: %v\n", err)
		return cli.BadInput
	}
	cli.SingleValues(root)
	root.SetArgs(gccFlags(args))
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(stderr, "whittle: %v\n", err)
		return cli.BadInput
	}
	return app.exit
}

// gccFlags lets -include be written as for a compiler; the flag parser would
// take it for a group of one-letter flags.
func gccFlags(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if a == "--" {
			copy(out[i:], args[i:])
			break
		}
		if a == "-include" {
			a = "--include"
		}
		out[i] = a
	}
	return out
}

// app is what the commands share.
type app struct {
	stdout, stderr io.Writer
	exit           int
	args           []string // of the command line, without the program
}

// command returns the command line of whittle. Below the root there are all commands, or that alone which the
// first argument names: making the flags of the others would take a good part of a small run.
func (a *app) command() (*cobra.Command, error) {
	root := &cobra.Command{
		Use:   "whittle",
		Short: "A model checker for concurrent C programs",
		Long: `whittle checks concurrent C programs: it proves that no interleaving of the threads
and no input breaks a property, or shows one that does as a trace that was replayed.

To begin with: 'whittle check prog.c'. It looks for a call of assert() that can fail, in every interleaving.

Exit codes: 0 the property holds, 1 it is violated, 2 bad input or usage, 3 unknown.`,
		Example: `  whittle check prog.c                            can an assertion fail?
  whittle check --property no-data-race prog.c    is there a data race?
  whittle check --report prog.html prog.c         the answer as a page to step through
  whittle check --replay-harness out.c prog.c     a violation as a program that fails each time
  whittle check --timeout 60s --stats prog.c      with a limit, and numbers about the run
  whittle run --seed 7 prog.c                     execute it once, under a random schedule
  whittle bench tasks/                            a table over many programs`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	root.Version = versionText()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.DisableDefaultCmd = true // there is one of our own
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.printHelp(cmd, a.stdout, brief) })
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w%s, see '%s --help'", err, cli.SimilarFlag(cmd, err), cmd.CommandPath())
	})
	root.SetHelpCommand(a.helpCommand())
	commands := []struct {
		name string
		make func() *cobra.Command
	}{
		{"check", a.checkCommand}, {"run", a.runCommand}, {"replay", a.replayCommand},
		{"test", a.testCommand},
		{"show", a.showCommand}, {"solve", a.solveCommand},
		{"sat", a.satCommand}, {"bench", a.benchCommand}, {"witness", a.witnessCommand},
		{"cache", a.cacheCommand}, {"worker", a.workerCommand}, {"cluster", a.clusterCommand},
		{"version", a.versionCommand},
	}
	for _, c := range commands {
		if len(a.args) > 0 && a.args[0] == c.name {
			root.AddCommand(c.make())
			return root, nil
		}
	}
	for _, c := range commands {
		root.AddCommand(c.make())
	}
	root.AddCommand(a.completionCommand(), a.manCommand()) // they look at the others
	return root, complete(root)
}

// files is the check of arguments of commands that take C files.
func files(cmd *cobra.Command, args []string) error {
	if db := cmd.Flags().Lookup("compile-commands"); len(args) == 0 &&
		(db == nil || db.Value.String() == "") {
		return fmt.Errorf("no input file, see '%s --help'", cmd.CommandPath())
	}
	return nil
}

// report prints diagnostics and turns an error of the input into the exit
// code, so that what has been printed as a diagnostic is not told twice.
func (a *app) report(d diagnostics, verbose bool, err error) error {
	printed := d.print(a.stderr, verbose)
	if err == nil {
		return nil
	}
	if printed && run.IsInputError(err) {
		a.exit = cli.BadInput
		return errDone
	}
	return err
}

// reportAs is report for a command that may have to print JSON: then there is an object on standard output in
// any case.
func (a *app) reportAs(o *output, d diagnostics, err error) error {
	if err != nil && (o.json || o.format == "json") {
		if err := run.WriteJSONError(a.stdout, d.list, err); err != nil {
			return err
		}
	}
	return a.report(d, o.verbose, err)
}

// errDone ends a command whose exit code is set and that has nothing to say.
var errDone = errors.New("done")

// finish makes errDone a success of the command.
func finish(f func(cmd *cobra.Command, args []string) error) func(cmd *cobra.Command, args []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := f(cmd, args); !errors.Is(err, errDone) {
			return err
		}
		return nil
	}
}
