package certify

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
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
}

// Certificate collects what a search visits. All methods of nil do nothing.
type Certificate struct {
	cfg    Config
	mu     sync.Mutex
	states [][]byte
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
	out, err := c.check(ctx, t, res)
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
		engine.Count("certificate steps", out.Steps),
		engine.Count("certificate inclusions", out.Successors),
		engine.Count("certificate inclusions by the solver", out.BySolver),
		engine.Count("certificate inclusions in several states", out.Unions),
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
