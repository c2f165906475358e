package limits

import (
	"context"
	"errors"
	"runtime/debug"
	"testing"
	"time"

	"whittle.dev/internal/engine"
)

// TestStop: what a run has set in the process is as before when it is stopped, and its context has ended.
func TestStop(t *testing.T) {
	memory := debug.SetMemoryLimit(-1)
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	for _, l := range []Limits{{}, {Timeout: time.Hour}, {Memory: 64 << 30},
		{Memory: 64 << 30, Timeout: time.Hour, Scarce: make(chan struct{}, 1)}} {
		ctx, stop := l.Start(context.Background())
		if got := debug.SetMemoryLimit(-1); (got != memory) != (l.Memory > 0) || ctx.Err() != nil {
			t.Errorf("%+v: the collector's limit is %d, %v", l, got, ctx.Err())
		}
		stop()
		if got := debug.SetMemoryLimit(-1); got != memory || ctx.Err() == nil {
			t.Errorf("%+v: the collector's limit stays %d, %v", l, got, ctx.Err())
		}
		if got := debug.SetGCPercent(100); got != 100 {
			t.Errorf("%+v: the collector's percentage stays %d", l, got)
		}
	}
}

// TestLast: what the last run of a process has set stays, and its context has ended.
func TestLast(t *testing.T) {
	percent := debug.SetGCPercent(100)
	ctx, stop := Limits{Last: true}.Start(context.Background())
	stop()
	if got := debug.SetGCPercent(percent); got <= 100 || ctx.Err() == nil {
		t.Errorf("the collector's percentage is %d, %v", got, ctx.Err())
	}
}

// TestCauses: the context tells which limit was hit.
func TestCauses(t *testing.T) {
	for want, l := range map[error]Limits{engine.ErrTimeout: {Timeout: 1}, engine.ErrMemory: {Memory: 1}} {
		ctx, stop := l.Start(context.Background())
		<-ctx.Done()
		if err := context.Cause(ctx); !errors.Is(err, want) {
			t.Errorf("%+v: %v, want %v", l, err, want)
		}
		stop()
	}
}

// TestWithin: an answer that comes after the end of the context still counts, if work looks at it.
func TestWithin(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	got, ok := Within(ctx, func() int {
		cancel()
		<-ctx.Done()
		return 7
	})
	if !ok || got != 7 {
		t.Errorf("%d, %v", got, ok)
	}
	release := make(chan int)
	defer close(release)
	if got, ok := Within(ctx, func() int { return <-release }); ok || got != 0 {
		t.Errorf("deaf work: %d, %v", got, ok)
	}
}
