package cache

// The conjuncts in force fall into parts: two that share a symbol are in one part.
// A conjunct that is added joins the parts of its symbols into a new part, whose
// children they become; removing the latest conjunct makes them separate again,
// with all that was found out about them. So the parts form a forest, and union-find
// over the symbols, by size and without path compression, leads from a symbol to its part.

// part is a set of conjuncts that share no symbol with others.
type part struct {
	conj  int32   // the conjunct that made it
	kids  []*part // the parts that it joined
	count int32   // number of conjuncts

	// How to undo it.
	winner  int32   // the root that the others were attached to; -1: no symbols
	losers  []int32 // the others
	before  *part   // the winner's part before
	covered bool    // it is a child of another part

	list  []int32 // all conjuncts, the latest first; made when asked for
	known bool    // the part was decided; what follows holds
	unsat bool
	core  []int32 // of an unsatisfiable part: conjuncts that suffice
	model *model  // of a satisfiable part; nil: still to be decoded from
	code  []byte  // the values, encoded, of
	names []int32 // these symbols

	// Room for kids and losers, which are few as a rule.
	someKids   [2]*part
	someLosers [4]int32
}

// forest holds the parts and the union-find structure.
type forest struct {
	parent []int32 // by symbol
	size   []int32 // by root: number of symbols
	part   []*part // by root
	made   []*part // all parts, in the order in which they were made
	roots  []int32 // scratch
}

// addSymbol makes room for the next symbol.
func (f *forest) addSymbol() {
	f.parent = append(f.parent, int32(len(f.parent)))
	f.size = append(f.size, 1)
	f.part = append(f.part, nil)
}

func (f *forest) find(x int32) int32 {
	for f.parent[x] != x {
		x = f.parent[x]
	}
	return x
}

// add puts a conjunct over the given symbols in force.
func (f *forest) add(conj int32, syms []int32) {
	p := &part{conj: conj, count: 1, winner: -1}
	p.kids, p.losers = p.someKids[:0], p.someLosers[:0]
	f.made = append(f.made, p)
	f.roots = f.roots[:0]
search:
	for _, x := range syms {
		r := f.find(x)
		for _, y := range f.roots {
			if y == r {
				continue search
			}
		}
		f.roots = append(f.roots, r)
		if k := f.part[r]; k != nil {
			p.kids = append(p.kids, k)
			p.count += k.count
			k.covered = true
		}
		if len(f.roots) > 16 {
			// Many roots: attach what there is, so that the scan above stays short.
			f.attach(p)
		}
	}
	if len(f.roots) > 0 {
		f.attach(p)
		p.before = f.part[p.winner]
		f.part[p.winner] = p
	}
}

// attach unites the roots at hand; the largest becomes the root of all.
func (f *forest) attach(p *part) {
	w := f.roots[0]
	for _, r := range f.roots {
		if f.size[r] > f.size[w] {
			w = r
		}
	}
	for _, r := range f.roots {
		if r != w {
			f.parent[r] = w
			f.size[w] += f.size[r]
			p.losers = append(p.losers, r)
		}
	}
	p.winner = w
	f.roots = append(f.roots[:0], w)
}

// removeLast undoes the latest add.
func (f *forest) removeLast() {
	top := len(f.made) - 1
	p := f.made[top]
	f.made[top] = nil
	f.made = f.made[:top]
	for _, k := range p.kids {
		k.covered = false
	}
	if p.winner < 0 {
		return
	}
	f.part[p.winner] = p.before
	for i := len(p.losers) - 1; i >= 0; i-- {
		r := p.losers[i]
		f.size[f.parent[r]] -= f.size[r]
		f.parent[r] = r
	}
}

// conjuncts returns the conjuncts of a part, the latest first.
func (p *part) conjuncts() []int32 {
	if p.list != nil {
		return p.list
	}
	list := make([]int32, 0, p.count)
	stack := []*part{p}
	for len(stack) > 0 {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if q.list != nil {
			list = append(list, q.list...)
			q.list = nil // the longer list stands for it; it is made again after a Pop
			continue
		}
		list = append(list, q.conj)
		stack = append(stack, q.kids...)
	}
	p.list = list
	return list
}

// forget drops what was found out about a part.
func (p *part) forget() {
	p.known, p.unsat = false, false
	p.list, p.core, p.model, p.code, p.names = nil, nil, nil, nil, nil
}
