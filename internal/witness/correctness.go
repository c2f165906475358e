package witness

import (
	"context"
	"fmt"
	"strings"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/source"
)

// Proof is what a correctness witness is made of: a program whose property holds.
type Proof struct {
	Program *cfa.Program
	Places  *c.Places // with the files of Program
}

// proofLimits bound the analysis that looks for invariants.
var proofLimits = invariant.Limits{Steps: 200_000, Instances: 5_000}

// maxBounds is how many variables an invariant speaks of at most.
const maxBounds = 24

// Correctness makes the content of a correctness witness: bounds on variables, before each evaluation of a
// loop's condition and before each statement that may violate the property. They hold in all executions: they
// are taken from an interval analysis of all threads, and only if it shows that no access is invalid. They
// say nothing that rests on the numbers that addresses have here. If nothing is known the set is empty, which
// is a witness, too.
func Correctness(ctx context.Context, x Proof) (*Entry, error) {
	e := &Entry{Type: InvariantSet, Metadata: Metadata{FormatVersion: Version20}}
	inv, err := invariant.Analyse(ctx, x.Program, cfa.NewRegIndex(x.Program), proofLimits)
	if err != nil {
		return nil, fmt.Errorf("looking for invariants: %w", err)
	}
	if ok, _ := inv.Sound(); !ok || !inv.Portable() {
		return e, nil
	}
	w := newInvariantWriter(x, inv)
	for _, s := range w.places.stmts {
		if s.Opaque || w.places.several[s] {
			continue
		}
		typ, at := LocationInvariant, w.begins[s]
		if s.Kind == c.StmtLoop {
			typ, at = LoopInvariant, w.heads[s.Begin]
			if !s.Cond {
				continue
			}
		} else if !w.guards[s] {
			continue
		}
		w.function = s.Func
		if text := w.bounds(s.Vars, at); text != "" {
			e.Invariants = append(e.Invariants, Invariant{Type: typ, Location: location(s.At, s.Func),
				Value: text, Format: CExpression})
		}
	}
	return e, nil
}

// control is a location of the program.
type control struct {
	proc cfa.ProcID
	loc  cfa.LocID
}

// invariantWriter writes what an analysis knows in terms of the source.
type invariantWriter struct {
	Proof
	inv    *invariant.Invariant
	places *placeMap
	// heads are where the conditions of loops are evaluated, by the place of
	// the loop; begins is where statements begin.
	heads  map[source.Pos][]control
	begins map[*c.Stmt][]control
	// function is the one at hand.
	function string
	// guards are the statements that may violate the property.
	guards map[*c.Stmt]bool
	regs   map[variableKey][]cfa.RegID
	objs   map[string][]int
}

type variableKey struct {
	name string
	pos  source.Pos
}

func newInvariantWriter(x Proof, inv *invariant.Invariant) *invariantWriter {
	w := &invariantWriter{
		Proof: x, inv: inv, places: newPlaceMap(x.Places),
		heads: map[source.Pos][]control{}, begins: map[*c.Stmt][]control{}, guards: map[*c.Stmt]bool{},
		regs: map[variableKey][]cfa.RegID{}, objs: map[string][]int{},
	}
	for i, r := range x.Program.Regs {
		if _, name, ok := strings.Cut(r.Name, "::"); ok && r.Type != "" {
			key := variableKey{name, r.Pos}
			w.regs[key] = append(w.regs[key], cfa.RegID(i))
		}
	}
	for i, o := range x.Program.Objects {
		if o.Kind == cfa.Global {
			w.objs[o.Name] = append(w.objs[o.Name], i)
		}
	}
	for _, p := range x.Program.Procs {
		if !p.Model {
			w.procedure(p)
		}
	}
	return w
}

// procedure finds where loops and statements begin in the automaton of a
// procedure: the locations that edges of a statement leave and others lead to.
func (w *invariantWriter) procedure(p *cfa.Proc) {
	of := make([]*c.Stmt, len(p.Edges))
	for i, e := range p.Edges {
		switch e.Op.(type) {
		case cfa.Alloc, cfa.Free:
			continue // of a variable, where its function begins or ends
		}
		of[i] = w.places.stmt(e.Pos)
		if _, ok := e.Op.(cfa.Violation); ok && of[i] != nil {
			w.guards[of[i]] = true
		}
	}
	for l := range p.Locs {
		loc, here := &p.Locs[l], control{p.ID, cfa.LocID(l)}
		if loc.Label == "loop head" {
			w.heads[loc.Pos] = append(w.heads[loc.Pos], here)
		}
		for _, out := range loc.Out {
			s := of[out]
			if s == nil {
				continue
			}
			entered := cfa.LocID(l) == p.Entry
			for _, in := range loc.In {
				entered = entered || of[in] != s
			}
			if n := len(w.begins[s]); entered && (n == 0 || w.begins[s][n-1] != here) {
				w.begins[s] = append(w.begins[s], here)
			}
		}
	}
}

// bounds writes what is known of the variables in scope wherever at says; empty:
// nothing, or no execution comes there.
func (w *invariantWriter) bounds(scope *c.Variable, at []control) string {
	var parts []string
	known := map[string]bool{}
	for v := scope; v != nil && len(parts) < maxBounds; v = v.Outer {
		if known[v.Name] {
			continue // hidden
		}
		known[v.Name] = true
		if v.Kind.Class != c.IntegerVar || v.Kind.Width > 64 {
			continue
		}
		if text := w.bound(v, at); text != "" {
			parts = append(parts, text)
		}
	}
	// Parameters and variables of files come before those that follow them.
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, " && ")
}

// bound writes between which values a variable is at all of some locations.
func (w *invariantWriter) bound(v *c.Variable, at []control) string {
	r := valueRange{Hull: absint.Hull{Width: v.Kind.Width}, kind: v.Kind}
	regs, obj := w.regs[variableKey{v.Name, v.Pos}], w.object(v)
	for _, l := range at {
		var i absint.Interval
		var reached bool
		switch {
		case v.Local && len(regs) == 1 && w.Program.Regs[regs[0]].Proc == l.proc &&
			w.Program.Regs[regs[0]].Sort.Width() == v.Kind.Width:
			i, reached = w.inv.RegAt(l.proc, l.loc, regs[0])
		case obj >= 0:
			i, reached = w.inv.MemoryAt(l.proc, l.loc, obj, 0, v.Kind.Width/8)
		default:
			return ""
		}
		if reached {
			r.Add(i)
		}
	}
	return r.text(v.Name)
}

// object is the object of a variable with static storage; -1: it is not known.
func (w *invariantWriter) object(v *c.Variable) int {
	name := v.Name
	if v.Static {
		name = w.function + "::" + v.Name
	}
	objs := w.objs[name]
	if v.Local || len(objs) != 1 {
		return -1
	}
	o := w.Program.Objects[objs[0]]
	if o.Size*8 != uint64(v.Kind.Width) || o.Pos.File != v.Pos.File || v.Static && o.Pos != v.Pos {
		return -1
	}
	return objs[0]
}

// valueRange collects the values of a variable.
type valueRange struct {
	absint.Hull
	kind c.Kind
}

// text writes the range; empty if it is all values of the type, or none. Both
// sides of the comparisons are of one type, so that nothing is converted.
func (r *valueRange) text(name string) string {
	if !r.Any || r.Mixed {
		return ""
	}
	lo, hi, least, most := r.Lo, r.Hi, uint64(0), ^uint64(0)>>(64-r.kind.Width)
	if r.kind.Signed {
		lo, hi = uint64(r.SignedLo), uint64(r.SignedHi)
		least, most = uint64(int64(-1)<<(r.kind.Width-1)), ^uint64(0)>>(65-r.kind.Width)
	}
	if r.kind.Bool {
		most = 1
	}
	low, ok1 := constant(r.kind, lo)
	high, ok2 := constant(r.kind, hi)
	switch {
	case !ok1 || !ok2:
		return ""
	case lo == hi:
		return name + " == " + low
	case lo == least && (hi == most || r.kind.Bool):
		return ""
	case lo == least:
		return name + " <= " + high
	case hi == most:
		return low + " <= " + name
	}
	return low + " <= " + name + " && " + name + " <= " + high
}
