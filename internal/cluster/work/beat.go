package work

import (
	"context"
	"slices"
	"time"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// every calls a function again and again until ctx ends.
func every(ctx context.Context, d time.Duration, f func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f()
		}
	}
}

// beats says again and again that the worker is there.
func (w *Worker) beats(ctx context.Context) {
	every(ctx, bus.Beats, func() {
		if err := w.beat(ctx); err != nil && ctx.Err() == nil {
			w.log("server: %v", err)
		}
	})
}

func (w *Worker) beat(ctx context.Context) error {
	w.mu.Lock()
	b := &wire.Beat{Version: wire.Version, Worker: w.Name, Build: w.Build, Release: w.Release,
		Slots: max(w.Slots, 1), Running: []string{}, Done: w.done, Rejected: w.rejected, Since: w.since}
	for _, r := range w.running {
		b.Running = append(b.Running, r.name)
	}
	w.mu.Unlock()
	slices.Sort(b.Running)
	return w.Bus.Beat(ctx, b)
}

// watch stops what belongs to runs that are cancelled.
func (w *Worker) watch(ctx context.Context) {
	for ctx.Err() == nil {
		err := w.Bus.WatchRuns(ctx, func(r *wire.Run) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.ended[r.Name] = r.Cancelled
			if !r.Cancelled {
				return
			}
			for _, x := range w.running {
				if x.run == r.Name {
					x.stop()
				}
			}
		})
		if err != nil {
			w.pause(ctx, err)
		}
	}
}
