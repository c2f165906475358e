package invariant

import (
	"context"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// Invariant is an interval invariant of a whole program with threads: for each location, in the context of
// the calls that lead to it, what registers and the memory that no other thread sees may hold there, and for
// memory that threads share what is ever stored in it by any of them. It is thread-modular (A. Miné, "Static
// analysis of run-time errors in embedded real-time parallel C programs", 2012): threads are analysed one by
// one against the shared memory, until that does not change any more; so it knows nothing of the order of
// steps of different threads.
//
// Values are numbers as strided intervals, and addresses as objects with strided offsets. Of the instances of
// an allocation the last one that a thread has made is kept apart (G. Balakrishnan and T. Reps,
// "Recency-abstraction for heap-allocated storage", 2006); as long as no other thread can know its address,
// stores to it replace what was there. The same holds for static objects until the first thread is started.
//
// # What it may be used for
//
// An invalid access ends an execution, so nothing has to be known of what it would do. Sound reports whether
// the analysis has shown that every access that it finds reachable lies in a live object; only then do the
// other methods say anything, and then it is true of all executions. Undefined behaviour that the program
// itself looks for (cfa.UB) ends an execution, too; Assumed lists it.
//
// The analysis gives up on recursion, unknown addresses, what is not supported,
// and programs that take more than its limits.
type Invariant struct {
	out    *outcome
	space  *space
	mem    *memory
	states *states
	terms  *evaluator
	calls  *calls

	contexts map[cfa.ProcID][]*instance // made when it is first asked for
}

// Limits bound the work of an analysis.
type Limits struct {
	// Steps is how many edges may be looked at, each time counted; Instances
	// how many procedures, each counted once for each chain of calls to it.
	Steps, Instances int
}

// AssumedUB is undefined behaviour that ends executions.
type AssumedUB struct {
	Edge *cfa.Edge
	What string
}

// Analyse finds an invariant of a program, which it does not change. It stops with ctx's error.
func Analyse(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex, limits Limits) (*Invariant, error) {
	return analyse(&outcome{prog: p, ctx: ctx, limits: limits}, regs)
}

// AnalyseValid is Analyse for a program of which something else shows that accesses through the address of an
// object are inside of it while it lives. Sound does not speak of these then.
func AnalyseValid(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex, limits Limits) (*Invariant,
	error) {
	return analyse(&outcome{prog: p, ctx: ctx, limits: limits, valid: true}, regs)
}

func analyse(out *outcome, regs *cfa.RegIndex) (*Invariant, error) {
	p := out.prog
	space := &space{prog: p, out: out, statics: len(p.Objects),
		byRegion: make(map[uint64]int32, len(p.Objects))}
	mem := &memory{prog: p, out: out, space: space, initial: &content{}}
	states := &states{prog: p, regs: regs, space: space, mem: mem}
	terms := newEvaluator(p, out, space)
	cond := &conditions{prog: p, out: out, space: space, mem: mem, terms: terms}
	code := &procedures{prog: p, regs: regs, out: out, space: space, mem: mem,
		known: make([]*procFacts, len(p.Procs))}
	do := &effects{prog: p, out: out, space: space, mem: mem, states: states, terms: terms, cond: cond,
		sites: make(map[siteKey]int32)}
	calls := &calls{prog: p, out: out, space: space, mem: mem, states: states, terms: terms, code: code}
	threads := &threads{prog: p, out: out, space: space, mem: mem, states: states, terms: terms, calls: calls,
		roots: make(map[rootKey]*root), perProc: make(map[cfa.ProcID]int),
		lastRoot: make(map[cfa.ProcID]*root)}
	flow := &fixpoint{prog: p, out: out, space: space, mem: mem, states: states, do: do, calls: calls,
		threads: threads}
	calls.flow, calls.threads = flow, threads
	for i, o := range p.Objects {
		space.byRegion[p.RegionOf(o.Addr)] = int32(i)
		mem.addObject(&object{static: o})
	}
	if threads.startMain() {
		flow.solve()
	}
	if out.err == nil && out.lost == "" {
		flow.check()
	}
	return &Invariant{out: out, space: space, mem: mem, states: states, terms: terms, calls: calls}, out.err
}

// Sound reports whether the analysis has come to an end and has shown that no
// execution makes an invalid access or comes to what is not supported. If not,
// why says what was in the way, and nothing else may be asked.
func (x *Invariant) Sound() (ok bool, why string) { return x.out.lost == "", x.out.lost }

// Violated reports whether an execution may come to any Violation edge.
func (x *Invariant) Violated() bool { return x.out.violated }

// Assumed lists the undefined behaviour that executions may end in.
func (x *Invariant) Assumed() []AssumedUB { return x.out.assumed }

// At returns an interval over the values that a register may have at a location
// of a procedure, as numbers, in all contexts; reached is false when no
// execution comes there. Registers of more than 64 bits are not followed.
func (x *Invariant) At(p cfa.ProcID, l cfa.LocID, r cfa.RegID) (values absint.Interval, reached bool) {
	width := x.states.width(r)
	if width == 0 || width > 64 {
		width = 64
	}
	var all value
	for _, in := range x.contextsOf(p) {
		s := in.states[l]
		if s == nil {
			continue
		}
		v := s.get(r, width)
		if v.empty() || v.width != width || v.isTop() {
			return absint.Full(width), true
		}
		reached = true
		all = all.join(numberOf(x.space.numbers(v)))
	}
	if !reached {
		return absint.Full(width), false
	}
	return all.num.Interval, true
}

// Reaches reports whether an execution may come to a location of a procedure.
func (x *Invariant) Reaches(p cfa.ProcID, l cfa.LocID) bool {
	return slices.ContainsFunc(x.contextsOf(p), func(in *instance) bool { return in.states[l] != nil })
}

// Portable reports whether what the analysis says of values does not rest on the numbers that addresses and
// threads have here: no execution computes with them, or compares them with others than those of its own
// kind. Of a value that may be an address itself RegAt and MemoryAt say nothing.
func (x *Invariant) Portable() bool { return !x.out.concrete }

// MemoryAt returns an interval over the values that a scalar of a static object may have whenever a thread is
// at a location of a procedure, as numbers, in all contexts and whatever other threads do meanwhile; reached
// is false when no execution comes there. Of a scalar that may hold an address nothing is said. obj indexes
// Program.Objects; the scalar has size bytes at the offset off.
func (x *Invariant) MemoryAt(p cfa.ProcID, l cfa.LocID, obj int, off uint64,
	size int) (values absint.Interval, reached bool) {
	width := 8 * size
	if width > 64 {
		return absint.Full(64), true
	}
	ref := ref{obj: int32(obj), off: absint.Single(64, off)}
	place := place{ref.off, size}
	var all value
	for _, in := range x.contextsOf(p) {
		s := in.states[l]
		if s == nil {
			continue
		}
		reached = true
		v := value{width: width}
		own, shared := x.mem.concerned(s, ref)
		if own != nil {
			v = v.join(x.mem.readOwn(ref.obj, own, place))
		}
		if shared {
			v = v.join(x.mem.readShared(ref.obj, place))
		}
		if v.empty() || v.width != width || v.isTop() {
			return absint.Full(width), true
		}
		if len(v.refs) > 0 {
			return absint.Full(width), true
		}
		all = all.join(numberOf(x.space.numbers(v)))
	}
	if !reached {
		return absint.Full(width), false
	}
	return all.num.Interval, true
}

// RegAt is At, but says nothing of a register that may hold an address.
func (x *Invariant) RegAt(p cfa.ProcID, l cfa.LocID, r cfa.RegID) (values absint.Interval, reached bool) {
	for _, in := range x.contextsOf(p) {
		if s := in.states[l]; s != nil && len(s.get(r, x.states.width(r)).refs) > 0 {
			return absint.Full(x.states.width(r)), true
		}
	}
	return x.At(p, l, r)
}

// contextsOf lists the instances of a procedure.
func (x *Invariant) contextsOf(p cfa.ProcID) []*instance {
	if x.contexts == nil {
		x.contexts = make(map[cfa.ProcID][]*instance)
		for _, in := range x.calls.all {
			x.contexts[in.proc.ID] = append(x.contexts[in.proc.ID], in)
		}
	}
	return x.contexts[p]
}
