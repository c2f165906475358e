package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bundle"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// ErrCancelled is returned for a run that somebody has cancelled.
var ErrCancelled = errors.New("the run was cancelled")

// Run has all items done under all configurations and returns their records in the order of the items. When
// ctx ends, those that are there are returned with its error, and the run goes on without anybody waiting. Of
// the configuration, what belongs to processes of this machine (jobs, results, supervisor) is not looked at.
func Run(ctx context.Context, b *bus.Bus, name string, items []tasks.Item, cfg tasks.Config) (
	[]tasks.Record, error) {
	if len(cfg.Configs) == 0 {
		cfg.Configs = []tasks.NamedArgs{{}}
	}
	r := &run{bus: b, name: name, cfg: cfg, index: map[string]int{}, sent: map[string]bool{}}
	for _, c := range cfg.Configs {
		if c.External != nil {
			return nil, fmt.Errorf("%s: a worker runs whittle alone, and no other tool", c.External.Name)
		}
	}
	for _, it := range items {
		for _, c := range cfg.Configs {
			r.index[wire.ID(c.Name, it)] = len(r.jobs)
			r.jobs = append(r.jobs, job{it, c})
		}
	}
	r.recs = make([]*tasks.Record, len(r.jobs))
	err := r.do(ctx)
	var out []tasks.Record
	for _, rec := range r.recs {
		if rec != nil {
			out = append(out, *rec)
		}
	}
	return out, err
}

type job struct {
	item tasks.Item
	conf tasks.NamedArgs
}

// run is a run that somebody waits for.
type run struct {
	bus   *bus.Bus
	name  string
	cfg   tasks.Config
	jobs  []job
	index map[string]int // of jobs, by id
	recs  []*tasks.Record
	done  int
	sent  map[string]bool // hashes of sources that are there
	last  string          // the path of the last bundle
	files []wire.File
	main  string
}

// description is what makes a run of this name the same.
func (r *run) description() *wire.Run {
	ids := make([]string, 0, len(r.index))
	for id := range r.index {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return &wire.Run{Version: wire.Version, Name: r.name, Build: r.cfg.Build, Created: time.Now().UTC(),
		Total: len(r.jobs), Tasks: wire.Hash([]byte(strings.Join(ids, "\n"))), Configs: r.cfg.Configs,
		Limits: r.limits(), Stats: r.cfg.Stats}
}

func (r *run) limits() wire.Limits {
	return wire.Limits{CPU: r.cfg.CPU, Wall: r.cfg.Wall, Memory: r.cfg.Memory, Procs: r.cfg.Procs}
}

func (r *run) do(ctx context.Context) error {
	if err := wire.CheckName(r.name); err != nil {
		return err
	}
	want := r.description()
	var got *wire.Run
	err := bus.Persist(ctx, func() (err error) {
		got, err = r.bus.Begin(ctx, want)
		return err
	})
	if err != nil {
		return err
	}
	if d := got.Differs(want); d != "" {
		return fmt.Errorf("run %s exists, and is another one: %s; choose another name, or remove it",
			r.name, d)
	}
	if got.Cancelled {
		got.Cancelled = false
		if err := r.bus.Update(ctx, got); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go r.bus.WatchRuns(ctx, func(x *wire.Run) {
		if x.Name == r.name && x.Cancelled {
			cancel(ErrCancelled)
		}
	})
	resumed, submitted := true, false
	err = bus.Persist(ctx, func() error {
		var failed error
		err := r.bus.Results(ctx, r.name, func(id string, res *wire.Result) bool {
			r.take(id, res, resumed)
			return r.done < len(r.jobs)
		}, func() bool {
			resumed = false
			if !submitted {
				failed = r.submit(ctx)
				submitted = failed == nil
			}
			return failed == nil && r.done < len(r.jobs)
		})
		return errors.Join(failed, err)
	})
	if cause := context.Cause(ctx); errors.Is(cause, ErrCancelled) {
		return fmt.Errorf("run %s: %w", r.name, ErrCancelled)
	}
	return err
}

// take takes a result. One that is there already, or of no task of the run, changes nothing.
func (r *run) take(id string, res *wire.Result, resumed bool) {
	rec := res.Record
	i, ok := r.index[id]
	if !ok || r.recs[i] != nil {
		return
	}
	rec.Item, rec.Config = r.jobs[i].item, r.jobs[i].conf.Name
	rec.Expected = rec.Item.Expected.String()
	r.recs[i] = &rec
	r.done++
	if r.cfg.Done != nil {
		r.cfg.Done(rec, resumed)
	}
}

// submit queues what has no result.
func (r *run) submit(ctx context.Context) error {
	s, err := r.bus.Submit(ctx, r.cfg.Build)
	if err != nil {
		return err
	}
	for i, j := range r.jobs {
		if r.recs[i] != nil {
			continue
		}
		if err := r.send(ctx, j.item.Path); err != nil {
			return fmt.Errorf("%s: %w", j.item.Name, err)
		}
		expected := ""
		if j.item.Expected.Kind != 0 {
			expected = j.item.Expected.String()
		}
		if err := s.Add(ctx, &wire.Job{Version: wire.Version, Run: r.name, Item: j.item, Expected: expected,
			Config: j.conf, Limits: r.limits(), Stats: r.cfg.Stats, Main: r.main,
			Files: r.files}); err != nil {
			return err
		}
	}
	return s.Wait()
}

// send stores the files of a task, and keeps what names them.
func (r *run) send(ctx context.Context, path string) error {
	if path == r.last {
		return nil
	}
	b, err := bundle.Of(path)
	if err != nil {
		return err
	}
	if len(b.Files) > wire.MaxFiles {
		return fmt.Errorf("it consists of %d files, at most %d are sent", len(b.Files), wire.MaxFiles)
	}
	r.last, r.main, r.files = path, b.Main, nil
	for _, f := range b.Files {
		if len(f.Content) > wire.MaxFile {
			return fmt.Errorf("%s has %d bytes, at most %d are sent", f.Path, len(f.Content), wire.MaxFile)
		}
		h := wire.Hash(f.Content)
		if !r.sent[h] {
			if err := r.bus.Send(ctx, f.Content); err != nil {
				return err
			}
			r.sent[h] = true
		}
		r.files = append(r.files, wire.File{Path: f.Path, Hash: h, Size: int64(len(f.Content))})
	}
	return nil
}
