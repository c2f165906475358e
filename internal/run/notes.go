package run

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// deadlockSearch bounds the search for deadlocks after a proof: to a few milliseconds, and the same on every
// machine.
var deadlockSearch = interp.DeadlockOptions{Executions: 100, Steps: 60_000, MaxMemory: 64 << 20}

// notes are the remarks on a verdict. A violation and "unknown" need none.
func notes(ctx context.Context, prog *cfa.Program, v property.Verdict) []engine.Note {
	if v.Kind != property.True {
		return nil
	}
	var out []engine.Note
	// An error is about programs that cannot be executed; then nothing is known of deadlocks.
	if d, err := interp.FindDeadlocks(ctx, prog, deadlockSearch); err == nil && d.Ended > 0 {
		out = append(out, engine.Deadlocks{Ended: d.Ended, Tried: d.Tried, Example: d.Example})
	}
	return out
}
