package cpa

import (
	"cmp"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/source"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// The effort for candidates of invariants.
const (
	candidateStates = 2000 // of the graph; in a larger one none are looked for
	candidatesAt    = 6    // one loop
	candidateAsked  = 2000 // questions to the solver
)

// candidates are conditions on local and static variables that all abstract states have in common in which a
// thread is at the head of a loop: literals that are known in one of them, and that the others imply.
func (r *run) candidates() []engine.Candidate {
	if r.predicate == nil || r.crowds || r.graph.Size() > candidateStates {
		return nil
	}
	c := collector{r: r, names: newPlaceNames(r.prog, r.x), vars: map[term.Term]engine.Variable{},
		heads: map[source.Pos]*head{}}
	for n := range r.graph.All() {
		if s := n.State; n.CoveredBy == nil && s.MS != nil {
			for _, at := range s.MS.Points() {
				loc := &r.prog.Procs[at.Proc].Locs[at.Loc]
				if loc.Label == "loop head" {
					c.add(n, at, loc.Pos)
				}
			}
		}
	}
	var out []engine.Candidate
	for _, h := range c.heads {
		out = append(out, c.common(h)...)
	}
	slices.SortFunc(out, func(a, b engine.Candidate) int {
		return cmp.Or(a.Loop.Compare(b.Loop), strings.Compare(c.text(a.Cond), c.text(b.Cond)))
	})
	return out
}

// collector collects what is known at the heads of loops.
type collector struct {
	r     *run
	names *placeNames
	vars  map[term.Term]engine.Variable
	heads map[source.Pos]*head
	asked int
}

// head is what is known at the head of a loop.
type head struct {
	pos      source.Pos
	views    []view
	literals []term.Term // over symbols of variables
	unknown  bool        // some state there has no facts that could be told
}

// view is what is known in one state of the variables as a thread sees them.
type view struct{ facts []term.Term }

// add adds a state in which a thread is at a head.
func (c *collector) add(n *node, at multistate.Point, pos source.Pos) {
	h := c.heads[pos]
	if h == nil {
		h = &head{pos: pos}
		c.heads[pos] = h
	}
	s, st := n.State, c.r.x.Terms()
	if !s.Abstract() {
		h.unknown = true
		return
	}
	named := map[term.Term]term.Term{}
	var v view
	for _, slot := range s.Slots {
		if sym := c.symbol(at, slot.Place); sym != term.None {
			named[slot.Sym] = sym
		}
	}
	told := func(t term.Term) bool {
		return !slices.ContainsFunc(st.Symbols(t), func(x term.Term) bool { return named[x] == term.None })
	}
	for _, f := range c.r.analysis.Facts(s) {
		if told(f) {
			f = st.Substitute(f, named)
			v.facts = append(v.facts, f)
			if st.Op(f) != term.OpOr && !slices.Contains(h.literals, f) {
				h.literals = append(h.literals, f)
			}
		}
	}
	s.MS.Explicit(func(p multistate.Place, val term.Term) {
		if sym := c.symbol(at, p); sym != term.None && st.Sort(sym).IsBitVec() {
			v.facts = append(v.facts, st.Eq(sym, val))
		}
	})
	h.views = append(h.views, v)
}

// symbol is the symbol of the variable at a place, as a thread sees it; None: it is none that it can name.
func (c *collector) symbol(at multistate.Point, p multistate.Place) term.Term {
	var v engine.Variable
	switch {
	case p.Width == 0:
		return term.None
	case p.Object >= 0:
		def := c.r.x.Static(p.Object)
		if def == nil || def.Kind != cfa.Global || p.Offset != 0 || def.Size*8 != uint64(p.Width) {
			return term.None
		}
		v.Name = def.Name
	case p.Thread != at.Thread || p.Reg == cfa.NoReg || p.Frame >= 0 && p.Frame != at.Frame:
		return term.None
	default:
		reg := c.r.prog.Regs[p.Reg]
		_, name, ok := strings.Cut(reg.Name, "::")
		if !ok || reg.Type == "" || !reg.Pos.IsValid() {
			return term.None
		}
		v = engine.Variable{Name: name, Pos: reg.Pos}
	}
	st := c.r.x.Terms()
	sym := symbol(st, "candidate "+c.names.variable(p), term.BitVec(int(p.Width)))
	c.vars[sym] = v
	return sym
}

// common are the literals of a head that hold in all its states.
func (c *collector) common(h *head) []engine.Candidate {
	if h.unknown {
		return nil
	}
	st := c.r.x.Terms()
	solver := c.r.solver(st)
	var out []engine.Candidate
	for _, l := range h.literals {
		holds := !slices.ContainsFunc(h.views, func(v view) bool {
			if slices.Contains(v.facts, l) {
				return false
			}
			c.asked++
			return c.asked > candidateAsked ||
				solver.Check(c.r.ctx, append(slices.Clip(v.facts), st.Not(l))...).Status != smt.Unsat
		})
		if holds && len(out) < candidatesAt {
			out = append(out, engine.Candidate{Loop: h.pos, Cond: l, Terms: st, Vars: c.vars})
		}
	}
	return out
}

func (c *collector) text(t term.Term) string { return c.r.x.Terms().String(t) }
