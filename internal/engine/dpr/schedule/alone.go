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
	// zerosLong is how long the first execution goes on, in which all inputs are zero, once it has taken one.
	zerosLong = 500_000
	// steadyEach is that every so many executions have the same inputs at the same place and go on for up to
	// steadyLong edges: that is enough to jump turns of loops with a long body a few times.
	steadyEach = 4
	steadyLong = 100_000
	// aloneMemory bounds the bytes of the objects of an execution.
	aloneMemory = 256 << 20
)

// Execute executes a program with one thread again and again, with zeros and then with random inputs, until
// an execution violates the property or they have taken so many edges; work is told of these. What it does
// does not depend on time. Turns of loops are jumped where that can be done.
func Execute(ctx context.Context, p *cfa.Program, prop property.Property, edges uint64,
	work func(edges uint64)) (a Alone, err error) {
	code, err := interp.NewCode(p)
	if err != nil {
		return a, err
	}
	known := knownOf(p)
	execute := func(limit uint64, record bool) *interp.Machine {
		d := newInputs(uint64(a.Executions), known)
		d.extremes, d.zeros = true, d.zeros || a.Executions == 0
		if a.Executions%steadyEach == steadyEach-1 {
			d.zeros, d.steady = false, map[cfa.EdgeID][2]uint64{}
		}
		m := code.Start(interp.Config{Decider: d, MaxSteps: limit, MaxMemory: aloneMemory, Record: record,
			Jumps: true})
		for ev := interp.Local; ev <= interp.Visible; {
			if a.Executions == 0 && m.Drawn() && m.Steps() > zerosLong {
				break
			}
			if ev, err = m.StepVisible(ctx, 0); err != nil {
				break
			}
		}
		return m
	}
	for ; a.Edges < edges && ctx.Err() == nil; a.Executions++ {
		limit := edges
		if a.Executions > 0 {
			limit = min(edges-a.Edges, shortest*luby(uint64(a.Executions)))
		}
		if a.Executions%steadyEach == steadyEach-1 {
			limit = min(edges-a.Edges, steadyLong)
		}
		m := execute(limit, false)
		if err != nil {
			return a, err
		}
		work(m.Steps() + startCost)
		a.Edges += m.Steps() + startCost
		o := m.Outcome()
		switch {
		case o.Property != "" && prop.Covers(o.Property):
			if m = execute(limit, true); err == nil && m.Outcome().Property != o.Property {
				err = fmt.Errorf("the violation of execution %d does not come again", a.Executions)
			}
			a.Executions++
			a.Trace = m.Trace()
			return a, err
		case !m.Drawn():
			a.Executions++
			a.Only = o.Kind == interp.Exited || o.Kind == interp.AssumeFailed
			return a, nil
		}
	}
	return a, nil
}
