package ceds

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/smt/dump"
	"whittle.dev/term"
)

// Certify says how the invariant of a program that holds is checked and written.
//
// The set of all states that the search has visited is kept and checked by code that shares with the search
// nothing but the steps of threads (package multistate), which are made anew in another term store, without
// caches and models:
//
//  1. the initial state is in the set;
//  2. no step from a state of the set violates the property or comes to what is not supported, an invalid access
//     or undefined behaviour that the result does not list;
//  3. each successor is contained in a state of the set, or in several together: it has the same explicit
//     part, and ∃x (φ(x) ∧ ∀y (ψ(y) → v(x) ≠ w(y))), the formula notsubseteq of section 2.5, is found
//     unsatisfiable, unless it follows syntactically.
//
// A set that is closed under the steps of package multistate excludes violations in the program: a step is
// one operation that other threads can tell, and local edges behind it, which commute with
// all that the others do, so every execution that leads to a violation can be rearranged into such
// steps. Where a thread has local steps before it the others may wait, but not for ever: such a state may
// lead to ones of its kind only if they come later in the set, so that finitely many steps
// later all threads go on. Searches for a certificate use no other reduction, and no pass over the program.
//
// What is trusted is thus the lowering of the program, package multistate with the liveness of registers, and
// the solver that the check asks; not the order of the search, what it takes for known, its solver, and what
// its caches hold.
type Certify struct {
	// Solver makes the solver that is asked, of formulas without quantifiers or of both kinds if it is an
	// smt.ForAller; an io.Closer is closed in the end. nil: the solver that is built in.
	Solver func(*term.Store) (smt.Solver, error)
	// Folder takes each question as a script; nil: none.
	Folder *dump.Folder
	// File is written with the invariant; empty: none.
	File string
}

// certificate collects what a search visits. All methods of nil do nothing.
type certificate struct {
	cfg    Certify
	mu     sync.Mutex
	states [][]byte
}

// add keeps a state. One whose steps were made must have been kept before what they lead to.
func (c *certificate) add(x *multistate.Stepper, st *multistate.State) {
	if c == nil {
		return
	}
	b := x.Encode(nil, st)
	c.mu.Lock()
	c.states = append(c.states, b)
	c.mu.Unlock()
}

// size is the number of bytes of the states.
func (c *certificate) size() uint64 {
	n := uint64(0)
	for _, b := range c.states {
		n += uint64(len(b))
	}
	return n
}

// certifiable returns the settings without the reductions that leave out steps of threads and what collects
// the states, if a certificate is wanted; else the settings as they are.
func (s settings) certifiable() (settings, *certificate) {
	if s.certify == nil {
		return s, nil
	}
	s.steps = s.steps.Unreduced()
	return s, &certificate{cfg: *s.certify}
}

// program returns the program that is explored. A certificate is about the program as it was lowered.
func (s settings) program(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if s.certify != nil {
		return p, nil
	}
	return prepare(ctx, p)
}

// finish checks and writes the certificate of a result, if it has one. That the set is no invariant
// is an error: the search is wrong. A limit leaves the verdict as it is.
func (c *certificate) finish(ctx context.Context, t engine.Task, set settings,
	res engine.Result) (engine.Result, error) {
	if c == nil || res.Verdict.Kind != property.True {
		return res, nil
	}
	t.Emit(engine.Event{Stage: "certify", Detail: fmt.Sprintf("%d states", len(c.states))})
	start := time.Now()
	out, err := c.check(ctx, t, set, res)
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

// inconclusive tells why a certificate is neither known to be right nor wrong.
type inconclusive struct{ why string }

func (e *inconclusive) Error() string { return e.why }
