package check

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"whittle.dev/internal/engine"
)

// watch is the time between two looks at the memory in use.
const watch = 25 * time.Millisecond

// limit returns a context that ends with engine.ErrTimeout or
// engine.ErrMemory when the limits of opt are hit. stop undoes everything.
func limit(ctx context.Context, opt Options) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	undo := []func(){func() { cancel(nil) }, lateCollector(opt.Memory)}
	if opt.Timeout > 0 {
		var c context.CancelFunc
		ctx, c = context.WithTimeoutCause(ctx, opt.Timeout, engine.ErrTimeout)
		undo = append(undo, c)
	}
	if opt.Memory > 0 {
		undo = append(undo, budget(ctx, cancel, opt.Memory, opt.scarce))
	}
	return ctx, func() {
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
		}
	}
}

// budget watches the memory of the process. The collector's soft limit is set
// below the budget, so that garbage is not what exceeds it; near the limit
// the collector would take all the time, so a live heap that leaves no room
// ends the run as well. If scarce is
// not nil it is told a little before, so that a part of the run can be given up; up to there the collector's
// limit is lower, since what is in use is known after a collection only.
func budget(ctx context.Context, cancel context.CancelCauseFunc, bytes uint64,
	scarce chan<- struct{}) (undo func()) {
	soft := bytes - bytes/8
	first := soft
	if scarce != nil {
		first = bytes / 16 * 11
	}
	old := debug.SetMemoryLimit(int64(min(first, math.MaxInt64)))
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(watch)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-ticker.C:
				u := memoryInUse()
				if u.resident > bytes || u.live > bytes/16*13 {
					cancel(engine.ErrMemory)
					return
				}
				if scarce != nil && (u.resident > bytes/16*13 || u.live > bytes/16*10) {
					debug.SetMemoryLimit(int64(min(soft, math.MaxInt64)))
					select {
					case scarce <- struct{}{}:
					default: // it was told already
					}
				}
			}
		}
	}()
	return func() {
		close(done)
		<-ended
		debug.SetMemoryLimit(old)
	}
}

// memory is what a process uses, in bytes.
type memory struct {
	resident uint64 // of the process
	live     uint64 // heap that the last collection found in use
}

func memoryInUse() memory {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	m := memory{resident: s[0].Value.Uint64() - s[1].Value.Uint64(), live: s[2].Value.Uint64()}
	if r := residentSet(); r > 0 {
		m.resident = r
	}
	return m
}

// memoryStats are the numbers about memory of this process.
func memoryStats() []engine.Stat {
	if p := peakResident(); p > 0 {
		return []engine.Stat{engine.Bytes("peak memory", p)}
	}
	return []engine.Stat{engine.Bytes("memory", memoryInUse().resident)}
}
