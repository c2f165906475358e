package work

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// Worker does tasks.
type Worker struct {
	Bus     *bus.Bus
	Name    string // unique; a name as runs have them
	Build   string
	Release string // the version of whittle, for people
	Slots   int    // tasks at a time, at least 1
	// Config says how a process is run: command, supervisor, accounting. Limits and arguments are the job's.
	Config tasks.Config
	// Replay is the command that follows the trace of a violation for a report of it, and ReplayArgs the
	// arguments of a configuration that it takes. nil: tasks are run again for that.
	Replay     []string
	ReplayArgs func(args []string) []string
	// Connect are the arguments by which a process reaches the server. A task that is to get them is one of
	// which Connects says so; nil: none is.
	Connect  []string
	Connects func(args []string) bool
	// Allow says what is wrong with arguments of a configuration.
	Allow func(args []string) error
	// Scratch is a folder for sources and for what processes write; empty: one that is removed in the end.
	Scratch string
	// Log is told what happens; may be nil.
	Log func(format string, args ...any)

	making sync.Mutex   // one report is made at a time
	files  sync.RWMutex // sources in the scratch folder are made and linked, or removed
	kept   int64        // bytes of sources, about

	mu       sync.Mutex
	passed   map[string]error    // what Allow says of arguments
	running  map[string]*running // by run and id
	ended    map[string]bool     // runs that were cancelled
	done     int
	rejected int
	since    time.Time
}

// running is a task that runs.
type running struct {
	name, run string
	stop      context.CancelFunc
}

// Run does tasks until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	if w.Scratch == "" {
		dir, err := os.MkdirTemp("", "whittle-worker-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		w.Scratch = dir
	}
	w.passed = map[string]error{}
	w.running, w.ended, w.since = map[string]*running{}, map[string]bool{}, time.Now().UTC()
	queue, err := w.Bus.Workers(ctx, w.Build)
	if err != nil {
		return err
	}
	if err := w.beat(ctx); err != nil {
		return err
	}
	var wg sync.WaitGroup
	wg.Go(func() { w.beats(ctx) })
	wg.Go(func() { w.watch(ctx) })
	wg.Go(func() { w.reports(ctx) })
	for range max(w.Slots, 1) {
		wg.Go(func() { w.serve(ctx, queue) })
	}
	wg.Wait()
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := w.Bus.Leave(late, w.Name); err != nil {
		w.log("server: %v", err) // it forgets the worker by itself
	}
	return nil
}

func (w *Worker) log(format string, args ...any) {
	if w.Log != nil {
		w.Log(format, args...)
	}
}

// serve does one task after the other.
func (w *Worker) serve(ctx context.Context, queue jetstream.Consumer) {
	for ctx.Err() == nil {
		m, err := queue.Next(jetstream.FetchContext(ctx))
		if errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) {
			continue
		}
		if err != nil {
			w.pause(ctx, err)
			continue
		}
		w.handle(ctx, m)
	}
}

// pause waits a moment after an error of the server.
func (w *Worker) pause(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	w.log("server: %v", err)
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// handle does one task.
func (w *Worker) handle(ctx context.Context, m jetstream.Msg) {
	j, err := wire.DecodeJob(m.Data())
	if err != nil {
		w.reject(err)
		w.refuse(ctx, m, err)
		return
	}
	if err := w.allow(j.Config.Args); err != nil {
		w.reject(err)
		rec := failure(j)
		rec.Why = err.Error()
		w.finish(ctx, m, j, rec)
		return
	}
	key := j.Run + "." + j.ID()
	own, stop := context.WithCancel(ctx)
	defer stop()
	w.mu.Lock()
	cancelled := w.ended[j.Run]
	w.running[key] = &running{j.Item.Name, j.Run, stop}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.running, key)
		w.mu.Unlock()
	}()
	if cancelled {
		w.check(m.Term())
		return
	}
	rec, ok := w.record(own, m, j)
	switch {
	case !ok && ctx.Err() == nil: // the run was cancelled
		w.check(m.Term())
	case !ok:
		w.check(m.Nak())
	default:
		w.finish(ctx, m, j, rec)
	}
}

// allow says what is wrong with arguments. The tasks of a run have a few configurations in common.
func (w *Worker) allow(args []string) error {
	if w.Allow == nil {
		return nil
	}
	key := strings.Join(args, "\x00")
	w.mu.Lock()
	err, known := w.passed[key]
	w.mu.Unlock()
	if known {
		return err
	}
	err = w.Allow(args)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.passed) >= 1000 {
		clear(w.passed)
	}
	w.passed[key] = err
	return err
}

// refuse takes a message that is no job out of the queue. The run that its subject names learns of it, so
// that it does not wait.
func (w *Worker) refuse(ctx context.Context, m jetstream.Msg, err error) {
	if run, id, ok := bus.TaskOf(m.Subject()); ok {
		if err := w.Bus.Finish(ctx, run, id, wire.Unreadable(w.Name, err)); err != nil {
			w.log("server: %v", err)
		}
	}
	w.check(m.TermWithReason(err.Error()))
}

// reject counts what is not run.
func (w *Worker) reject(err error) {
	w.mu.Lock()
	w.rejected++
	w.mu.Unlock()
	w.log("rejected: %v", err)
}

// failure is the result of a job that has none of its own.
func failure(j *wire.Job) tasks.Record {
	return tasks.Record{Item: j.Item, Config: j.Config.Name, Expected: j.Item.Expected.String(),
		Verdict: "unknown", Score: tasks.Failed, Exit: -1}
}

// record is the result of a job; ok is false if it was stopped.
func (w *Worker) record(ctx context.Context, m jetstream.Msg, j *wire.Job) (rec tasks.Record, ok bool) {
	failed := failure(j)
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > 1 {
		// The worker that had it before may have died after its end.
		done, err := w.Bus.Finished(ctx, j.Run, j.ID())
		switch Decide(int(meta.NumDelivered), err == nil && done) {
		case IsDone:
			return failed, true // the first result counts
		case GiveUp:
			failed.Why = fmt.Sprintf("%d workers have died under it", meta.NumDelivered-1)
			return failed, true
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go every(ctx, SignsEvery, func() {
		_ = m.InProgress() // if it is lost, the task is done twice, and one result counts
	})
	dir, err := w.unpack(ctx, j)
	if dir != "" {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		if ctx.Err() != nil {
			return failed, false
		}
		failed.Why = err.Error()
		return failed, true
	}
	cfg := w.config(j)
	it := j.Item
	it.Path = within(dir, j.Main)
	found := filepath.Join(dir, "found.json")
	cfg.Command = append(slices.Clip(cfg.Command), "--record", found)
	if w.Connects != nil && w.Connects(j.Config.Args) {
		cfg.Command = append(cfg.Command, w.Connect...)
	}
	rec, ok = cfg.One(ctx, j.Config, it)
	if err := w.tidy(); err != nil {
		w.log("scratch: %v", err)
	}
	rec.Item = j.Item
	if ok && strings.HasPrefix(rec.Verdict, "false") {
		w.keep(ctx, j, found)
	}
	return rec, ok
}

// finish stores the result, and then takes the task out of the queue. A server that is away is waited for.
func (w *Worker) finish(ctx context.Context, m jetstream.Msg, j *wire.Job, rec tasks.Record) {
	res := &wire.Result{Version: wire.Version, Worker: w.Name, Record: rec}
	for {
		err := w.Bus.Finish(ctx, j.Run, j.ID(), res)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			w.check(m.Nak())
			return
		}
		w.pause(ctx, err)
	}
	w.check(m.Ack())
	w.mu.Lock()
	w.done++
	w.mu.Unlock()
	w.log("%s %s: %s", j.Run, j.Item.Name, rec.Verdict)
}

// check tells of an acknowledgement that was not sent: the task is delivered again then.
func (w *Worker) check(err error) {
	if err != nil {
		w.log("acknowledgement: %v", err)
	}
}
