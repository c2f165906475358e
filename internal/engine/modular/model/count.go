package model

import (
	"fmt"
	"slices"

	"whittle.dev/term"
)

// Of many programs the proof counts threads: "of the tickets that were drawn, as many are still out as there
// are threads between drawing and giving back". A Counter is a ghost cell that holds how many threads are at
// certain locations, each location with a weight; steps keep it, and nothing reads it. Which counters there
// are tell the equations that all steps keep: what a step adds to cells and to counters is a vector, and an
// equation between them is one that is orthogonal to all these vectors. (So are the invariants of places of a
// Petri net.) Steps of the initial thread before it creates any are left out: they may set what they want.

// Counter is a ghost cell.
type Counter struct {
	Sym term.Term
	// Weight is by template and location what a thread there counts.
	Weight [][]int64
}

const (
	maxColumns = 160 // of what is counted or changes
	maxLaws    = 6   // equations
	maxFactor  = 4   // in an equation
	spareBits  = 8   // of counters, for weights and a sign
)

// law is an equation that all steps keep: of cells, and of locations.
type law struct {
	cells  []int64   // by cell of counting.cells
	weight [][]int64 // by template and location
}

// counting looks for counters.
type counting struct {
	sys *System
	st  *term.Store
	// width is that of counters in bits: by spareBits more than the ids of threads have, so no sum of weights
	// wraps around.
	width int
	cells []Var
	early []bool   // locations of the initial thread before it creates any
	at    [][2]int // by column after those of cells: a template and a location
	col   map[[2]int]int
}

// count adds counters, and equations with them that may hold; the ids of threads have a width.
func (s *System) count(ids int) {
	c := &counting{sys: s, st: s.Terms, width: ids + spareBits, col: map[[2]int]int{}}
	c.share()
	c.early = c.before()
	c.columns()
	if len(c.cells) == 0 || len(c.cells)+len(c.at) > maxColumns {
		return
	}
	laws := c.laws()
	for i, a := range laws {
		for _, b := range laws[:i] {
			laws = append(laws, a.minus(b))
		}
	}
	for _, l := range laws[:min(len(laws), maxLaws)] {
		c.add(&l)
	}
}

// share makes shared cells of the locals that the initial thread has when it creates threads: there is one
// such thread, so nothing changes but that lemmas of others may be about them. Variables of which each thread
// has one stay where they are: threads of other templates have them by the same symbol.
func (c *counting) share() {
	t := &c.sys.Templates[0]
	of := map[term.Term]bool{}
	for _, e := range t.Edges {
		if e.Spawn != nil {
			for _, sym := range t.Locs[e.From].Live {
				of[sym] = c.st.Sort(sym).IsBitVec()
			}
		}
	}
	for _, other := range c.sys.Templates[1:] {
		for _, v := range other.Locals {
			delete(of, v.Sym)
		}
	}
	mine := func(sym term.Term) bool { return of[sym] }
	for _, v := range t.Locals {
		if of[v.Sym] {
			c.sys.Globals = append(c.sys.Globals, v)
		}
	}
	t.Locals = slices.DeleteFunc(t.Locals, func(v Var) bool { return of[v.Sym] })
	for l := range t.Locs {
		t.Locs[l].Live = slices.DeleteFunc(t.Locs[l].Live, mine)
	}
}

// before finds the locations of the initial thread that it does not come to after a creation.
func (c *counting) before() []bool {
	t := &c.sys.Templates[0]
	late := make([]bool, len(t.Locs))
	for changed := true; changed; {
		changed = false
		for _, e := range t.Edges {
			if (e.Spawn != nil || late[e.From]) && !late[e.To] {
				late[e.To], changed = true, true
			}
		}
	}
	for l := range late {
		late[l] = !late[l]
	}
	return late
}

// steps yields the steps that equations have to keep.
func (c *counting) steps(yield func(template int, e *Edge) bool) {
	for i := range c.sys.Templates {
		for k := range c.sys.Templates[i].Edges {
			e := &c.sys.Templates[i].Edges[k]
			if e.Kind == Step && (i > 0 || !c.early[e.From]) && !yield(i, e) {
				return
			}
		}
	}
}

// adds is what a step adds to a cell; false if it is not a constant.
func (c *counting) adds(e *Edge, sym term.Term) (int64, bool) {
	t, changed := e.Updates[sym]
	w := c.st.Sort(sym).Width()
	switch {
	case !changed:
		return 0, true
	case w >= c.width || w > 64:
		return 0, false
	}
	n, ok := c.distance(t, sym)
	for _, g := range c.st.Conjuncts(e.Guard) { // what was compared with the cell may stand for it
		if ok || c.st.Op(g) != term.OpEq {
			continue
		}
		for i := range 2 {
			if c.st.Arg(g, i) == sym {
				n, ok = c.distance(c.st.Substitute(t, map[term.Term]term.Term{c.st.Arg(g, 1-i): sym}), sym)
			}
		}
	}
	return signed(n, w), ok
}

// distance is the constant that is added to a symbol in a term; false if it is none.
func (c *counting) distance(t, sym term.Term) (n uint64, ok bool) {
	switch {
	case t == sym:
		return 0, true
	case c.st.Op(t) != term.OpBVAdd || c.st.NumArgs(t) != 2:
		return 0, false
	}
	a, b := c.st.Arg(t, 0), c.st.Arg(t, 1)
	if c.st.IsConst(a) {
		a, b = b, a
	}
	n, ok = c.st.ConstUint64(b)
	return n, ok && a == sym
}

// signed is a number of some bits with its sign.
func signed(n uint64, width int) int64 { return int64(n<<(64-width)) >> (64 - width) }

// columns lists the cells to which all steps add constants, and the locations that threads leave.
func (c *counting) columns() {
	for _, v := range c.sys.Globals {
		constant, changes := c.st.Sort(v.Sym).IsBitVec(), false
		c.steps(func(_ int, e *Edge) bool {
			n, ok := int64(0), false
			if constant {
				n, ok = c.adds(e, v.Sym)
			}
			constant, changes = constant && ok, changes || n != 0
			return constant
		})
		if constant && changes {
			c.cells = append(c.cells, v)
		}
	}
	for i := range c.sys.Templates {
		for l, loc := range c.sys.Templates[i].Locs {
			left := slices.ContainsFunc(loc.Out, func(k int) bool {
				e := &c.sys.Templates[i].Edges[k]
				return e.Kind == Step && e.To != l
			})
			if left && (i > 0 || !c.early[l]) {
				c.col[[2]int{i, l}] = len(c.cells) + len(c.at)
				c.at = append(c.at, [2]int{i, l})
			}
		}
	}
}

// row is what a step adds, by column.
func (c *counting) row(template int, e *Edge) []int64 {
	out := make([]int64, len(c.cells)+len(c.at))
	for i, v := range c.cells {
		out[i], _ = c.adds(e, v.Sym)
	}
	put := func(template, loc int, n int64) {
		if k, ok := c.col[[2]int{template, loc}]; ok {
			out[k] += n
		}
	}
	put(template, e.From, -1)
	put(template, e.To, 1)
	if e.Spawn != nil {
		put(e.Spawn.Template, 0, 1)
	}
	return out
}

// laws are equations of which all others are sums, as far as their factors are small.
func (c *counting) laws() []law {
	var rows [][]int64
	c.steps(func(i int, e *Edge) bool {
		r := c.row(i, e)
		if !slices.ContainsFunc(rows, func(x []int64) bool { return slices.Equal(x, r) }) {
			rows = append(rows, r)
		}
		return true
	})
	var out []law
	for _, v := range orthogonal(rows, len(c.cells)+len(c.at)) {
		l := law{cells: v[:len(c.cells)]}
		for i := range c.sys.Templates {
			l.weight = append(l.weight, make([]int64, len(c.sys.Templates[i].Locs)))
		}
		for k, at := range c.at {
			l.weight[at[0]][at[1]] = v[len(c.cells)+k]
		}
		if slices.ContainsFunc(l.cells, func(n int64) bool { return n != 0 }) {
			out = append(out, l)
		}
	}
	return out
}

func (l law) minus(m law) law {
	out := law{cells: slices.Clone(l.cells)}
	for i := range out.cells {
		out.cells[i] -= m.cells[i]
	}
	for i := range l.weight {
		out.weight = append(out.weight, slices.Clone(l.weight[i]))
		for k := range l.weight[i] {
			out.weight[i][k] -= m.weight[i][k]
		}
	}
	return out
}

// add adds the counters of an equation: one for the locations with positive weights, one for the others.
func (c *counting) add(l *law) {
	sides := map[int64]term.Term{1: c.st.BV(c.width, 0), -1: c.st.BV(c.width, 0)}
	put := func(n int64, x term.Term) {
		sign := int64(1)
		if n < 0 {
			sign = -1
		}
		for range n * sign {
			sides[sign] = c.st.BVAdd(sides[sign], x)
		}
	}
	for i, v := range c.cells {
		n := l.cells[i]
		if n > maxFactor || n < -maxFactor {
			return
		}
		put(n, c.st.SignExt(c.width-c.st.Sort(v.Sym).Width(), v.Sym))
	}
	for _, sign := range []int64{1, -1} {
		if n := c.counter(l, sign); n != term.None {
			put(sign, n)
		}
	}
	// What the steps before the first creation leave is not known: one thread less is not there yet, or none.
	for _, k := range []int64{0, 1, -1} {
		left, right := uint64(max(k, 0)), uint64(max(-k, 0))
		c.sys.Laws = append(c.sys.Laws, c.st.Eq(c.st.BVAdd(sides[1], c.st.BV(c.width, left)),
			c.st.BVAdd(sides[-1], c.st.BV(c.width, right))))
	}
}

// counter adds the counter of the weights of one sign, unless there are none.
func (c *counting) counter(l *law, sign int64) term.Term {
	n := Counter{}
	some := false
	for i := range l.weight {
		n.Weight = append(n.Weight, make([]int64, len(l.weight[i])))
		for k, w := range l.weight[i] {
			if w *= sign; w > maxFactor {
				return term.None
			} else if w > 0 {
				n.Weight[i][k], some = w, true
			}
		}
	}
	if !some {
		return term.None
	}
	for _, other := range c.sys.Counters {
		if slices.EqualFunc(other.Weight, n.Weight, slices.Equal) {
			return other.Sym
		}
	}
	name := fmt.Sprintf("threads#%d", len(c.sys.Counters)+1)
	n.Sym = c.st.Fresh(name, term.BitVec(c.width))
	c.sys.Counters = append(c.sys.Counters, n)
	c.sys.Globals = append(c.sys.Globals, Var{Name: name, Sym: n.Sym,
		Init: c.st.BV(c.width, uint64(n.Weight[0][0]))})
	for i := range c.sys.Templates {
		for k := range c.sys.Templates[i].Edges {
			e := &c.sys.Templates[i].Edges[k]
			if d := n.Step(i, e); d != 0 && e.Kind == Step {
				e.Updates[n.Sym] = n.Plus(c.st, d)
			}
		}
	}
	return n.Sym
}

// Plus is what the counter is after a step that adds d to it.
func (n *Counter) Plus(st *term.Store, d int64) term.Term {
	width := st.Sort(n.Sym).Width()
	if d < 0 {
		return st.BVSub(n.Sym, st.BV(width, uint64(-d)))
	}
	return st.BVAdd(n.Sym, st.BV(width, uint64(d)))
}

// Step is what a step of a thread adds to the counter.
func (n *Counter) Step(template int, e *Edge) int64 {
	d := n.Weight[template][e.To] - n.Weight[template][e.From]
	if e.Spawn != nil {
		d += n.Weight[e.Spawn.Template][0]
	}
	return d
}

// AtLeast is that the counters count no fewer threads than there are at some locations of templates.
func (s *System) AtLeast(threads ...[2]int) []term.Term {
	var out []term.Term
	for _, n := range s.Counters {
		sum := int64(0)
		for _, at := range threads {
			sum += n.Weight[at[0]][at[1]]
		}
		out = append(out, s.Terms.BVSle(s.Terms.BV(s.Terms.Sort(n.Sym).Width(), uint64(sum)), n.Sym))
	}
	return out
}
