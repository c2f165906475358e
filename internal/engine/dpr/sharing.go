package dpr

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
)

// The exploration of a program without threads can be shared (Config.Jobs, Helpers, Lead): by goroutines, and
// by processes elsewhere that have read the same program. Its oracles are told apart by choices; each part is
// explored by a search of its own, and "holds" is the answer when the tree of parts is closed, see
// cubes.Pool. What several searches would learn alike is learnt by each of them.

const (
	// alonePaths is for how many executions a program is not hard.
	alonePaths = 1000
	// partPaths is how many executions a search makes before it looks whether others wait for a part.
	partPaths = 200
)

// Helpers find others elsewhere, with the same program and settings, that help.
type Helpers interface {
	// Call has others check a property with Config.Lead until ctx ends. answer gives the replies to their
	// messages. What helpers say is believed, so messages of strangers must not come through.
	Call(ctx context.Context, p property.Property, answer func(ctx context.Context, message []byte) []byte)
}

// shares reports whether an exploration may be shared.
func (c *Config) shares() bool {
	return (c.Jobs > 1 || c.Helpers != nil || c.Lead != nil) && !c.certifies()
}

// member explores parts, one after the other.
type member struct {
	e    *Engine
	task engine.Task
	s    *search    // of the part that is explored; nil: none is
	part cubes.Cube // that one
	last engine.Result
}

// Solve explores a part for a while.
func (m *member) Solve(ctx context.Context, c cubes.Cube) (cubes.Answer, error) {
	if m.s == nil || len(c) < len(m.part) || !same(c, m.part) {
		s, err := m.e.search(ctx, m.task)
		switch {
		case err != nil && ctx.Err() != nil: // others have decided it
			return cubes.Answer{Result: smt.Result{Reason: smt.ReasonCanceled}}, nil
		case err != nil:
			return cubes.Answer{}, err
		}
		m.s, m.part = s, nil
	}
	for _, d := range c[len(m.part):] {
		m.s.space.Restrict(m.s.tree, oracle.Key{int64(d.Choice.A), int64(d.Choice.B)}, d.Value)
	}
	m.part = c
	m.s.ctx = ctx
	most := partPaths
	if m.e.cfg.EagerJobs {
		most = 1
	}
	res, ended, err := m.s.some(most)
	switch {
	case err != nil:
		return cubes.Answer{}, err
	case !ended:
		return cubes.Answer{Tired: true}, nil
	}
	m.last = res
	a := cubes.Answer{Needed: len(c)}
	switch res.Verdict.Kind {
	case property.True:
		a.Status = smt.Unsat
	case property.False:
		a.Status = smt.Sat
	default:
		a.Reason = res.Why
	}
	return a, nil
}

// same reports whether a part begins with the decisions of another one.
func same(c, start cubes.Cube) bool {
	for i, d := range start {
		if c[i] != d {
			return false
		}
	}
	return true
}

// Split proposes a choice of the execution before.
func (m *member) Split(_ context.Context, _ cubes.Cube) (cubes.Choice, bool, bool) {
	k, outcome, ok := m.s.space.Cut(m.s.tree)
	return cubes.Choice{A: int(k[0]), B: int(k[1])}, outcome, ok
}

// together explores a program by several searches.
func (e *Engine) together(ctx context.Context, t engine.Task, s *search) (engine.Result, error) {
	alone := alonePaths
	if e.cfg.EagerJobs {
		alone = 1
	}
	if res, ended, err := s.some(alone); ended {
		return res, err
	}
	pool := cubes.NewPool()
	outer := ctx
	ctx, stop := context.WithCancel(outer)
	defer stop()
	t.Emit(engine.Event{Stage: "explore", Detail: fmt.Sprintf("in parts, by %d", max(1, e.cfg.Jobs))})
	quiet := t
	quiet.Events = nil
	var all sync.WaitGroup
	var panicked error
	var mu sync.Mutex
	for range e.cfg.Jobs - 1 {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					mu.Lock()
					defer mu.Unlock()
					panicked = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
				}
			}()
			_, _ = cubes.Work(ctx, pool, &member{e: e, task: quiet}) // what it leaves is another's
		})
	}
	if e.cfg.Helpers != nil {
		if q, err := t.Fingerprint(); err == nil {
			desk := cubes.NewDesk(pool, []byte(q))
			all.Go(func() {
				go desk.Run(ctx)
				e.cfg.Helpers.Call(ctx, t.Property, desk.Answer)
			})
		}
	}
	first := &member{e: e, task: t, s: s, part: cubes.Cube{}}
	answer, err := cubes.Work(ctx, pool, first)
	stop()
	all.Wait()
	_, s.cuts = pool.Refuted()
	switch {
	case panicked != nil:
		return engine.Result{}, panicked
	case err != nil:
		return engine.Result{}, err
	}
	if text, ok := pool.Claimed(); ok {
		return claimed(t, text)
	}
	if w, ok := pool.Winner().(*member); ok {
		return w.last, nil
	}
	if answer.Status == smt.Unsat {
		res := s.holds()
		res.Why = fmt.Sprintf("executions in %s, which explain all paths", english.Count(s.cuts+1, "part"))
		if all, far := pool.Closed(); far > 0 {
			res.Why += fmt.Sprintf("; %d of %d were explored by helpers", far, all)
		}
		return res, nil
	}
	if outer.Err() != nil {
		return engine.Unknown("%s", engine.StopReason(outer)), nil
	}
	return first.last, nil
}

// claimed is the answer when a helper has found a violation: that is replayed.
func claimed(t engine.Task, text []byte) (engine.Result, error) {
	tr, err := trace.Read(bytes.NewReader(text))
	if err == nil && !t.Property.Covers(tr.Property) {
		err = fmt.Errorf("it is about %s", tr.Property)
	}
	if err == nil {
		tr, err = interp.Replay(context.Background(), t.Program, tr)
	}
	if err != nil {
		return engine.Unknown("a helper claims a violation that is none: %v", err), nil
	}
	res := engine.Violated(t.Property, tr)
	res.Why = "found by a helper"
	return res, nil
}

// assist explores parts of the program of another process.
func (e *Engine) assist(ctx context.Context, t engine.Task) (engine.Result, error) {
	g, text, err := cubes.Join(ctx, e.cfg.Lead)
	if err != nil {
		return engine.Unknown("nobody was helped: %v", err), nil
	}
	print, err := t.Fingerprint()
	if err != nil || print != string(text) {
		return engine.Unknown("nobody was helped: the program differs from that of the run that asks for " +
			"help"), nil
	}
	t.Events, t.Work, t.Explain = nil, nil, false
	m := &member{e: e, task: t}
	g.Model = func() []byte {
		var text bytes.Buffer
		if m.last.Trace == nil || trace.Write(&text, m.last.Trace) != nil {
			return nil
		}
		return text.Bytes()
	}
	signs, stop := context.WithCancel(ctx)
	defer stop()
	go g.Signs(signs)
	if _, err := cubes.Work(ctx, g, m); err != nil {
		return engine.Result{}, err
	}
	return engine.Unknown("a question of another run was shared"), nil
}
