package limits

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"whittle.dev/internal/engine"
)

// Limits are those of one run of this process.
type Limits struct {
	// Timeout is the wall time; 0: no limit.
	Timeout time.Duration
	// Memory is the budget in bytes of the whole process; 0: none. It sets the garbage collector's soft
	// limit.
	Memory uint64
	// Scarce, if not nil, receives a value when the memory is nearly used up. It has room for one.
	Scarce chan<- struct{}
	// Last says that the process ends soon after the run: what it has set in the process stays. To undo that
	// would begin a collection for nothing.
	Last bool
}

// Start returns a context that ends with engine.ErrTimeout or engine.ErrMemory when a limit is hit. stop
// undoes what it has set in the process.
func (l Limits) Start(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	undo := []func(){func() { cancel(nil) }, lateCollector(l.Memory)}
	if l.Timeout > 0 {
		var c context.CancelFunc
		ctx, c = context.WithTimeoutCause(ctx, l.Timeout, engine.ErrTimeout)
		undo = append(undo, c)
	}
	if l.Memory > 0 {
		undo = append(undo, budget(ctx, cancel, l.Memory, l.Scarce))
	}
	if l.Last {
		undo = undo[:1]
	}
	return ctx, func() {
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
		}
	}
}

// Patience is how long Within waits for work whose context has ended.
const Patience = 600 * time.Millisecond

// Within returns what work returns, or false if that has not come Patience after the end of the context. Work
// that goes on then has nowhere to report to.
func Within[T any](ctx context.Context, work func() T) (T, bool) {
	done := make(chan T, 1)
	go func() { done <- work() }()
	return Await(ctx, done)
}

// Await returns what is received, or false if that has not come Patience after the end of the context.
func Await[T any](ctx context.Context, done <-chan T) (T, bool) {
	select {
	case a := <-done:
		return a, true
	case <-ctx.Done():
	}
	timer := time.NewTimer(Patience)
	defer timer.Stop()
	select {
	case a := <-done:
		return a, true
	case <-timer.C:
		var none T
		return none, false
	}
}

// watch is the time between two looks at the memory in use.
const watch = 25 * time.Millisecond

// budget watches the memory of the process. The collector's soft limit is set below the budget, so that
// garbage is not what exceeds it; near the limit the collector would take all the time, so a live heap that
// leaves no room ends the run as well. scarce, if not nil, receives a value a little earlier, so that a part
// of the run can be given up; until then the collector's limit is lower, since what is in use is known only
// after a collection.
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
					default: // there is one in it already
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

// usage is the memory that a process uses, in bytes.
type usage struct {
	resident uint64 // of the process
	live     uint64 // heap that the last collection found in use
}

func memoryInUse() usage {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	m := usage{resident: s[0].Value.Uint64() - s[1].Value.Uint64(), live: s[2].Value.Uint64()}
	if r := Resident(0); r > 0 {
		m.resident = r
	}
	return m
}

// InUse is the resident memory of this process in bytes.
func InUse() uint64 { return memoryInUse().resident }

// Stats are the numbers about memory of this process.
func Stats() []engine.Stat {
	if p := Peak(0); p > 0 {
		return []engine.Stat{engine.Bytes("peak memory", p)}
	}
	return []engine.Stat{engine.Bytes("memory", InUse())}
}
