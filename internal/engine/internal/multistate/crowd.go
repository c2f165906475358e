package multistate

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Crowds.
//
// A program that starts threads without end has no finite graph while each thread is explicit. With
// Config.Crowds, threads at the same place that have the same explicit values become a crowd where a state is
// generalised: any number of such threads, none among them. Threads that are started in a loop are one from
// the beginning. So of each kind there are none, one, or a crowd (A. Pnueli, J. Xu, L. Zuck, "Liveness with
// (0,1,∞)-counter abstraction", CAV 2002).
//
// A crowd stands in the list of threads as one of its members, whichever: what is known of the values of that
// member holds of each. When it takes a step the others stay behind as a crowd with values of their own, of
// which the same is known.
//
// What a crowd has forgotten of its members would let each violate a property in some state. So one thread
// at a time may be watched: it never joins a crowd, and only the first thread and it are seen to go wrong.
// For each thread that is started there is a state in which it is the one, so nothing is missed.
//
// The ids of threads must not matter any more: as for symmetry (symmetry.go), on which all this rests.

// Gathering says that threads became one crowd, which has the number of the first of them.
type Gathering struct {
	Into int
	Of   []int
}

// A thread that was just started in a loop and has local steps before it is called a crowd already, and still
// makes these as one.

// leave lets a member of the crowd that thread i stands for go on alone, as thread i.
func (x *Stepper) leave(st *State, i int) {
	st.threads = append(st.threads, st.threads[i])
	st.started++
	rest := st.thread(len(st.threads) - 1)
	rest.id = uint64(st.started)
	st.thread(i).crowd = false
	if x.rec != nil {
		return // of a path that is looked at the same member stands for the crowd all along
	}
	other := map[term.Term]term.Term{}
	rest.values(func(t *term.Term) {
		if *t == term.None {
			return
		}
		for _, sym := range x.symbols.Of(*t) {
			if other[sym] == term.None {
				other[sym] = x.symbols.Fresh(&st.used, x.s.Sort(sym))
			}
		}
	})
	if len(other) == 0 {
		return
	}
	sub := term.NewSubstituter(x.s, other)
	rest.values(func(t *term.Term) {
		if *t != term.None {
			*t = sub.Apply(*t)
		}
	})
	var known []term.Term
	for _, p := range st.parts {
		for _, c := range p.Conj {
			if d := sub.Apply(c); d != c {
				known = append(known, d)
			}
		}
	}
	for _, c := range known {
		x.conditions.restrict(st, c) // it has a model: the same values
	}
}

// gather makes crowds of threads that differ in the values of slots alone. What a slot has is changed to the
// value of any of those whose place it takes; slot returns the value of a slot by its symbol.
func (x *Stepper) gather(st *State, slot func(sym term.Term) *term.Term) []Gathering {
	if !x.cfg.Crowds || !x.canonical.symmetric(st) {
		return nil
	}
	var out []Gathering
	first := map[string]int{} // index in out
	for i := range st.threads {
		if !st.gathers(i) {
			continue
		}
		text := x.text(st.threads[i])
		if k, ok := first[text]; ok {
			out[k].Of = append(out[k].Of, i)
			continue
		}
		first[text] = len(out)
		out = append(out, Gathering{Into: i})
	}
	out = slices.DeleteFunc(out, func(g Gathering) bool { return len(g.Of) == 0 })
	for _, g := range out {
		into := st.thread(g.Into)
		into.crowd = true
		syms := symbolsOf(x.s, into)
		for _, i := range g.Of {
			for k, sym := range symbolsOf(x.s, st.threads[i]) {
				v := slot(syms[k])
				*v = x.either(g.Into, i, *v, *slot(sym))
			}
			gone := st.thread(i)
			gone.status, gone.frames, gone.shared, gone.exit = finished, nil, nil, term.None
		}
	}
	return out
}

// gathers reports whether a thread may become part of a crowd.
func (st *State) gathers(i int) bool {
	t := st.threads[i]
	return i > 0 && !t.watched && t.status == settled && t.atomic == 0 && len(t.deferred) == 0 &&
		!st.awaited(i)
}

// text is what threads have in common that become a crowd.
func (x *Stepper) text(t *thread) string {
	e := encoder{s: x.s}
	e.thread(t)
	e.buf[0] &^= crowdFlag
	return string(e.buf)
}

// Extra is a thread, or a crowd, that a state has besides those that are told apart.
type Extra struct {
	Text   string
	Thread int32
	Crowd  bool
}

// Extras are the threads of a state that may become part of crowds, no two with the same text, by their
// texts. rest names what the state is without them, and order has the other threads in an order that follows
// from that. There are none where some thread may yet ask for another one by its id: it could go on where
// that thread has ended, and not where the thread is one of those that need not take a step.
func (x *Stepper) Extras(st *State) (list []Extra, rest [16]byte, order []int, ok bool) {
	if !x.canonical.symmetric(st) {
		return nil, rest, nil, false
	}
	e := encoder{s: x.s}
	if st.open {
		e.uint(1)
	}
	texts := map[int]string{}
	for i, t := range st.threads {
		switch {
		case !t.alive():
		case st.gathers(i):
			list = append(list, Extra{x.text(t), int32(i), t.crowd})
		default:
			texts[i] = x.text(t)
			order = append(order, i)
		}
	}
	slices.SortFunc(list, func(a, b Extra) int { return cmp.Compare(a.Text, b.Text) })
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(min(i, 1), min(j, 1)), cmp.Compare(texts[i], texts[j]))
	})
	for _, i := range order {
		e.uint(uint64(len(texts[i])))
		e.buf = append(e.buf, texts[i]...)
	}
	for _, o := range st.objects {
		e.object(o)
	}
	sum := sha256.Sum256(e.buf)
	copy(rest[:], sum[:])
	return list, rest, order, true
}

// symbolsOf lists the values of a thread that are symbols, in the order of their places.
func symbolsOf(s *term.Store, t *thread) (out []term.Term) {
	t.values(func(v *term.Term) {
		if *v != term.None && !s.IsConst(*v) {
			out = append(out, *v)
		}
	})
	return out
}

// either is the value that thread i, or the crowd it joins, has.
func (x *Stepper) either(into, i int, a, b term.Term) term.Term {
	if a == b {
		return a
	}
	return x.s.Ite(x.s.Symbol(fmt.Sprintf("gather!%d:%d", into, i), term.Bool), a, b)
}

// Gathered returns the value at a place of a state in which threads become crowds; None: there is none.
func (x *Stepper) Gathered(st *State, p Place, list []Gathering) term.Term {
	v := st.Value(p)
	for _, g := range list {
		if p.Thread != int32(g.Into) {
			continue
		}
		for _, i := range g.Of {
			q := p
			q.Thread = int32(i)
			w := st.Value(q)
			if v == term.None || w == term.None {
				return term.None
			}
			v = x.either(g.Into, i, v, w)
		}
	}
	return v
}

// joinAny executes a Join where threads may be crowds: it does not wait, which leaves out no execution,
// and its result is any value. Whether there is such a thread is assumed.
func (x *expansion) joinAny(r *run, e *cfa.Edge, op cfa.Join) {
	x.report(r, Undefined, e, "join of what is no thread")
	if op.Dst != cfa.NoReg {
		v := x.symbols.Fresh(&r.st.used, x.p.Regs[op.Dst].Sort)
		x.registers.assign(op.Dst, v, r.st.thread(r.i))
	}
	x.next(r, e)
}

// Joins reports whether a path ends at a Join.
func (s *Stop) Joins() bool {
	if s.Edge == nil {
		return false
	}
	_, ok := s.Edge.Op.(cfa.Join)
	return ok
}

// awaited reports whether a thread has joined thread i.
func (c *control) awaited(i int) bool {
	return slices.ContainsFunc(c.threads,
		func(t *thread) bool { return slices.Contains(t.deferred, int32(i)) })
}

// Watchable lists threads of a state, those that a step has started, of which one may be watched.
func (x *Stepper) Watchable(st *State, started []int) []int {
	if slices.ContainsFunc(st.threads, func(t *thread) bool { return t.watched && t.alive() }) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(started), func(i int) bool { return !x.mayViolate(st.threads[i]) })
}

// mayViolate reports whether a thread that has not ended runs procedures that may violate the property.
func (x *Stepper) mayViolate(t *thread) bool {
	if !t.alive() {
		return false
	}
	if x.violates == nil {
		x.violates = violates(x.p.Program, x.cfg.Property)
	}
	return x.violates[t.frames[0].proc.ID]
}

// violates says of each procedure whether it, or one that it calls, may violate the property.
func violates(p *cfa.Program, checked property.Property) []bool {
	out := make([]bool, len(p.Procs))
	for changed := true; changed; {
		changed = false
		for i, proc := range p.Procs {
			for _, e := range proc.Edges {
				_, yes := e.Op.(cfa.Violation)
				if op, ok := e.Op.(cfa.Call); ok {
					yes = op.Proc == cfa.NoProc || out[op.Proc]
				}
				yes = yes || cfa.Violates(e.Op, checked)
				if yes && !out[i] {
					out[i], changed = true, true
				}
			}
		}
	}
	return out
}

// Watched returns the state with a thread that is watched.
func (st *State) Watched(i int) *State {
	c := st.fork()
	t := c.thread(i)
	t.watched, t.crowd = true, false
	return c
}

// sees reports whether it matters that the running thread goes wrong: of one that could have been watched,
// and was not started in this step, it does not, because there is a state in which it is watched.
func (x *expansion) sees(r *run) bool {
	t := r.st.threads[r.i]
	return !x.cfg.Crowds || r.i == 0 || r.i >= x.known || t.watched || !x.mayViolate(t)
}

// repeats reports whether a thread may come to an edge of its procedure once more.
func (x *Stepper) repeats(t *thread, e *cfa.Edge) bool {
	proc := t.top().proc
	seen := map[cfa.LocID]bool{}
	for todo := []cfa.LocID{e.To}; len(todo) > 0; todo = todo[1:] {
		for _, k := range proc.Locs[todo[0]].Out {
			if to := proc.Edges[k].To; proc.Edges[k] == e {
				return true
			} else if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return false
}
