package c

import (
	"context"
	"testing"
	"time"
)

const (
	// inputBudget bounds the processor time of one fuzzing input.
	inputBudget = 5 * time.Second
	// inputWall bounds its time by the clock, for machines with much else to do.
	inputWall = 2 * time.Minute
	// stopBudget is the processor time in which work whose context has ended must return.
	stopBudget = 2 * time.Second
)

// within runs work, which fails the test when it uses up its budget. Its context ends then; that it does not
// return soon after that is worth a message of its own, and it is left behind.
func within(t *testing.T, work func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	start, cpu := time.Now(), cpuTime()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for late := false; ; {
		select {
		case <-done:
			if late {
				t.Fatalf("it was stopped after %s of processor time", cpuTime()-cpu)
			}
			// What ends between two ticks is caught here.
			if used := cpuTime() - cpu; used > inputBudget {
				t.Fatalf("it took %s of processor time", used)
			}
			return
		case <-tick.C:
		}
		used := cpuTime() - cpu
		switch wall := time.Since(start); {
		case late && (used > inputBudget+stopBudget || wall > inputWall+time.Minute):
			t.Fatalf("it does not honour its context: %s of processor time", used)
		case used > inputBudget || wall > inputWall:
			late = true
			cancel()
		}
	}
}
