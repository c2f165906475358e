package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"whittle.dev/internal/engine"
)

// sameInterrupt is how long after a signal another one is taken for the same. timeout(1) signals the process
// and then its group, in which the process is once more: that must not cost the answer.
const sameInterrupt = 300 * time.Millisecond

// OnInterrupt ends the context at the first Ctrl-C or termination signal; a
// second one ends the process at once.
func OnInterrupt(cancel context.CancelCauseFunc) (stop func()) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM)
	over := make(chan struct{})
	go func() {
		select {
		case <-over:
			return
		case <-ch:
		}
		cancel(engine.ErrInterrupt)
		select {
		case <-over:
		case <-time.After(sameInterrupt):
			signal.Stop(ch)
		}
	}()
	return func() {
		signal.Stop(ch)
		close(over)
	}
}
