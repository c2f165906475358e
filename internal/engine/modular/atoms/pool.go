package atoms

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// maxAtoms bounds the candidates of a template, maxSize the operators of one.
const (
	maxAtoms = 240
	maxSize  = 24
)

// Pool has the candidates of each template.
type Pool struct {
	sys    *model.System
	st     *term.Store
	global map[term.Term]bool // shared cells and rigid symbols
	// counter are those that count threads.
	counter map[term.Term]bool
	local   []map[term.Term]bool
	list    [][]term.Term // by template
	known   []map[term.Term]bool
	used    map[term.Term]bool // variables that candidates are about
	whole   map[term.Term]bool // formulas that are atoms: hints
}

// Options say which candidates there are beside those of guards, assertions and constants.
type Options struct {
	// Compare adds comparisons, Imply implications between shared variables.
	Compare, Imply bool
	// Drift adds, with Compare, what holds of two variables that grow together, or of which one grows as the
	// other one shrinks.
	Drift bool
	// Rounds is how often weakest preconditions are taken.
	Rounds int
}

// New collects candidates.
func New(sys *model.System, opt Options) *Pool {
	p := &Pool{sys: sys, st: sys.Terms, global: map[term.Term]bool{}, counter: map[term.Term]bool{},
		used: map[term.Term]bool{}, whole: map[term.Term]bool{}}
	for _, v := range sys.Globals {
		p.global[v.Sym] = true
	}
	for _, sym := range sys.Rigid {
		p.global[sym] = true
	}
	for _, n := range sys.Counters {
		p.counter[n.Sym] = true
	}
	for i := range sys.Templates {
		local := map[term.Term]bool{}
		for _, v := range sys.Templates[i].Locals {
			local[v.Sym] = true
		}
		p.local = append(p.local, local)
		p.list, p.known = append(p.list, nil), append(p.known, map[term.Term]bool{})
	}
	for i := range sys.Templates {
		for _, t := range sys.Templates[i].Hints {
			p.put(i, t)
			p.whole[t] = true
		}
	}
	p.conditions()
	p.constants()
	if opt.Compare {
		p.numbers(opt.Drift)
	}
	for range opt.Rounds {
		p.preconditions()
	}
	if opt.Compare {
		p.comparisons()
	}
	if opt.Imply {
		p.implications()
	}
	for i := range p.list {
		p.list[i] = append(p.list[i], sys.Laws...)
	}
	return p
}

// add adds a condition and its negation to a template, and to all if it is about shared cells alone.
func (p *Pool) add(template int, t term.Term) {
	if p.st.Op(t) == term.OpNot {
		t = p.st.Arg(t, 0)
	}
	if p.st.IsConst(t) || p.size(t) > maxSize {
		return
	}
	shared := true
	for _, sym := range p.st.Symbols(t) {
		if p.counter[sym] {
			return // what is known of these are equations
		}
		if p.global[sym] {
			continue
		}
		if !p.local[template][sym] {
			return // an input, or a local of another thread
		}
		shared = false
	}
	if !shared {
		p.put(template, t)
		return
	}
	for i := range p.list {
		p.put(i, t)
	}
}

// put adds a condition and its negation to a template that has room.
func (p *Pool) put(i int, t term.Term) {
	if p.known[i][t] || len(p.list[i]) >= maxAtoms || p.st.IsConst(t) {
		return
	}
	p.known[i][t] = true
	for _, sym := range p.st.Symbols(t) {
		p.used[sym] = true
	}
	p.list[i] = append(p.list[i], t, p.st.Not(t))
}

func (p *Pool) size(t term.Term) int {
	n := 0
	for range p.st.Subterms(t) {
		n++
	}
	return n
}

// conditions adds the atoms of guards, and what excludes errors as a whole.
func (p *Pool) conditions() {
	for i := range p.sys.Templates {
		for _, e := range p.sys.Templates[i].Edges {
			if e.Kind != model.Step {
				p.add(i, e.Guard)
				for _, c := range p.st.Conjuncts(e.Guard) {
					p.add(i, c)
				}
			}
			held := p.held(e)
			leaves(p.st, e.Guard, p.whole, func(a term.Term) {
				p.add(i, a)
				p.add(i, held.Apply(a))
			})
		}
	}
}

// held puts the variables that hold inputs after a step in place of these inputs.
func (p *Pool) held(e model.Edge) *term.Substituter {
	m := map[term.Term]term.Term{}
	for _, sym := range sorted(e.Updates) {
		if slices.Contains(e.Inputs, e.Updates[sym]) {
			m[e.Updates[sym]] = sym
		}
	}
	return term.NewSubstituter(p.st, m)
}

// constants adds equations with the constants that variables begin with or are assigned.
func (p *Pool) constants() {
	equal := func(template int, sym, value term.Term) {
		if value != term.None && p.st.IsConst(value) && p.st.Sort(sym) == p.st.Sort(value) {
			p.add(template, p.st.Eq(sym, value))
		}
	}
	for _, v := range p.sys.Globals {
		equal(0, v.Sym, v.Init)
	}
	for i := range p.sys.Templates {
		for _, e := range p.sys.Templates[i].Edges {
			for _, sym := range sorted(e.Updates) {
				equal(i, sym, e.Updates[sym])
			}
		}
	}
}

// preconditions adds what has to hold before a step so that an atom holds after it.
func (p *Pool) preconditions() {
	for i := range p.sys.Templates {
		before := len(p.list[i])
		for _, e := range p.sys.Templates[i].Edges {
			if e.Kind != model.Step || len(e.Updates) == 0 {
				continue
			}
			sub := term.NewSubstituter(p.st, e.Updates)
			for k := 0; k < before; k += 2 {
				a := p.list[i][k]
				switch t := sub.Apply(a); {
				case t == a:
				case p.whole[a]:
					p.add(i, t)
				default:
					leaves(p.st, t, nil, func(a term.Term) { p.add(i, a) })
				}
			}
		}
	}
}

// comparisons compares variables of one sort that are copied or compared anywhere.
func (p *Pool) comparisons() {
	for i := range p.sys.Templates {
		for _, e := range p.sys.Templates[i].Edges {
			same := map[term.Term]term.Term{}
			for _, sym := range sorted(e.Updates) {
				for _, from := range p.st.Symbols(e.Updates[sym]) {
					p.compare(i, sym, from)
				}
				if first, again := same[e.Updates[sym]]; again && p.st.Sort(first) == p.st.Sort(sym) {
					p.add(i, p.st.Eq(first, sym))
				}
				same[e.Updates[sym]] = sym
			}
			leaves(p.st, e.Guard, p.whole, func(a term.Term) {
				syms := p.st.Symbols(a)
				for k, x := range syms {
					for _, y := range syms[:k] {
						p.compare(i, x, y)
					}
				}
			})
		}
	}
}

// compare adds the comparisons of two variables.
func (p *Pool) compare(template int, x, y term.Term) {
	st := p.st
	if x == y || st.Sort(x) != st.Sort(y) {
		return
	}
	p.add(template, st.Eq(x, y))
	if st.Sort(x).IsBitVec() && st.Sort(x).Width() > 1 {
		p.add(template, st.BVUle(x, y))
		p.add(template, st.BVUle(y, x))
		p.add(template, st.BVSle(x, y))
		p.add(template, st.BVSle(y, x))
	}
}
