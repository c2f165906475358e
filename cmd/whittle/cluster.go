package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/helping"
	"whittle.dev/internal/cluster/status"
	"whittle.dev/internal/cluster/work"
	"whittle.dev/internal/lazy"
	"whittle.dev/internal/version"
)

// serverFlags are those by which a cluster is reached.
func serverFlags(cmd *cobra.Command, s *bus.Server) {
	fs := cmd.Flags()
	fs.StringVar(&s.URL, "server", "", "the cluster's server: nats://HOST:PORT, or tls://HOST:PORT on "+
		"another machine")
	fs.StringVar(&s.Creds, "creds", "", "a `file` with the server's token in one line, or with NATS "+
		"credentials")
	fs.StringVar(&s.CA, "tls-ca", "", "a `file` with the certificates that sign the server's")
}

// connect connects to the server of the flags.
func connect(ctx context.Context, s bus.Server, name string) (*bus.Bus, error) {
	if s.URL == "" {
		return nil, errors.New("no server, use --server nats://HOST:PORT ('whittle-serve' starts one)")
	}
	s.Name = name
	return bus.Dial(ctx, s)
}

// logLine writes a line with the time to standard error.
func (a *app) logLine(format string, args ...any) {
	fmt.Fprintf(a.stderr, time.Now().Format(time.TimeOnly)+" "+format+"\n", args...)
}

// workerCommand runs tasks.
func (a *app) workerCommand() *cobra.Command {
	var s bus.Server
	jobs, name, accounting, verbose, share := cli.Count(1), "", "auto", false, false
	cmd := &cobra.Command{
		Use:   "worker --server URL [flags]",
		Short: "Run tasks for a cluster",
		Long: `worker takes tasks that 'whittle bench --server' has queued, runs each in a process of its own under the
limits of its run, and hands back the results, until Ctrl-C. It takes tasks of its own build of whittle alone,
and runs nothing but whittle check.`,
		Example: `  whittle worker --server nats://127.0.0.1:4222 -j 2
  whittle worker --server tls://coordinator:4222 --creds token --tls-ca ca.pem`,
		Args: cobra.NoArgs,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		acc, err := proctree.ParseAccounting(accounting)
		if err == nil {
			err = proctree.Available(acc)
		}
		if err != nil {
			return fmt.Errorf("--accounting: %w", err)
		}
		w := &work.Worker{Name: name, Slots: int(jobs), Allow: allowed, Release: version.String(),
			Config: tasks.Config{Accounting: acc}}
		if verbose {
			w.Log = a.logLine
		}
		return a.work(cmd.Context(), s, w, share)
	}
	serverFlags(cmd, &s)
	fs := cmd.Flags()
	fs.VarP(&jobs, "jobs", "j", "run so many tasks at a time")
	fs.StringVar(&name, "name", "", "the `name` of the worker (default: that of the machine, and a number)")
	fs.StringVar(&accounting, "accounting", "auto",
		"how processes are measured: cgroup, processes, or auto, the first if possible (Linux only)")
	fs.BoolVarP(&verbose, "verbose", "v", false, "print a line as each task ends")
	fs.BoolVar(&share, "share-answers", false, "have tasks share answers to questions of the engine ceds "+
		"with those of other workers")
	return cmd
}

// noName is what the names of workers have not.
var noName = lazy.Regexp(`[^A-Za-z0-9_-]+`)

func (a *app) work(ctx context.Context, s bus.Server, w *work.Worker, share bool) error {
	if w.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			return err
		}
		w.Name = fmt.Sprintf("%.40s-%d", noName().ReplaceAllString(host, "-"), os.Getpid())
	} else if noName().MatchString(w.Name) {
		return fmt.Errorf("--name %q: letters, digits, - and _ alone", w.Name)
	}
	exe, build, err := taskrun.Self()
	if err != nil {
		return err
	}
	w.Build = build
	w.Config.Command, w.Config.Supervisor = []string{exe, "check", "--json"}, []string{exe, proctree.Command}
	w.Replay, w.ReplayArgs = []string{exe, "run"}, aboutProgram
	w.Connect = []string{"--server", s.URL}
	if s.Creds != "" {
		w.Connect = append(w.Connect, "--creds", s.Creds)
	}
	if s.CA != "" {
		w.Connect = append(w.Connect, "--tls-ca", s.CA)
	}
	w.Connects = func(args []string) bool { return share || assists(args) }
	b, err := connect(ctx, s, w.Name)
	if err != nil {
		return err
	}
	defer b.Close()
	w.Bus = b
	fmt.Fprintf(a.stdout, "worker %s of build %s waits for tasks\n", w.Name, w.Build)
	return w.Run(ctx)
}

// harmless are the flags of check with values that a job may set: none names a file or a program.
var harmless = []string{
	"engine", "set", "unwind", "search", "store", "state-match", "projection", "workers", "jobs",
	"max-states", "depth", "encoding", "with", "without", "ltl", "fairness", "data-model",
	"define", "entry", "entry-pointers", "replace", "remove-body", "args", "error-label",
	"may-fail", "volatile", "goal", "timeout", "memory", helping.Flag,
}

// allowed says what is wrong with the arguments of a job. They may be switches, and flags whose values are
// neither files nor programs.
func allowed(args []string) error {
	cmd := (&app{}).checkCommand()
	fs := cmd.Flags()
	if err := fs.Parse(args); err != nil {
		return fmt.Errorf("arguments of a job: %w", err)
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("arguments of a job: %q is no flag", fs.Arg(0))
	}
	var err error
	fs.Visit(func(f *pflag.Flag) {
		isSwitch := f.Value.Type() == "bool" && f.Name != "json" && f.Name != "help"
		if !isSwitch && !slices.Contains(harmless, f.Name) {
			err = fmt.Errorf("arguments of a job: --%s is not for workers", f.Name)
		}
	})
	return err
}

// aboutProgram are those among the arguments of a job, which are allowed, that whittle run takes as well:
// they say what the program is.
func aboutProgram(args []string) []string {
	check, run := (&app{}).checkCommand().Flags(), (&app{}).runCommand().Flags()
	if check.Parse(args) != nil {
		return nil
	}
	var out []string
	check.Visit(func(f *pflag.Flag) {
		if run.Lookup(f.Name) == nil || f.Name == "max-steps" {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			out = append(out, "--"+f.Name+"="+v)
		}
	})
	return out
}

// clusterCommand shows and changes what a cluster does.
func (a *app) clusterCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Show the runs and workers of a cluster, cancel runs",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var s bus.Server
	sub := func(use, short string, args cobra.PositionalArgs,
		run func(context.Context, *bus.Bus, []string) error) {
		c := &cobra.Command{Use: use, Short: short, Args: args}
		c.RunE = func(cmd *cobra.Command, args []string) error {
			b, err := connect(cmd.Context(), s, "whittle cluster")
			if err != nil {
				return err
			}
			defer b.Close()
			return run(cmd.Context(), b, args)
		}
		serverFlags(c, &s)
		cmd.AddCommand(c)
	}
	sub("status --server URL", "List runs and workers", cobra.NoArgs,
		func(ctx context.Context, b *bus.Bus, _ []string) error {
			c, err := status.Read(ctx, b)
			if err != nil {
				return err
			}
			return c.Text(a.stdout)
		})
	sub("cancel RUN --server URL", "Stop a run; its results stay, and it can be taken up again",
		cobra.ExactArgs(1), func(ctx context.Context, b *bus.Bus, args []string) error {
			r, err := b.Run(ctx, args[0])
			if err != nil {
				return err
			}
			r.Cancelled = true
			if err := b.Update(ctx, r); err != nil {
				return err
			}
			return b.Drop(ctx, r.Build, r.Name)
		})
	sub("remove RUN --server URL", "Stop a run and remove its results", cobra.ExactArgs(1),
		func(ctx context.Context, b *bus.Bus, args []string) error {
			r, err := b.Run(ctx, args[0])
			if err != nil {
				return err
			}
			r.Cancelled = true // workers stop
			if err := b.Update(ctx, r); err != nil {
				return err
			}
			return b.Forget(ctx, r)
		})
	return cmd
}

// runName is the name of a run that has been given none: what is run, and when.
func runName(names []string, now time.Time) string {
	what := "tasks"
	if len(names) > 0 {
		what = noName().ReplaceAllString(filepath.Base(names[0]), "-")
	}
	return fmt.Sprintf("%.40s-%s", what, now.UTC().Format("20060102-150405"))
}
