package certify

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/smt/dump"
	"whittle.dev/term"
)

// Config says how the invariant of a program that holds is checked and written.
type Config struct {
	// Solver makes the solver that is asked, of formulas without quantifiers or of both kinds if it is an
	// smt.ForAller; an io.Closer is closed in the end. nil: the solver that is built in.
	Solver func(*term.Store) (smt.Solver, error)
	// Folder takes each question as a script; nil: none.
	Folder *dump.Folder
	// File is written with the invariant; empty: none.
	File string
	// NoTau: the steps of the search end at each head of a loop.
	NoTau bool
	// Reduced, if not nil, says that the states are closed under the steps of Program that these reductions
	// leave, and no more than that is checked. Program is the one that was explored, the one of the task
	// after passes.
	Reduced *multistate.Config
	Program *cfa.Program
	// Effort bounds questions to the solver and steps, and Conflicts what it does about one question; 0: no
	// bound, and a default.
	Effort, Conflicts int64
}

// Certificate collects what a search visits. All methods of nil do nothing.
type Certificate struct {
	cfg    Config
	mu     sync.Mutex
	states [][]byte
	// covered has, by state, the one that stands for it; its own steps are not looked at.
	covered map[int32]cover
	// hints are states that successors of a state may be in. They need not be right.
	hints map[int32][]int32
}

// cover says that the state by stands for another one, if the threads of both are ordered.
type cover struct {
	by             int32
	order, byOrder []int
}

// New returns an empty certificate.
func New(cfg Config) *Certificate { return &Certificate{cfg: cfg} }

// Add keeps a state. One whose steps were made must have been kept before what they lead to.
func (c *Certificate) Add(x *multistate.Stepper, st *multistate.State) {
	if c == nil {
		return
	}
	b := x.Encode(nil, st)
	c.mu.Lock()
	c.states = append(c.states, b)
	c.mu.Unlock()
}

// Cover keeps a state that another one stands for, which was kept as number by: what is known of it holds of
// this one as well, up to the numbers of threads. The orders of threads in which that is so are those of
// their images; nil: they have none.
func (c *Certificate) Cover(x *multistate.Stepper, st *multistate.State, order []int, by int,
	byOrder []int) {
	c.Add(x, st)
	if c.covered == nil {
		c.covered = map[int32]cover{}
	}
	c.covered[int32(len(c.states)-1)] = cover{int32(by), order, byOrder}
}

// Hint says that successors of state number from may be in state number to.
func (c *Certificate) Hint(from, to int) {
	if c.hints == nil {
		c.hints = map[int32][]int32{}
	}
	c.hints[int32(from)] = append(c.hints[int32(from)], int32(to))
}

// size is the number of bytes of the states.
func (c *Certificate) size() uint64 {
	n := uint64(0)
	for _, b := range c.states {
		n += uint64(len(b))
	}
	return n
}

// Finish checks and writes the certificate of a result, if it has one. That the set is no invariant
// is an error: the search is wrong. A limit leaves the verdict as it is.
func (c *Certificate) Finish(ctx context.Context, t engine.Task, res engine.Result) (engine.Result, error) {
	if c == nil || res.Verdict.Kind != property.True {
		return res, nil
	}
	t.Emit(engine.Event{Stage: "certify", Detail: fmt.Sprintf("%d states", len(c.states))})
	start := time.Now()
	found := &proof.MultiStates{Reduced: c.cfg.Reduced != nil}
	out, err := c.check(ctx, t, res, found)
	out.Time = time.Since(start)
	var not *inconclusive
	var full *term.Exhausted
	switch {
	case err == nil:
		out.Checked = true
	case ctx.Err() != nil:
		out.Reason = engine.StopReason(ctx)
	case errors.As(err, &not):
		out.Reason = not.Error()
	case errors.As(err, &full):
		out.Reason = fmt.Sprintf("%s: %v", engine.ErrMemory, full)
	default:
		return res, fmt.Errorf("the states that were explored are no invariant: %w", err)
	}
	res.Certificate = &out
	res.Stats = append(res.Stats,
		engine.Seconds("certificate time", out.Time),
		engine.Bytes("certificate size", c.size()),
		engine.Count("certificate steps", found.Steps),
		engine.Count("certificate inclusions", found.Successors),
		engine.Count("certificate inclusions by the solver", found.BySolver),
		engine.Count("certificate inclusions in several states", found.Unions),
		engine.Count("certificate questions", out.Questions))
	if c.cfg.File != "" {
		if err := c.write(ctx, t, &out); err != nil {
			t.Emit(engine.Event{Stage: "certify", Warning: fmt.Sprintf("the certificate was not written: %v",
				err)})
		}
	}
	return res, nil
}

// inconclusive says why a certificate is neither known to be right nor wrong.
type inconclusive struct{ why string }

func (e *inconclusive) Error() string { return e.why }
