package schedule

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Alone are executions of a program that has one thread.
type Alone struct {
	// Trace leads to a violation; nil: none was found.
	Trace *trace.Trace
	// Only is set if the program takes no input and its execution, the only one, ended without a violation.
	Only bool
	// Executions and Edges count executions and their edges.
	Executions int
	Edges      uint64
}

const (
	// randomEdges bounds the edges of executions with random inputs; what they find they nearly always find
	// with less. firstTurn are those of the first turn of them and of the first turn of guided ones, and each
	// turn has twice as many as the one before.
	randomEdges = 20_000_000
	firstTurn   = 1_000_000
	// zerosLong is how long the first execution goes on, in which all inputs are zero, once it has taken one.
	zerosLong = 500_000
	// steadyEach is that every so many executions have the same inputs at the same place and go on for up to
	// steadyLong edges: that is enough to jump turns of loops with a long body a few times.
	steadyEach = 4
	steadyLong = 100_000
	// aloneMemory bounds the bytes of the objects of an execution.
	aloneMemory = 256 << 20
	// mostRefused is how many violations of an edge are looked at that rest on what is not modelled exactly.
	mostRefused = 64
)

// Execute executes a program with one thread again and again, with zeros and then with random inputs, and in
// turns with that led by what executions cover, until an execution violates the property or they have taken
// so many edges; work is told of these. What it does does not depend on time. Turns of loops are jumped where
// that can be done.
func Execute(ctx context.Context, p *cfa.Program, prop property.Property, edges uint64,
	work func(edges uint64)) (Alone, error) {
	x, err := newAlone(ctx, p, prop, work)
	if err != nil {
		return Alone{}, err
	}
	g := newGuided(x)
	for turn, random := uint64(firstTurn), uint64(0); !x.over(edges) && !g.tired(); turn *= 2 {
		if from := x.Edges; random < randomEdges {
			if err := x.random(min(edges, from+turn)); err != nil {
				return x.Alone, err
			}
			random += x.Edges - from
		}
		if err := g.run(min(edges, x.Edges+turn)); err != nil {
			return x.Alone, err
		}
	}
	return x.Alone, nil
}

// alone makes executions of a program with one thread.
type alone struct {
	Alone
	ctx   context.Context
	prog  *cfa.Program
	prop  property.Property
	work  func(edges uint64)
	code  *interp.Code
	known known
	drawn int // executions with random inputs
	// single is set if there is one execution alone.
	single bool
	// refused counts, by edge, violations that rest on what is not modelled exactly.
	refused map[*cfa.Edge]int
}

func newAlone(ctx context.Context, p *cfa.Program, prop property.Property,
	work func(edges uint64)) (*alone, error) {
	code, err := interp.NewCode(p)
	if err != nil {
		return nil, err
	}
	return &alone{ctx: ctx, prog: p, prop: prop, work: work, code: code, known: knownOf(p),
		refused: map[*cfa.Edge]int{}}, nil
}

// over reports whether nothing is left to be done within a number of edges.
func (x *alone) over(edges uint64) bool {
	return x.Trace != nil || x.single || x.Edges >= edges || x.ctx.Err() != nil
}

// execute makes an execution; while says whether it goes on.
func (x *alone) execute(cfg interp.Config, while func(m *interp.Machine) bool) (*interp.Machine, error) {
	cfg.MaxMemory = aloneMemory
	m := x.code.Start(cfg)
	for ev := interp.Local; ev <= interp.Visible && while(m); {
		var err error
		if ev, err = m.StepVisible(x.ctx, 0); err != nil {
			return m, err
		}
	}
	return m, nil
}

// ended counts an execution, and takes its violation if it has one; again makes it once more and records it.
func (x *alone) ended(m *interp.Machine, again func() (*interp.Machine, error)) error {
	x.Executions++
	x.Edges += m.Steps() + startCost
	x.work(m.Steps() + startCost)
	o := m.Outcome()
	if o.Property == "" || !x.prop.Covers(o.Property) || x.refused[o.Edge] >= mostRefused {
		return nil
	}
	m, err := again()
	if err == nil && m.Outcome().Property != o.Property {
		err = fmt.Errorf("the violation of execution %d does not come again", x.Executions)
	}
	if err != nil {
		return err
	}
	tr := m.Trace()
	rests, err := interp.Relies(x.ctx, x.prog, tr)
	switch {
	case x.ctx.Err() != nil:
	case err != nil:
		return fmt.Errorf("what execution %d rests on: %w", x.Executions, err)
	case rests != nil:
		x.refused[o.Edge]++
		return nil
	}
	x.Trace = tr
	return nil
}

// random makes executions with random inputs, until they have taken so many edges in all.
func (x *alone) random(edges uint64) error {
	for ; !x.over(edges); x.drawn++ {
		limit := uint64(randomEdges)
		if x.drawn > 0 {
			limit = min(edges-x.Edges, shortest*luby(uint64(x.drawn)))
		}
		if x.drawn%steadyEach == steadyEach-1 {
			limit = min(edges-x.Edges, steadyLong)
		}
		run := func(record bool) (*interp.Machine, error) {
			d := newInputs(uint64(x.drawn), x.known)
			d.extremes, d.zeros = true, d.zeros || x.drawn == 0
			if x.drawn%steadyEach == steadyEach-1 {
				d.zeros, d.steady = false, map[cfa.EdgeID][2]uint64{}
			}
			return x.execute(interp.Config{Decider: d, MaxSteps: limit, Record: record, Jumps: true},
				func(m *interp.Machine) bool {
					return x.drawn > 0 || !m.Drawn() || m.Steps() <= zerosLong
				})
		}
		m, err := run(false)
		if err != nil {
			return err
		}
		if err := x.ended(m, func() (*interp.Machine, error) { return run(true) }); err != nil {
			return err
		}
		if x.Trace == nil && x.drawn == 0 && !m.Drawn() {
			o := m.Outcome()
			x.Only, x.single = o.Kind == interp.Exited || o.Kind == interp.AssumeFailed, true
			return nil
		}
	}
	return nil
}
