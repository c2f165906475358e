package addresses

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Inputs before an Await.
//
// Whether a thread may enter an atomic section is what the section finds until its Await, so no input may be
// taken there: it is taken before the section begins. An input that is never looked at again does no harm;
// but one that stands for what is looked at twice would be the same both times, so that is not supported.

// place is a location of a procedure, and how many sections are closed between it and where a walk began.
type place struct {
	proc  cfa.ProcID
	loc   cfa.LocID
	depth int
}

// awaits says where an Await may follow in the same section.
type awaits struct {
	w      *rewriter
	before map[place]bool       // with depth 0
	called map[cfa.ProcID]bool  // procedures that are called there
	into   map[place][]freeEdge // edges of the program as it was, by where they lead
}

// sectionInputs are inputs that are taken before a section begins.
type sectionInputs struct {
	begin  freeEdge
	inputs []cfa.Havoc
	pos    source.Pos
}

// elsewhere reports whether an edge lies in another procedure than the one that is rewritten.
func (w *rewriter) elsewhere(f freeEdge) bool { return f.proc != w.proc.ID }

// takeBeforeSection has the inputs of a location before an Await taken before the section. It reports whether
// the procedure has changed already.
func (w *rewriter) takeBeforeSection(proc *cfa.Proc, out []int32) bool {
	begins, once := w.awaits().begins(proc.ID, w.loc)
	if once && len(begins) > 0 {
		for _, b := range begins {
			w.outside = append(w.outside, sectionInputs{b, w.inputs, w.edge.Pos})
		}
		return false
	}
	pos := proc.Locs[w.loc].Pos
	behind, end := proc.NewLoc(pos), proc.NewLoc(pos)
	for _, i := range out {
		proc.Edges[i].From = behind
	}
	w.prog.NewEdge(proc, w.loc, end, cfa.Unsupported{What: "waiting for what the layout of memory decides, " +
		w.inputs[0].What}, w.edge.Pos)
	return true
}

// takeOutside adds the edges that take inputs before sections.
func (w *rewriter) takeOutside() {
	changed := map[cfa.ProcID]bool{}
	for _, o := range w.outside {
		proc := w.prog.Procs[o.begin.proc]
		for _, e := range proc.Edges {
			if e.ID == o.begin.edge.ID {
				at := e.From
				e.From = proc.NewLoc(proc.Locs[at].Pos)
				w.takeInputs(proc, at, e.From, o.inputs, o.pos)
				break
			}
		}
		changed[proc.ID] = true
	}
	for _, proc := range w.prog.Procs {
		if changed[proc.ID] {
			proc.Rebuild(nil)
		}
	}
}

// awaits says where an Await may follow, for all of the program.
func (w *rewriter) awaits() *awaits {
	if w.waits == nil {
		w.waits = w.newAwaits()
	}
	return w.waits
}

// newAwaits finds the places before an Await.
func (w *rewriter) newAwaits() *awaits {
	x := &awaits{w: w, before: map[place]bool{}, called: map[cfa.ProcID]bool{}, into: map[place][]freeEdge{}}
	var from []place
	for i, proc := range w.orig.Procs {
		for _, e := range proc.Edges {
			to := place{proc: cfa.ProcID(i), loc: e.To}
			x.into[to] = append(x.into[to], freeEdge{cfa.ProcID(i), e})
			if _, ok := e.Op.(cfa.Await); ok {
				from = append(from, place{proc: cfa.ProcID(i), loc: e.From})
			}
		}
	}
	call := func(f freeEdge) {
		for _, c := range w.pts.Callees(f.edge) {
			for i, on := range w.calls.Reach(c, false) {
				if on {
					x.called[cfa.ProcID(i)] = true
				}
			}
		}
	}
	for at := range x.back(from, nil, call) {
		at.depth = 0
		x.before[at] = true
	}
	return x
}

// back walks from places to the begins of the sections around them, through the callers of procedures that
// have none, and returns where it came. It tells the begins and the calls that it passes.
func (x *awaits) back(from []place, begin, call func(freeEdge)) map[place]bool {
	seen := map[place]bool{}
	work := append([]place(nil), from...)
	enter := func(p place) {
		if !seen[p] {
			seen[p] = true
			work = append(work, p)
		}
	}
	for _, p := range from {
		seen[p] = true
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at.loc == x.w.orig.Procs[at.proc].Entry {
			for _, c := range x.w.callersOf(at.proc) {
				enter(place{c.proc, c.edge.From, at.depth})
			}
		}
		for _, f := range x.into[place{proc: at.proc, loc: at.loc}] {
			next := place{at.proc, f.edge.From, at.depth}
			switch f.edge.Op.(type) {
			case cfa.AtomicBegin:
				if at.depth == 0 {
					if begin != nil {
						begin(f)
					}
					continue
				}
				next.depth--
			case cfa.AtomicEnd:
				next.depth++
			case cfa.Call:
				call(f)
			}
			enter(next)
		}
	}
	return seen
}

// at reports whether an Await may follow a location in its section, or in that of a caller.
func (x *awaits) at(proc cfa.ProcID, l cfa.LocID) bool {
	return x.called[proc] || x.before[place{proc: proc, loc: l}]
}

// begins finds where the section begins in which a location before an Await lies. Not once says that control
// may come to the location twice in the section.
func (x *awaits) begins(proc cfa.ProcID, l cfa.LocID) (list []freeEdge, once bool) {
	once = true
	seen := map[cfa.EdgeID]bool{}
	start := place{proc: proc, loc: l}
	again := func(f freeEdge) {
		for _, c := range x.w.pts.Callees(f.edge) {
			once = once && !x.w.calls.Reach(c, false)[proc]
		}
	}
	// The walk begins before the location, to see whether it comes there again.
	var from []place
	if l == x.w.orig.Procs[proc].Entry {
		for _, c := range x.w.callersOf(proc) {
			from = append(from, place{proc: c.proc, loc: c.edge.From})
		}
	}
	begin := func(f freeEdge) {
		if !seen[f.edge.ID] {
			seen[f.edge.ID] = true
			list = append(list, f)
		}
	}
	for _, f := range x.into[start] {
		switch f.edge.Op.(type) {
		case cfa.AtomicBegin:
			begin(f)
			continue
		case cfa.AtomicEnd:
			from = append(from, place{proc, f.edge.From, 1})
			continue
		case cfa.Call:
			again(f)
		}
		from = append(from, place{proc: proc, loc: f.edge.From})
	}
	for at := range x.back(from, begin, again) {
		once = once && (at.proc != proc || at.loc != l)
	}
	return list, once
}
