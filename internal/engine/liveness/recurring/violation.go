package recurring

import (
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/ts/transition"
)

// violated is the result of a path with a loop, which is replayed.
func (d *decider) violated(p *transition.Path) (res engine.Result, done bool, err error) {
	if err := d.task.System.Replay(p); err != nil {
		return res, false, fmt.Errorf("liveness: %w", err)
	}
	res = engine.Reached(d.task.Property, p)
	res.Why = fmt.Sprintf("%s, and %s that can be repeated for ever",
		english.Count(int64(p.Loop.Back), "step"), english.Count(int64(len(p.Steps)-p.Loop.Back), "step"))
	return res, true, nil
}
