package model

import (
	"fmt"
	"slices"

	"whittle.dev/term"
)

// Of many programs the proof counts threads: "of the tickets that were drawn, as many are still out as there
// are threads between drawing and giving back". A Counter is a ghost cell that holds how many threads are at
// certain locations, each location with a weight; steps keep it, and nothing reads it. Which counters there
// are tell equations between cells and numbers of threads (package samples).

// Counter is a ghost cell.
type Counter struct {
	Sym term.Term
	// Weight is by template and location what a thread there counts.
	Weight [][]int64
}

const (
	// MaxFactor bounds the factors of a Law, but for numbers that the program has, up to MaxWeight.
	MaxFactor = 4
	MaxWeight = 1 << 32
	// fewThreads, heavy and allThreads are the widths of counters in bits: of those that count threads of
	// which there are maxThreads at most, of these those with weights above fewWeight, and of those that
	// count ended ones too. No sum of weights wraps around.
	fewThreads, heavy, allThreads = 40, 64, 72
	fewWeight                     = 1 << 8
	// wide is a width of cells that no number of threads comes close to.
	wide = 32
)

// Law is an equation that may hold of all states: the sum of cells (as signed numbers) and of threads at
// locations, with their factors, and of a constant is zero.
type Law struct {
	Cells    []Factor
	Weight   [][]int64 // by template and location
	Constant int64
}

// Factor is a shared cell with what it is multiplied by.
type Factor struct {
	Sym term.Term
	N   int64
	// Unsigned says that the value of the cell is a number without sign.
	Unsigned bool
}

// Bound is that there are at most so many threads at some places, which have the weight 1.
type Bound struct {
	Weight [][]int64
	Most   int64
}

// Bounded adds the counter of a bound, which becomes one of the Laws.
func (s *System) Bounded(b Bound) {
	n := s.counter(&Law{Weight: b.Weight}, 1)
	s.Laws = append(s.Laws, s.Terms.BVUle(n, s.Terms.BV(s.Terms.Sort(n).Width(), uint64(b.Most))))
}

// Count adds the counters of an equation: one for the locations with positive weights, one for the others.
// The equation becomes one of the Laws: between values of cells as they are, which wrap around, if all have
// one width, and between numbers unless that width is large.
func (s *System) Count(l Law) {
	var parts []Factor
	for _, sign := range []int64{1, -1} {
		if n := s.counter(&l, sign); n != term.None {
			parts = append(parts, Factor{Sym: n, N: sign})
		}
	}
	parts = append(parts, l.Cells...)
	least, most := 0, 0
	for i, c := range l.Cells {
		w := s.Terms.Sort(c.Sym).Width()
		most = max(most, w)
		if i == 0 || w < least {
			least = w
		}
	}
	if least == most && most > 1 {
		s.Laws = append(s.Laws, s.equation(parts, l.Constant, most))
	}
	if least < most || most < wide || l.largest() > 1 {
		width := max(fewThreads, most+spareBits)
		if l.largest() > fewWeight {
			width = max(width, heavy)
		}
		s.Laws = append(s.Laws, s.equation(parts, l.Constant, width))
	}
}

// largest is the largest weight.
func (l *Law) largest() (most int64) {
	for _, w := range slices.Concat(l.Weight...) {
		most = max(most, w, -w)
	}
	return most
}

// spareBits is by how many bits a sum of cells is wider than these.
const spareBits = 8

// equation is that a sum is zero, at a width.
func (s *System) equation(parts []Factor, constant int64, width int) term.Term {
	st := s.Terms
	sides := map[bool]term.Term{true: st.BV(width, uint64(max(constant, 0))),
		false: st.BV(width, uint64(max(-constant, 0)))}
	for _, p := range parts {
		x, n := p.Sym, p.N
		switch w := st.Sort(x).Width(); {
		case w < width && p.Unsigned:
			x = st.ZeroExt(width-w, x)
		case w < width:
			x = st.SignExt(width-w, x)
		case w > width:
			x = st.Extract(width-1, 0, x)
		}
		sides[n > 0] = s.plus(sides[n > 0], max(n, -n), x)
	}
	return st.Eq(sides[true], sides[false])
}

// plus adds a multiple of a term to a sum.
func (s *System) plus(sum term.Term, n int64, x term.Term) term.Term {
	if n > MaxFactor {
		return s.Terms.BVAdd(sum, s.Terms.BVMul(s.Terms.BV(s.Terms.Sort(x).Width(), uint64(n)), x))
	}
	for range n {
		sum = s.Terms.BVAdd(sum, x)
	}
	return sum
}

// counter adds the counter of the weights of one sign, unless there are none.
func (s *System) counter(l *Law, sign int64) term.Term {
	n := Counter{}
	some := false
	for i := range l.Weight {
		n.Weight = append(n.Weight, make([]int64, len(l.Weight[i])))
		for k, w := range l.Weight[i] {
			if w *= sign; w > 0 {
				n.Weight[i][k], some = w, true
			}
		}
	}
	if !some {
		return term.None
	}
	for _, other := range s.Counters {
		if slices.EqualFunc(other.Weight, n.Weight, slices.Equal) {
			return other.Sym
		}
	}
	name := fmt.Sprintf("threads#%d", len(s.Counters)+1)
	width := fewThreads
	if most, few := s.largest(&n); !few {
		width = allThreads
	} else if most > fewWeight {
		width = heavy
	}
	n.Sym = s.Terms.Fresh(name, term.BitVec(width))
	s.Counters = append(s.Counters, n)
	first := s.Terms.BV(width, uint64(n.Weight[0][0]))
	s.Globals = append(s.Globals, Var{Name: name, Sym: n.Sym, Init: first})
	for i := range s.Templates {
		for k := range s.Templates[i].Edges {
			e := &s.Templates[i].Edges[k]
			if d := n.Step(i, e); d != 0 && e.Kind == Step {
				e.Updates[n.Sym] = n.Plus(s.Terms, d)
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

// maxThreads is how many threads an execution has at most as far as counters go, with the initial one. (It
// is not how many there are at a time: a thread of which there may be several makes no step when it ends, so
// it goes on to be counted at the place that it does not leave.)
const maxThreads = 1<<31 - 1

// Bound says how many threads there are at most.
func (s *System) Bound() string { return fmt.Sprintf("more than %d threads in all", maxThreads) }

// Counted is what is known of counters while there are threads at some locations of templates: that they
// count no fewer than these, and no more than these and the others of maxThreads unless they count ended
// ones too; and of two counters of which one has nowhere less than some multiple of the other's weight, that
// it counts no less than as many times the other one, by these threads.
func (s *System) Counted(threads ...[2]int) []term.Term {
	st := s.Terms
	here := func(n *Counter) (sum int64) {
		for _, at := range threads {
			sum += n.Weight[at[0]][at[1]]
		}
		return sum
	}
	var out []term.Term
	for i := range s.Counters {
		n := &s.Counters[i]
		width := st.Sort(n.Sym).Width()
		out = append(out, st.BVUle(st.BV(width, uint64(here(n))), n.Sym))
		if most, ok := s.largest(n); ok {
			limit := here(n) + most*int64(maxThreads-len(threads))
			out = append(out, st.BVUle(n.Sym, st.BV(width, uint64(limit))))
		}
		for k := range s.Counters {
			m := &s.Counters[k]
			if times := n.within(m); k != i && times > 0 {
				of := st.Sort(m.Sym).Width() // no smaller: it counts all that n does
				sum := st.BV(of, uint64(here(m)-times*here(n)))
				out = append(out, st.BVUle(s.plus(sum, times, st.ZeroExt(of-width, n.Sym)), m.Sym))
			}
		}
	}
	return out
}

// Exactly is that a counter counts some threads and no others.
func (s *System) Exactly(counter int, threads ...[2]int) term.Term {
	n := &s.Counters[counter]
	sum := int64(0)
	for _, at := range threads {
		sum += n.Weight[at[0]][at[1]]
	}
	return s.Terms.Eq(n.Sym, s.Terms.BV(s.Terms.Sort(n.Sym).Width(), uint64(sum)))
}

// within is the largest number by which all weights can be multiplied so that none is larger than that of
// another counter; 0 if there is none.
func (n *Counter) within(m *Counter) int64 {
	times := int64(MaxWeight)
	for i, weights := range n.Weight {
		for l, w := range weights {
			if w > 0 {
				times = min(times, m.Weight[i][l]/w)
			}
		}
	}
	return times
}

// CountsEnded reports whether threads that have ended are counted.
func (s *System) CountsEnded() bool {
	for _, n := range s.Counters {
		for i, weights := range n.Weight {
			for l, w := range weights {
				if w > 0 && len(s.Templates[i].Locs[l].Out) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// largest is the largest weight of a counter; false if it counts threads that have ended.
func (s *System) largest(n *Counter) (most int64, ok bool) {
	for i, weights := range n.Weight {
		for l, w := range weights {
			if w > 0 && !s.Few && len(s.Templates[i].Locs[l].Out) == 0 {
				return 0, false
			}
			most = max(most, w)
		}
	}
	return most, true
}
