package pointsto

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Object is an abstract object: a static object, or all objects that one allocation edge makes.
type Object struct {
	// Static is the static object, or nil.
	Static *cfa.Object
	// Site is the allocation edge, or nil, and Proc the procedure it lies in.
	Site *cfa.Edge
	Proc cfa.ProcID
}

// Alloc returns the operation of an allocation site.
func (o Object) Alloc() (cfa.Alloc, bool) {
	if o.Site == nil {
		return cfa.Alloc{}, false
	}
	a, ok := o.Site.Op.(cfa.Alloc)
	return a, ok
}

// IsFunc reports whether the object is a function.
func (o Object) IsFunc() bool { return o.Static != nil && o.Static.Kind == cfa.Func }

// Name returns a name for people.
func (o Object) Name() string {
	if o.Static != nil {
		return o.Static.Name
	}
	if a, ok := o.Alloc(); ok && a.Name != "" {
		return fmt.Sprintf("%s@e%d", a.Name, o.Site.ID)
	}
	return fmt.Sprintf("alloc@e%d", o.Site.ID)
}

// Result says which objects, and where in them, the registers and terms of a program may point to (L. O.
// Andersen's inclusion-based analysis, 1994, chapter 4): flow-insensitive, with offsets as congruences, so
// that the fields of structures and of arrays of structures are told apart. Procedures are not copied per
// call; run it after inlining for that.
//
// What it relies on, all of it undefined behaviour otherwise: pointer arithmetic stays with its object, and
// what memory or a variable holds that was never set (Havoc.Unset) is not dereferenced. A number that an
// input had a part in is Unknown, and an access through an Unknown address is taken to touch any object.
type Result struct {
	// Objects are the abstract objects; ObjID indexes them.
	Objects []Object

	prog     *cfa.Program
	regs     *cfa.RegIndex
	byRegion map[uint64]ObjID
	siteObj  map[cfa.EdgeID]ObjID
	memo     map[term.Term]Value

	regVal  []Value
	results []Value   // by procedure: what it returns
	exits   Value     // of all threads
	memory  []content // by object
	anyMem  Value     // what was stored through unknown addresses
	wild    map[cfa.EdgeID]bool
	roots   []bool // by procedure: may be started as a thread
	callees map[cfa.EdgeID][]cfa.ProcID

	trackUnknown bool
	sides        *sides // of Beside, or nil
	funcs        []ObjID
}

// Analyse analyses a program. regs is an index of its registers. It stops with ctx's error.
func Analyse(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex) (*Result, error) {
	return newPointsTo(ctx, p, regs, nil)
}

func newPointsTo(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex, sides *sides) (*Result, error) {
	x := &Result{prog: p, regs: regs, byRegion: make(map[uint64]ObjID), siteObj: make(map[cfa.EdgeID]ObjID),
		memo: make(map[term.Term]Value), wild: make(map[cfa.EdgeID]bool), sides: sides}
	for i, o := range p.Objects {
		x.byRegion[p.RegionOf(o.Addr)] = ObjID(i)
		x.Objects = append(x.Objects, Object{Static: o, Proc: cfa.NoProc})
		if o.Kind == cfa.Func {
			x.funcs = append(x.funcs, ObjID(i))
		}
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Alloc); ok {
				x.siteObj[e.ID] = ObjID(len(x.Objects))
				x.Objects = append(x.Objects, Object{Site: e, Proc: proc.ID})
			}
		}
	}
	s, err := newSolver(ctx, x)
	if err != nil {
		return nil, err
	}
	// An access through an unknown address touches everything, which may make
	// more addresses unknown; the set of such edges only grows.
	for {
		before := len(x.wild)
		x.reset()
		for _, x.trackUnknown = range []bool{false, true} {
			if err := s.run(ctx); err != nil {
				return nil, err
			}
		}
		if len(x.wild) == before {
			return x, nil
		}
	}
}

// Of returns what a term of the program may point to, when it is used as an address: a constant that lies in
// a region where an object may be counts as Unknown.
func (x *Result) Of(t term.Term) Value {
	clear(x.memo)
	return x.address(x.eval(t))
}

func (x *Result) address(v Value) Value {
	if len(v.Refs) == 0 && v.HasNum && !v.Unknown {
		n, ok := v.Num.Exact()
		v.Unknown = ok && !x.prog.Nowhere(uint64(n))
	}
	return v
}

// Reg returns what a register may point to.
func (x *Result) Reg(r cfa.RegID) Value { return x.regVal[r] }

// Site returns the abstract object of an allocation edge.
func (x *Result) Site(e *cfa.Edge) (ObjID, bool) {
	o, ok := x.siteObj[e.ID]
	return o, ok
}

// StaticObject returns the abstract object whose region a constant address lies in.
func (x *Result) StaticObject(addr uint64) (ObjID, bool) {
	o, ok := x.byRegion[x.prog.RegionOf(addr)]
	return o, ok
}

// Callees returns the procedures that a Call or Spawn edge may enter, in ascending order. For an address
// that may be unknown these are all functions that have an address.
func (x *Result) Callees(e *cfa.Edge) []cfa.ProcID { return x.callees[e.ID] }
