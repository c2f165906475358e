package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/helping"
	"whittle.dev/internal/run"
)

// elsewhere is what a check has to do with other machines.
type elsewhere struct {
	server  bus.Server
	helpers cli.Count
	assist  string         // the name that a run listens under, which this one helps
	flags   *pflag.FlagSet // of the check
}

// add makes the flags.
func (e *elsewhere) add(cmd *cobra.Command) {
	serverFlags(cmd, &e.server)
	fs := cmd.Flags()
	fs.Lookup("server").Usage = "share answers to questions of the engine ceds with runs elsewhere, and " +
		"with --helpers hard questions, by this `URL` of a cluster's server"
	fs.Var(&e.helpers, "helpers", "let so many tasks of the server's workers help with a question that is "+
		"hard (bmc, dpr: with parts of it; cpa, modular, slab: with other strategies; needs --server and "+
		"--creds)")
	fs.StringVar(&e.assist, helping.Flag, "", "help the run that listens under this `name` (for workers)")
	seldom(cmd, "server", "creds", "tls-ca", "helpers", helping.Flag)
}

// assists reports whether the arguments of a job are those of a helper.
func assists(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return strings.HasPrefix(a, "--"+helping.Flag+"=")
	})
}

var (
	errNoServer = errors.New("it needs --server")
	errNoToken  = errors.New("it needs --creds with the server's token: what helpers say is believed")
)

// check says what is wrong with the flags.
func (e *elsewhere) check(t run.Task) error {
	for _, f := range []string{"helpers", helping.Flag} {
		if !e.flags.Changed(f) {
			continue
		}
		if e.server.URL == "" {
			return fmt.Errorf("--%s: %w", f, errNoServer)
		}
		if e.server.Key() == nil {
			return fmt.Errorf("--%s: %w", f, errNoToken)
		}
	}
	if e.helpers > 0 && (len(t.Files) != 1 || t.CompileCommands != "") {
		return errors.New("--helpers: the task must be one file")
	}
	return nil
}

// checkSharing is run.Check, with answers that runs elsewhere share if there is a server, and with helpers if
// they are wanted.
func (a *app) checkSharing(ctx context.Context, e *elsewhere, t run.Task, o run.Options) (run.Outcome,
	error) {
	if err := e.check(t); err != nil {
		return run.Outcome{}, err
	}
	if e.server.URL == "" {
		return run.Check(ctx, t, o)
	}
	s := e.server
	s.Name = "whittle check"
	shared, err := bus.NewAnswers(s)
	if err != nil {
		return run.Outcome{}, err
	}
	defer shared.Close()
	o.Answers, o.AnswersKey = shared, s.Key()
	if e.assist != "" {
		b, err := bus.Dial(ctx, s)
		if err != nil {
			return run.Outcome{}, err
		}
		defer b.Close()
		o.Lead = func(ctx context.Context, message []byte) ([]byte, error) {
			return helping.Ask(ctx, b, s, e.assist, message)
		}
	}
	if e.helpers > 0 {
		if o.Helpers, err = a.caller(e, s, t, o); err != nil {
			return run.Outcome{}, err
		}
	}
	return run.Check(ctx, t, o)
}

// caller calls helpers that check the same with the same flags.
func (a *app) caller(e *elsewhere, s bus.Server, t run.Task, o run.Options) (run.Helpers, error) {
	_, build, err := taskrun.Self()
	if err != nil {
		return nil, err
	}
	return &helping.Caller{Server: s, Build: build, Item: tasks.Item{Name: t.Files[0], Path: t.Files[0]},
		Args: helperArgs(o.Engine, e.flags), Memory: o.Memory, Wall: o.Timeout, Count: int(e.helpers),
		Log: func(err error) { fmt.Fprintf(a.stderr, "whittle: warning: %v\n", err) }}, nil
}

// ours are flags with which a helper has nothing to do: it has its own, or they are about output.
var ours = []string{"property", "engine", "timeout", "memory", "jobs", "helpers", helping.Flag, "json",
	"help", "stats", "verbose", "explain-plan"}

// helperArgs are the flags of a check that a helper gets. If one that is not for workers makes another
// program, the helper sees that its formula is another one, and does nothing.
func helperArgs(engine string, fs *pflag.FlagSet) []string {
	if engine == "" || engine == run.Engines()[0] {
		engine = "bmc" // the one of them that asks
	}
	args := []string{"--engine=" + engine}
	fs.Visit(func(f *pflag.Flag) {
		if slices.Contains(ours, f.Name) || f.Value.Type() != "bool" && !slices.Contains(harmless, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}
