package engine

import (
	"context"
	"errors"
)

// The causes with which a caller ends the context of a run.
var (
	// ErrTimeout: the time limit was hit.
	ErrTimeout = errors.New("timeout")
	// ErrMemory: the memory budget was used up.
	ErrMemory = errors.New("out of memory")
	// ErrInterrupt: the user ended the run.
	ErrInterrupt = errors.New("interrupted")
)

// Unfinished is the answer of an engine that ended early: "unknown", with the statistics and facts of r.
func (r Result) Unfinished(why string) Result {
	un := Unknown("%s", why)
	un.Stats, un.Facts, un.Pictures = r.Stats, r.Facts, r.Pictures
	return un
}

// StopReason says why a context ended, in the words of Result.Why; it is empty while the context lives.
func StopReason(ctx context.Context) string {
	cause := context.Cause(ctx)
	switch {
	case cause == nil:
		return ""
	case errors.Is(cause, context.DeadlineExceeded):
		return ErrTimeout.Error()
	case errors.Is(cause, context.Canceled):
		return ErrInterrupt.Error()
	}
	return cause.Error()
}
