package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
	"whittle.dev/internal/validate"
)

func (a *app) witnessCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "witness",
		Short: "Check the reasons that a verifier gives for its verdict",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.witnessCheckCommand())
	return cmd
}

func (a *app) witnessCheckCommand() *cobra.Command {
	var t run.Task
	var o validate.Options
	var out output
	cmd := &cobra.Command{
		Use:   "check [flags] witness.yml file.c... | task.yml | -p build/",
		Short: "Validate a witness of a verdict, of whittle or of another tool",
		Long: `check validates a witness in the YAML formats 2.0, 2.1 and 2.2 of SV-COMP against the program.

A violation witness is confirmed if an execution that it describes violates the property: one that passes its
segments in their order, up to the target. The execution is replayed. It is rejected if there is none.

A correctness witness is confirmed if the property holds and each invariant holds whenever its place is reached.
It is rejected if the property or an invariant does not hold; an execution is shown that breaks it.

The property and the data model are those of the witness; what is given must not contradict it, and the hashes
of the input files must be those of the witness.

The last line on standard output is "confirmed: " and the verdict of the witness (true, false(unreach-call),
...), "rejected", or "unknown".

Exit codes: 0 the witness is confirmed, 1 it is rejected, 2 bad input or usage, also a witness that is not
well-formed or does not fit the program, 3 unknown.`,
		Example: `  whittle check --witness w.yml prog.c; whittle witness check w.yml prog.c
  whittle witness check --timeout 90s --json witness.yml task.yml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no witness, see '%s --help'", cmd.CommandPath())
			}
			return files(cmd, args[1:])
		},
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		t.Files = args[1:]
		p := a.progress(out.verbose)
		o.Events = p.event
		res, err := validate.Witness(cmd.Context(), args[0], t, o)
		p.Clear()
		if err := a.reportAs(&out, diagnostics{res.Diagnostics}, err); err != nil {
			return err
		}
		for _, n := range res.Notes {
			fmt.Fprintf(a.stderr, "%s\n", n)
		}
		switch res.Status {
		case validate.Confirmed:
			a.exit = cli.Holds
		case validate.Rejected:
			a.exit = cli.Violated
		default:
			a.exit = cli.Unknown
		}
		if out.json {
			return res.WriteJSON(a.stdout)
		}
		return res.WriteText(a.stdout, out.options(a.stdout))
	})
	taskFlags(cmd, &t)
	seldom(cmd, "strict")
	cmd.Flags().Lookup("property").Usage = "what the witness must be about: a `name` or a .prp file " +
		"(default: what it is about)"
	cmd.Flags().Lookup("data-model").Usage = "sizes of types: the `name` LP64 or ILP32 (default: that of " +
		"the witness)"
	heading(cmd, "The program, and what is checked", func() {
		cmd.Flags().BoolVar(&o.IgnoreHashes, "ignore-hashes", false,
			"check the witness also if the hashes of its input files are others")
	})
	limitFlags(cmd, &o.Options)
	out.flags(cmd)
	heading(cmd, "Output", func() {
		cmd.Flags().BoolVar(&out.stats, "stats", false,
			"print how long it took")
	})
	engineFlags(cmd, &o.Options)
	return cmd
}
