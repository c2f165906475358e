package work

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// A report takes up to half the time of a quick task, and most are never read. So of a violation the trace is
// kept, and a worker makes the report when somebody asks for it.

// config is how the process of a job is run.
func (w *Worker) config(j *wire.Job) tasks.Config {
	cfg := w.Config
	cfg.CPU, cfg.Wall, cfg.Memory = j.Limits.CPU, j.Limits.Wall, j.Limits.Memory
	cfg.Procs, cfg.Stats = j.Limits.Procs, j.Stats
	return cfg
}

// keep stores a violation with the trace in a file, if there is one: systems have none. Without it the result
// counts as well.
func (w *Worker) keep(ctx context.Context, j *wire.Job, found string) {
	text, err := os.ReadFile(found)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = w.Bus.PutViolation(ctx, j, text)
	}
	if err != nil {
		w.log("%s: violation: %v", j.Item.Name, err)
	}
}

// reports makes reports that are asked for, until ctx ends.
func (w *Worker) reports(ctx context.Context) {
	for ctx.Err() == nil {
		err := w.Bus.MakeReports(ctx, w.Build, func(run, id string) error {
			w.making.Lock()
			defer w.making.Unlock()
			err := w.report(ctx, run, id)
			if err != nil {
				w.log("report of %s %s: %v", run, id, err)
			}
			return err
		})
		if err != nil {
			w.pause(ctx, err)
		}
	}
}

// report makes the report of a violation and stores it, unless somebody has.
func (w *Worker) report(ctx context.Context, run, id string) error {
	if _, err := w.Bus.Made(ctx, run, id); !errors.Is(err, bus.ErrNoReport) {
		return err
	}
	j, trace, err := w.Bus.Violation(ctx, run, id)
	if err == nil {
		err = w.allow(j.Config.Args)
	}
	if err != nil {
		return err
	}
	dir, err := w.unpack(ctx, j)
	if dir != "" {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		return err
	}
	text, err := w.page(ctx, j, dir, trace)
	if err != nil {
		return err
	}
	return w.Bus.PutReport(ctx, run, id, text)
}

// page makes a report: along the trace, or, where there is none or it cannot be followed, by running the task
// again.
func (w *Worker) page(ctx context.Context, j *wire.Job, dir string, trace []byte) ([]byte, error) {
	page, found := filepath.Join(dir, "report.html"), filepath.Join(dir, "found.json")
	it := j.Item
	it.Path = within(dir, j.Main)
	if len(trace) > 0 && w.Replay != nil {
		if err := os.WriteFile(found, trace, 0o644); err != nil {
			return nil, err
		}
		cfg, conf := w.config(j), j.Config
		cfg.Command = append(slices.Clip(w.Replay), "--trace", found, "--report", page)
		conf.Args = w.ReplayArgs(conf.Args)
		cfg.One(ctx, conf, it)
		if text, err := os.ReadFile(page); err == nil {
			return text, nil
		}
	}
	cfg := w.config(j)
	cfg.Command = append(slices.Clip(cfg.Command), "--report", page)
	rec, _ := cfg.One(ctx, j.Config, it)
	text, err := os.ReadFile(page)
	if err != nil {
		err = fmt.Errorf("no report was written: %s %s", rec.Verdict, rec.Why)
	}
	return text, err
}
