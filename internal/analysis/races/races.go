package races

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Result is what was shown.
type Result struct {
	// Free says that no execution has a data race, makes an invalid access, or comes to what is not
	// supported.
	Free bool
	// Why says what is in the way if not.
	Why string
	Pos source.Pos
	// Invalid says that it is an access which is not shown to be valid.
	Invalid bool
	// Places are the places that threads share and what keeps the accesses to each apart, where that is
	// known, in the order of the first access.
	Places []Place
	// Followed says that the values of the threads were needed, in memory as the initial thread sets it up.
	Followed bool
	// Assumed is the undefined behaviour that executions may end in, if Free.
	Assumed []invariant.AssumedUB
}

// maxPairs bounds the pairs of accesses that are looked at.
const maxPairs = 1_000_000

// invariantLimits bound the analysis that tells whether accesses are valid.
var invariantLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// access is a read or a write of memory that threads share.
type access struct {
	proc  cfa.ProcID
	edge  *cfa.Edge
	at    target
	size  uint64
	write bool
	plain bool
	held  words // of locks that one thread at a time holds
	// guards are the locks of arrays that are held beside them.
	guards []guard
}

// Analyse looks for what keeps the accesses of the threads of a program apart. That accesses are valid is
// shown here, or valid says that something else shows it; Free rests on that then.
func Analyse(ctx context.Context, p *cfa.Program, valid bool) (*Result, error) {
	x := &analyser{ctx: ctx, prog: p, valid: valid, res: &Result{}}
	switch err := x.run(); {
	case errors.Is(err, errMany):
		x.fail(source.Pos{}, "%v", err)
	case err != nil:
		return nil, err
	}
	if !x.res.Free && !valid {
		if err := x.follow(); err != nil {
			return nil, err
		}
	}
	return x.res, nil
}

type analyser struct {
	ctx     context.Context
	prog    *cfa.Program
	valid   bool
	pts     *pointsto.Result
	threads *analysis.Threads
	locks   *locks
	order   *order
	all     []*access
	byObj   map[pointsto.ObjID][]*access
	res     *Result
}

// fail notes the first thing that is in the way.
func (x *analyser) fail(pos source.Pos, format string, args ...any) {
	if x.res.Why == "" {
		x.res.Why, x.res.Pos = fmt.Sprintf(format, args...), pos
	}
}

// prepare finds what threads hold and which run when. There is no result if an access may be invalid.
func (x *analyser) prepare() (*invariant.Invariant, error) {
	regs := cfa.NewRegIndex(x.prog)
	var err error
	if x.pts, err = pointsto.Analyse(x.ctx, x.prog, regs); err != nil {
		return nil, err
	}
	graph := cfa.NewCallGraph(x.prog, x.pts.Callees)
	x.threads = analysis.NewThreads(x.prog, graph, x.pts.Callees)
	values := invariant.Analyse
	if x.valid {
		values = invariant.AnalyseValid
	}
	inv, err := values(x.ctx, x.prog, regs, invariantLimits)
	if err != nil {
		return nil, err
	}
	if ok, why := inv.Sound(); !ok {
		x.res.Invalid = true
		x.fail(source.Pos{}, "an access is not shown to be valid: %s", why)
		return nil, nil
	}
	x.locks = newLocks(x.prog, x.pts, inv, x.threads)
	if err := x.locks.solve(x.ctx); err != nil {
		return nil, err
	}
	x.order, err = newOrder(x.ctx, x.locks)
	return inv, err
}

func (x *analyser) run() error {
	inv, err := x.prepare()
	if err != nil || inv == nil {
		return err
	}
	x.collect()
	x.exclusive()
	if err := x.compare(); err != nil || x.res.Why != "" {
		return err
	}
	x.res.Free, x.res.Assumed = true, inv.Assumed()
	return nil
}

// collect lists the accesses to objects that more than one thread may reach, but for those before the first
// creation of a thread.
func (x *analyser) collect() {
	escaped := x.pts.Escaped()
	x.byObj = map[pointsto.ObjID][]*access{}
	for _, proc := range x.prog.Procs {
		if len(x.threads.RunBy(proc.ID)) == 0 {
			continue
		}
		for _, e := range proc.Edges {
			if !x.threads.Order(proc.ID).Reaches(e.From) || x.threads.Alone(proc.ID, e.From) {
				continue
			}
			switch op := e.Op.(type) {
			case cfa.Load:
				x.add(escaped, proc, e, op.Addr, x.locks.size(e), false, op.Order == cfa.Plain)
			case cfa.Store:
				x.add(escaped, proc, e, op.Addr, x.locks.size(e), true, op.Order == cfa.Plain)
			case cfa.Print:
				for _, addr := range x.strings(e, op) {
					x.add(escaped, proc, e, addr, 0, false, true)
				}
			}
		}
	}
}

// strings lists the addresses of the strings that output reads.
func (x *analyser) strings(e *cfa.Edge, op cfa.Print) []term.Term {
	out := []term.Term{op.Format}
	text, known := x.constantString(op.Format)
	for i, a := range op.Args {
		if !known || slices.Contains(op.Form.Strings(text), i) {
			out = append(out, a)
		}
	}
	return out
}

// constantString is the string at an address, if it can never change.
func (x *analyser) constantString(addr term.Term) (text string, ok bool) {
	ref, only := x.pts.Of(addr).Only()
	off, exact := ref.Off.Exact()
	if !only || !exact || !x.constant(ref.Obj) {
		return "", false
	}
	o := x.pts.Objects[ref.Obj].Static
	b := make([]byte, o.Size)
	for _, in := range o.Init {
		if v, ok := x.prog.Terms.ConstUint64(in.Value); ok && x.prog.Terms.Sort(in.Value).Width() == 8 {
			b[in.Offset] = byte(v)
		} else {
			return "", false
		}
	}
	end := -1
	if off >= 0 && off < int64(len(b)) {
		end = slices.Index(b[off:], 0)
	}
	if end < 0 || o.Undefined {
		return "", false
	}
	return string(b[off:][:end]), true
}

// add adds an access of so many bytes; 0: of whole objects.
func (x *analyser) add(escaped []bool, proc *cfa.Proc, e *cfa.Edge, addr term.Term, size uint64, write,
	plain bool) {
	var at target
	bounded := size > 0
	if bounded {
		at = x.locks.address(e, addr)
	} else {
		at.Value = x.pts.Of(addr)
		at.Refs = slices.Clone(at.Refs)
		for i := range at.Refs {
			at.Refs[i].Off = absint.AnyInt
		}
		size = 1
	}
	if at.Unknown {
		x.fail(e.Pos, "an access through an address that is not followed")
		return
	}
	a := &access{proc: proc.ID, edge: e, at: at, size: size, write: write, plain: plain}
	hs := x.locks.holdings(place{proc.ID, e.From})
	if len(hs) == 0 {
		return // never reached
	}
	inside := true
	a.held = hs[0].held.keep(word.exact) // the others are known by registers, which each thread has
	for _, h := range hs {
		a.held = a.held.keep(h.held.has)
		inside = inside && h.depth > 0
	}
	if bounded {
		a.guards = x.locks.guards(hs, addr)
	}
	a.plain = a.plain && !inside
	shared := false
	for _, r := range at.Refs {
		if escaped[r.Obj] && !x.constant(r.Obj) {
			x.byObj[r.Obj] = append(x.byObj[r.Obj], a)
			shared = true
		}
	}
	if shared {
		x.all = append(x.all, a)
	}
}

// constant reports whether an object may not be written.
func (x *analyser) constant(o pointsto.ObjID) bool {
	s := x.pts.Objects[o].Static
	return s != nil && (s.ReadOnly || s.Kind == cfa.Func)
}

// exclusive removes from what is held the words of which more than one thread may be a holder.
func (x *analyser) exclusive() {
	candidates := words{}
	for _, a := range x.all {
		for _, w := range a.held {
			candidates = candidates.with(w)
		}
	}
	shared := words{}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Store)
			if !ok || x.threads.Alone(proc.ID, e.From) {
				continue
			}
			at, size := x.locks.address(e, op.Addr), x.locks.size(e)
			for _, w := range candidates {
				if at.meets(size, w) && !x.entitled(place{proc.ID, e.From}, e, op, w) {
					shared = shared.with(w)
				}
			}
		}
	}
	for _, a := range x.all {
		a.held = a.held.keep(func(w word) bool { return !shared.has(w) })
	}
	x.exclusiveFamilies()
}

// entitled reports whether a store that may be to a word takes it as a lock, or is by its holder.
func (x *analyser) entitled(at place, e *cfa.Edge, op cfa.Store, w word) bool {
	return !slices.ContainsFunc(x.locks.holdings(at), func(h *holding) bool {
		taken, takes := x.locks.takes(h, e, op)
		return !h.held.has(w) && !(takes && taken == w)
	})
}

// compare looks at the pairs of accesses that may race.
func (x *analyser) compare() error {
	n := 0
	for _, list := range x.sorted() {
		if n += len(list) * len(list) / 2; n > maxPairs {
			return errMany
		}
		if err := x.ctx.Err(); err != nil {
			return err
		}
		for i, a := range list {
			for _, b := range list[:i+1] {
				if x.conflict(a, b) && !x.apart(a, b) {
					x.fail(b.edge.Pos, "nothing keeps it apart from the access at %s",
						x.prog.Files.Format(a.edge.Pos))
				}
			}
		}
	}
	x.describe()
	return nil
}

// sorted lists the accesses of each object, in the order of the objects.
func (x *analyser) sorted() [][]*access {
	var out [][]*access
	for o := range x.pts.Objects {
		if list := x.byObj[pointsto.ObjID(o)]; len(list) > 0 {
			out = append(out, list)
		}
	}
	return out
}

// conflict reports whether two accesses may share a byte, one of them writes, and one is plain.
func (x *analyser) conflict(a, b *access) bool {
	if !a.write && !b.write || !a.plain && !b.plain {
		return false
	}
	for _, r := range a.at.Refs {
		for _, q := range b.at.Refs {
			if r.Obj == q.Obj && a.at.overlap(a.size, b.at, b.size, r.Obj) {
				return true
			}
		}
	}
	return false
}

// apart reports whether a lock or the order of threads keeps two accesses apart.
func (x *analyser) apart(a, b *access) bool {
	return len(a.held.keep(b.held.has)) > 0 || a.guarded(b) || !x.concurrent(a, b)
}

// concurrent reports whether two threads may be at two accesses at the same time.
func (x *analyser) concurrent(a, b *access) bool {
	for _, r := range x.threads.RunBy(a.proc) {
		for _, q := range x.threads.RunBy(b.proc) {
			if x.order.concurrent(a.proc, a.edge, r, b.proc, b.edge, q) {
				return true
			}
		}
	}
	return false
}
