package recurring

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ltl"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what the engine is made with.
type Config struct {
	// Safety decides whether goals of transition systems are reached, with an invariant if they are not.
	Safety engine.Engine
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// decider decides one property.
type decider struct {
	ctx     context.Context
	cfg     Config
	task    engine.Task
	monitor *monitor
	depth   int
}

// Decide decides the property of a system whose index is the goal of the task. The error is that of the
// context, or wraps ltl.ErrTooLarge, or is one of the solver.
func Decide(ctx context.Context, t engine.Task, cfg Config) (engine.Result, error) {
	if t.Goal < 0 || t.Goal >= len(t.System.Temporals) {
		return engine.Result{}, fmt.Errorf("liveness: no property %d of infinite runs", t.Goal)
	}
	f := &t.System.Temporals[t.Goal]
	a, err := ltl.Translate(ctx, ltl.Negation(f.Formula))
	if err != nil {
		return engine.Result{}, err
	}
	d := &decider{ctx: ctx, cfg: cfg, task: t, monitor: &monitor{f: f, automaton: a}}
	res, err := d.run()
	res.Stats = append([]engine.Stat{engine.Count("depth", d.depth)}, res.Stats...)
	return res, err
}

// turn says what is done next: paths up to a length are looked at, and one number of rounds is.
type turn struct {
	depth, bound int
	conflicts    int64
	work         int64
}

// turns are the first ones, which small systems need; after them all bounds grow.
var turns = []turn{
	{4, 0, 2_000, 1_000_000_000},
	{8, 1, 5_000, 1_000_000_000},
	{12, 2, 10_000, 2_000_000_000},
	{16, 3, 20_000, 4_000_000_000},
}

func (d *decider) run() (engine.Result, error) {
	u, err := newUnrolling(d.ctx, d.task.System, d.monitor, d.task.Goal, d.cfg.Wrap)
	if err != nil {
		return engine.Result{}, err
	}
	now := turns[0]
	for n := 0; ; n++ {
		if n < len(turns) {
			now = turns[n]
		} else {
			now = turn{now.depth + 4, now.bound * 2, now.conflicts * 2, now.work * 2}
		}
		for d.depth < now.depth {
			if res, done, err := d.deepen(u, now.conflicts); done || err != nil {
				return res, err
			}
		}
		if n == 0 {
			if res, done, err := d.measures(); done || err != nil {
				return res, err
			}
		}
		if res, done, err := d.rounds(now.bound, now.work); done || err != nil {
			return res, err
		}
	}
}

// deepen looks at paths of one more step.
func (d *decider) deepen(u *unrolling, conflicts int64) (res engine.Result, done bool, err error) {
	if err := d.ctx.Err(); err != nil {
		return res, false, err
	}
	d.depth++
	d.task.Emit(engine.Event{Stage: "unroll", Bound: d.depth})
	if err := u.extend(); err != nil {
		return res, false, err
	}
	p, _, err := u.closed(conflicts)
	if err != nil || p == nil {
		return res, false, err
	}
	return d.violated(p)
}
