package multistate

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// future tells, for each location of each procedure, which abstract objects a thread that stands there
// may still read and write before the procedure returns, in called procedures and in threads started meanwhile as
// well. An access of one thread to an object that no other thread will
// touch in a conflicting way commutes with all that the others can do from then on, so it need
// not be interleaved with that (a persistent set of one thread; P. Godefroid, "Partial-order methods for the verification
// of concurrent systems", LNCS 1032, 1996, chapter 4). The points-to analysis holds for executions
// without undefined behaviour, that is, up to where a path ends.
type future struct {
	pts   *analysis.PointsTo
	words int          // of a set
	at    [][][]uint64 // by procedure and location: a set each
	total [][]uint64   // by procedure

	identities *identities
}

// set is a set of reads and one of writes, each of words words, and a word of flags.
type set []uint64

// Flags of a set.
const (
	// spawns: a thread may be started.
	spawns = 1 << iota
	// looks: the id of a thread may be looked at.
	looks
)

// maxFuture bounds the words of all sets.
const maxFuture = 1 << 25

// newFuture computes the futures; it is nil if they would be too large.
func newFuture(ctx context.Context, p *cfa.Program) (*future, error) {
	pts, err := analysis.NewPointsTo(ctx, p, cfa.NewRegIndex(p))
	if err != nil {
		return nil, err
	}
	f := &future{pts: pts, words: len(pts.Objects)/64 + 1}
	if f.identities, err = newIdentities(ctx, p, pts, f.entered); err != nil {
		return nil, err
	}
	locs := 0
	for _, proc := range p.Procs {
		locs += len(proc.Locs)
	}
	if locs*f.size() > maxFuture {
		return nil, nil
	}
	for _, proc := range p.Procs {
		f.total = append(f.total, make(set, f.size()))
		list := make([][]uint64, len(proc.Locs))
		for l := range list {
			list[l] = make(set, f.size())
		}
		f.at = append(f.at, list)
	}
	for changed := true; changed; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		changed = false
		for i, proc := range p.Procs {
			if f.totals(i, proc) {
				changed = true
			}
		}
	}
	for i, proc := range p.Procs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.locations(i, proc)
	}
	return f, nil
}

// size is the number of words of a set.
func (f *future) size() int { return 2*f.words + 1 }

// join adds b to a and reports whether that changed a.
func join(a, b []uint64) bool {
	changed := false
	for i, w := range b {
		if w&^a[i] != 0 {
			a[i] |= w
			changed = true
		}
	}
	return changed
}

// own adds what an edge itself accesses.
func (f *future) own(e *cfa.Edge, to []uint64) bool {
	addr, write := term.None, true
	changed := false
	flag := func(n uint64) {
		changed = changed || to[2*f.words]&n == 0
		to[2*f.words] |= n
	}
	if f.identities.uses[e.ID] {
		flag(looks)
	}
	switch op := e.Op.(type) {
	case cfa.Load:
		addr, write = op.Addr, false
	case cfa.Store:
		addr = op.Addr
	case cfa.Free:
		addr = op.Addr
	case cfa.Spawn:
		flag(spawns)
		return changed
	default:
		return changed
	}
	base := 0
	if write {
		base = f.words
	}
	v := f.pts.Of(addr)
	if v.Unknown {
		for i := range f.words {
			changed = changed || to[base+i] != ^uint64(0)
			to[base+i] = ^uint64(0)
		}
		return changed
	}
	for _, r := range v.Refs {
		w, bit := base+int(r.Obj)/64, uint64(1)<<(r.Obj%64)
		changed = changed || to[w]&bit == 0
		to[w] |= bit
	}
	return changed
}

// entered lists the procedures that an edge calls or starts.
func (f *future) entered(e *cfa.Edge) []cfa.ProcID {
	switch op := e.Op.(type) {
	case cfa.Call:
		if op.Proc != cfa.NoProc {
			return []cfa.ProcID{op.Proc}
		}
		return f.pts.Callees(e)
	case cfa.Spawn:
		if op.Proc != cfa.NoProc {
			return []cfa.ProcID{op.Proc}
		}
		return f.pts.Callees(e)
	}
	return nil
}

func (f *future) totals(i int, proc *cfa.Proc) bool {
	changed := false
	for _, e := range proc.Edges {
		if f.own(e, f.total[i]) {
			changed = true
		}
		for _, q := range f.entered(e) {
			if join(f.total[i], f.total[q]) {
				changed = true
			}
		}
	}
	return changed
}

// locations solves the backward problem in one procedure.
func (f *future) locations(i int, proc *cfa.Proc) {
	work := make([]cfa.LocID, 0, len(proc.Locs))
	queued := make([]bool, len(proc.Locs))
	for l := range proc.Locs {
		work, queued[l] = append(work, cfa.LocID(l)), true
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work, queued[l] = work[:len(work)-1], false
		changed := false
		for _, k := range proc.Locs[l].Out {
			e := proc.Edges[k]
			at := f.at[i][l]
			if f.own(e, at) {
				changed = true
			}
			for _, q := range f.entered(e) {
				if join(at, f.total[q]) {
					changed = true
				}
			}
			if join(at, f.at[i][e.To]) {
				changed = true
			}
		}
		if !changed {
			continue
		}
		for _, k := range proc.Locs[l].In {
			if from := proc.Edges[k].From; !queued[from] {
				work, queued[from] = append(work, from), true
			}
		}
	}
}

// touches reports whether a thread may still write (any: or read) an object.
func (f *future) touches(t *thread, obj int32, any bool) bool {
	w, bit := int(obj)/64, uint64(1)<<(obj%64)
	for i := range t.frames {
		at := f.at[t.frames[i].proc.ID][t.frames[i].loc]
		if at[f.words+w]&bit != 0 || any && at[w]&bit != 0 {
			return true
		}
	}
	return false
}

// flagged reports whether a thread may still do what a flag stands for.
func (f *future) flagged(t *thread, flag uint64) bool {
	for i := range t.frames {
		if f.at[t.frames[i].proc.ID][t.frames[i].loc][2*f.words]&flag != 0 {
			return true
		}
	}
	return false
}

// independent reports whether an access of the running thread commutes with all
// that other threads will do before that thread has ended.
func (x *Stepper) independent(r *run, addr term.Term, write bool) bool {
	if x.future == nil {
		return false
	}
	a, ok := x.s.ConstUint64(x.eval(addr, r.st.threads[r.i]))
	if !ok {
		return false
	}
	o := x.region(r.st, a>>x.p.bits)
	if o == nil || !o.live || o.abstract < 0 {
		return false
	}
	for i, t := range r.st.threads {
		if i != r.i && t.alive() && x.future.touches(t, o.abstract, write) && !r.st.waits(i, r.i) {
			return false
		}
	}
	return true
}
