package look

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	effects "whittle.dev/internal/step"
)

// Traits are what a program has that properties can be violated by.
type Traits struct {
	Spawns, waits, Allocates, Unsupported bool
	// accesses says that some access is not to a constant place of a static object.
	accesses bool
	violates map[property.Property]bool // steps that the program marks
	refused  bool                       // some memory is not followed that may never have been written
	// ends are the undefined behaviour in which executions may end.
	ends []engine.Assumption
}

// TraitsOf notes what any step of a program has.
func TraitsOf(p *cfa.Program) Traits {
	t := Traits{violates: map[property.Property]bool{}}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			t.note(p, e)
		}
	}
	return t
}

func (t *Traits) note(p *cfa.Program, e *cfa.Edge) {
	x := effects.Of(p, e.Op)
	t.Spawns = t.Spawns || x.From == effects.Started
	t.waits = t.waits || x.Waits
	t.accesses = t.accesses || x.Enters && x.Proc == cfa.NoProc
	if a, ok := effects.BytesOf(p, e.Op); ok && !t.accesses {
		o := p.StaticPlace(a.Addr, a.Size)
		t.accesses = o == nil || a.Writes() && o.ReadOnly
	}
	switch op := e.Op.(type) {
	case cfa.Alloc:
		t.Allocates = t.Allocates || op.Kind.IsHeap() && !op.Given
	case cfa.Free:
		t.Allocates = t.Allocates || op.Kind.IsHeap()
	case cfa.Violation:
		t.violates[op.Property] = true
	case cfa.UB:
		t.violates[op.Property] = true
		t.ends = append(t.ends, engine.Assumption{Pos: e.Pos, What: op.What})
	case cfa.Print:
		t.accesses = true // of strings
	case cfa.Unsupported:
		t.Unsupported = true
		t.refused = t.refused || op.For == property.NoUninitialisedUse
	}
}

// Possible are the parts of a property that something in the program could violate. All else can happen after
// an invalid access or free only, so those have to be asked about, too, unless there are none.
func (t Traits) Possible(p property.Property) property.Property {
	if t.Unsupported || t.accesses && !p.Covers(property.ValidDeref) ||
		t.Allocates && !p.Covers(property.ValidFree) {
		return p
	}
	return p.Only(func(q property.Property) bool {
		switch {
		case q == property.ValidDeref:
			return t.accesses || t.violates[q]
		case q == property.ValidFree, q == property.ValidMemtrack, q == property.ValidMemcleanup:
			return t.Allocates || t.violates[q]
		}
		return !q.OfSteps() || t.violates[q]
	})
}

// NothingPossible is why the other parts hold.
func (t Traits) NothingPossible() engine.Result {
	res := engine.Holds(engine.ByStructure, "nothing in the program could violate it")
	res.Assumed = engine.Assumptions(t.ends)
	return res
}

// MayBeInvalid reports whether an access or a free might be invalid.
func (t Traits) MayBeInvalid() bool { return t.accesses || t.Allocates }

// NeverWait is the proof that there is no deadlock if no thread waits.
func (t Traits) NeverWait() (res engine.Result, ok bool) {
	return engine.Holds(engine.ByStructure, "no thread waits for anything"), !t.waits && !t.Unsupported
}
