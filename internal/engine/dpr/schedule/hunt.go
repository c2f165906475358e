package schedule

import (
	"context"
	"fmt"
	"math/bits"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Violations that need few switches of threads are found soonest by executions that nothing is learnt from: a
// machine makes some thousands of them in the time that an exploration needs to get under way. Schedules are
// drawn in turn from three families: one in which threads have priorities, and at a few random steps that of
// the running thread becomes the lowest (S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A
// randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010), one that picks any
// thread before each step, and one that now and then goes on with another thread.

// Hunter makes such executions. What it does depends on the program and how much it is asked to do, not on
// time.
type Hunter struct {
	ctx    context.Context
	prop   property.Property
	code   *interp.Code
	known  known
	length int // visible steps of the longest execution so far
	alone  int // attempts that the first thread can make alone, or 0
	turn   uint64
	// Trace leads to a violation; nil: none was found so far.
	Trace *trace.Trace
	// Executions and Steps count executions and their edges.
	Executions int
	Steps      uint64
}

// An execution may take a number of edges that goes up and down, so that as much is done in long ones as in
// short ones: shortest, times a number of M. Luby's sequence ("Optimal speedup of Las Vegas algorithms",
// 1993). To start one is as dear as startCost edges. Since some programs start thousands of threads before
// anything happens, every execution whose number is a power of two, from longFrom on, may take longest.
const (
	shortest  = 2_000
	startCost = 200
	longest   = 2_000_000
	longFrom  = 8
	far       = 4_000 // steps of the first thread before it waits that make every second execution a long one
)

// NewHunter prepares a hunt. The error is about the program.
func NewHunter(ctx context.Context, p *cfa.Program, prop property.Property) (*Hunter, error) {
	code, err := interp.NewCode(p)
	if err != nil {
		return nil, err
	}
	return &Hunter{ctx: ctx, prop: prop, code: code, known: knownOf(p), length: 64}, nil
}

// Run makes executions until one violates the property or they have taken so many edges.
func (h *Hunter) Run(edges uint64) error {
	for until := h.Steps + edges; h.Trace == nil && h.Steps < until && h.ctx.Err() == nil; {
		h.turn++
		e := execution{seed: h.turn, family: family(h.turn % uint64(families)),
			limit: shortest * luby(h.turn/uint64(families)+1), length: h.length}
		if h.turn >= longFrom && h.turn&(h.turn-1) == 0 || h.alone > far && h.turn%2 == 0 {
			e.family, e.limit, e.long, e.alone = oneOfEach, longest, true, h.alone
		} else if h.turn%steadyAmong == steadyFrom {
			e.family, e.limit, e.steady = byPriority, steadyLong, true
		}
		m := h.execute(e, false)
		h.Executions++
		h.Steps += m.Steps() + startCost
		if o := m.Outcome(); o.Kind == interp.Violated && h.prop.Covers(o.Property) {
			if m = h.execute(e, true); m.Outcome().Kind != interp.Violated {
				return fmt.Errorf("the violation of schedule %d does not come again", e.seed)
			}
			h.Trace = m.Trace()
		}
	}
	return nil
}

// luby is element i of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, ..., from 1 on.
func luby(i uint64) uint64 {
	for {
		n := bits.Len64(i)
		if i == 1<<n-1 {
			return 1 << (n - 1)
		}
		i -= 1<<(n-1) - 1
	}
}

// Every steadyAmong-th execution has few switches and the same inputs at the same place, and goes on longer,
// so that turns of loops can be jumped.
const (
	steadyAmong = 64
	steadyFrom  = 9
)

// execution determines an execution.
type execution struct {
	seed   uint64
	family family
	limit  uint64 // edges
	length int    // about so many steps will be visible
	long   bool
	steady bool // inputs are the same at the same place
	alone  int  // attempts that the first thread can make alone; 0: that is not known
}

// execute makes an execution.
func (h *Hunter) execute(e execution, record bool) *interp.Machine {
	d := newInputs(e.seed, h.known)
	if e.steady {
		d.zeros, d.steady = e.seed%(2*steadyAmong) == steadyFrom, map[cfa.EdgeID][2]uint64{}
	}
	m := h.code.Start(interp.Config{Decider: d, MaxSteps: e.limit, Record: record, Jumps: true})
	s := newDrawn(e)
	for t := 0; t >= 0; {
		ev := h.visible(m, t)
		if ev == interp.Stopped {
			break
		}
		t = s.next(m, t, ev)
	}
	h.length = max(h.length, s.epoch)
	if e.long && s.alone > 0 {
		h.alone = s.alone
	}
	return m
}

// visible makes a visible step of a thread. A thread that is about to end the process is held instead, as if
// it had to wait: the others can do all that they could before.
func (h *Hunter) visible(m *interp.Machine, t int) interp.Event {
	for n := 1; ; n++ {
		if m.Ends(t) || n%4096 == 0 && h.ctx.Err() != nil {
			return interp.Blocked
		}
		if ev, err := m.Step(t); err != nil || ev > interp.Inside {
			return ev
		}
	}
}
