package multistate

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// effects tells, for each location of each procedure, which abstract objects a thread that stands there may
// still read and write before the procedure returns, in called procedures and in threads started meanwhile as
// well: the side effects from there on. The points-to analysis holds for executions without undefined
// behaviour, that is, up to where a path ends.
type effects struct {
	pts   *pointsto.Result
	words int // of a set
	prog  *cfa.Program
	locs  int      // of all procedures
	edges []effect // by edge ID
	at    sets

	sections map[cfa.EdgeID]*section // what a section does, by its beginning
	locks    []lock

	ids *threadIDs
	// joinsAny: a Join does not look at the id that it has.
	joinsAny bool
}

// sets has one for each procedure and location.
type sets [][]set

// set is a set of reads and one of writes, each of words words, and a word of flags.
type set []uint64

// Flags of a set.
const (
	// spawns: a thread may be started.
	spawns = 1 << iota
	// looks: the id of a thread may be looked at.
	looks
)

// maxEffects bounds the words of all sets.
const maxEffects = 1 << 23

// newEffects computes the effects of a program; the result is nil if they would be too large.
func newEffects(ctx context.Context, p *cfa.Program, joinsAny bool) (*effects, error) {
	pts, err := pointsto.Analyse(ctx, p, cfa.NewRegIndex(p))
	if err != nil {
		return nil, err
	}
	f := &effects{pts: pts, words: len(pts.Objects)/64 + 1, joinsAny: joinsAny}
	if f.ids, err = newThreadIDs(ctx, p, pts, f.entered); err != nil {
		return nil, err
	}
	locs := 0
	for _, proc := range p.Procs {
		locs += len(proc.Locs)
	}
	if locs*f.size() > maxEffects {
		return nil, nil
	}
	f.prog, f.locs = p, locs
	f.findEdges()
	if f.at, err = f.solve(ctx, nil); err != nil {
		return nil, err
	}
	f.findSections()
	f.findLocks()
	return f, nil
}

// solve computes the sets of all locations, for threads that do not take the edges in blocked.
func (f *effects) solve(ctx context.Context, blocked map[cfa.EdgeID]bool) (sets, error) {
	at := make(sets, len(f.prog.Procs))
	for i, proc := range f.prog.Procs {
		at[i] = make([]set, len(proc.Locs))
		words := make(set, f.size()*len(proc.Locs))
		for l := range proc.Locs {
			at[i][l] = words[l*f.size() : (l+1)*f.size()]
		}
	}
	// What a call or a start adds is what is done from the entry of the procedure on.
	for changed := true; changed; {
		changed = false
		for i := range f.prog.Procs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			changed = f.locations(at, i, blocked) || changed
		}
	}
	return at, nil
}

// size is the number of words of a set.
func (f *effects) size() int { return 2*f.words + 1 }

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

// effect is what an edge itself does.
type effect struct {
	flags   uint64
	objects []int32 // that it accesses
	any     bool    // it may access any object
	write   bool
}

// findEdges collects what the edges do. The points-to analysis is not asked any more after this: it belongs
// to one goroutine.
func (f *effects) findEdges() {
	f.edges = make([]effect, f.prog.NumEdges)
	for _, proc := range f.prog.Procs {
		for _, e := range proc.Edges {
			a := &f.edges[e.ID]
			if _, join := e.Op.(cfa.Join); f.ids.uses[e.ID] && !(join && f.joinsAny) {
				a.flags |= looks
			}
			own, _ := step.AccessOf(f.prog, e.Op)
			addr := own.Addr
			a.write = own.Writes()
			switch op := e.Op.(type) {
			case cfa.Spawn:
				a.flags |= spawns
			case cfa.Havoc:
				if looksAtLives(e) {
					for _, addr := range op.Gone {
						v := f.pts.Of(addr)
						a.any = a.any || v.Unknown
						for _, r := range v.Refs {
							a.objects = append(a.objects, int32(r.Obj))
						}
					}
				}
			case cfa.Alloc:
				if reuses(e) {
					a.objects, a.write = f.heap(), true
				}
			}
			if addr == term.None {
				continue
			}
			v := f.pts.Of(addr)
			a.any = v.Unknown
			for _, r := range v.Refs {
				a.objects = append(a.objects, int32(r.Obj))
			}
		}
	}
}

// knows reports whether an edge is known to access an object.
func (f *effects) knows(e *cfa.Edge, obj int32) bool {
	a := &f.edges[e.ID]
	return a.any || slices.Contains(a.objects, obj)
}

// own adds what an edge itself does, and reports whether that changed anything.
func (f *effects) own(e *cfa.Edge, to set) bool {
	a := &f.edges[e.ID]
	changed := a.flags&^to[2*f.words] != 0
	to[2*f.words] |= a.flags
	base := 0
	if a.write {
		base = f.words
	}
	if a.any {
		for i := range f.words {
			changed = changed || to[base+i] != ^uint64(0)
			to[base+i] = ^uint64(0)
		}
		return changed
	}
	for _, o := range a.objects {
		w, bit := base+int(o)/64, uint64(1)<<(o%64)
		changed = changed || to[w]&bit == 0
		to[w] |= bit
	}
	return changed
}

// entered lists the procedures that an edge calls or starts.
func (f *effects) entered(e *cfa.Edge) []cfa.ProcID {
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

// locations solves the backward problem in one procedure and reports whether its entry has changed.
func (f *effects) locations(at sets, i int, blocked map[cfa.EdgeID]bool) bool {
	proc := f.prog.Procs[i]
	before := slices.Clone(at[i][proc.Entry])
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
			if blocked[e.ID] {
				continue
			}
			here := at[i][l]
			if f.own(e, here) {
				changed = true
			}
			for _, q := range f.entered(e) {
				if join(here, at[q][f.prog.Procs[q].Entry]) {
					changed = true
				}
			}
			if join(here, at[i][e.To]) {
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
	return !slices.Equal(before, at[i][proc.Entry])
}

// writes reports whether a thread may still write an object.
func (f *effects) writes(sets sets, t *thread, obj int32) bool {
	w, bit := int(obj)/64, uint64(1)<<(obj%64)
	for i := range t.frames {
		if sets[t.frames[i].proc.ID][t.frames[i].loc][f.words+w]&bit != 0 {
			return true
		}
	}
	return false
}

// flagged reports whether a thread may still do what a flag stands for.
func (f *effects) flagged(t *thread, flag uint64) bool {
	for i := range t.frames {
		if f.at[t.frames[i].proc.ID][t.frames[i].loc][2*f.words]&flag != 0 {
			return true
		}
	}
	return false
}
