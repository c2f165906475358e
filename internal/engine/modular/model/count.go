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
	// Of is nil, or the Counter is a sum: by template and location the local of which a thread there adds the
	// value, as a number without sign. The weight is 1 there, and 0 where threads begin.
	Of [][]term.Term
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
	width := fewThreads
	if most, few := s.largest(&n); !few {
		width = allThreads
	} else if most > fewWeight {
		width = heavy
	}
	return s.ghost(n, "threads", width)
}

// ghost adds a counter to the cells and steps, unless there is one that counts the same.
func (s *System) ghost(n Counter, name string, width int) term.Term {
	for _, other := range s.Counters {
		if slices.EqualFunc(other.Weight, n.Weight, slices.Equal) &&
			slices.EqualFunc(other.Of, n.Of, slices.Equal) {
			return other.Sym
		}
	}
	name = fmt.Sprintf("%s#%d", name, len(s.Counters)+1)
	n.Sym = s.Terms.Fresh(name, term.BitVec(width))
	s.Counters = append(s.Counters, n)
	first := s.Terms.BV(width, uint64(n.Weight[0][0]))
	s.Globals = append(s.Globals, Var{Name: name, Sym: n.Sym, Init: first})
	for i := range s.Templates {
		for k := range s.Templates[i].Edges {
			e := &s.Templates[i].Edges[k]
			if t := n.After(s.Terms, i, e); t != term.None && e.Kind == Step {
				e.Updates[n.Sym] = t
			}
		}
	}
	return n.Sym
}

// After is what a counter is after a step of a thread, as a term over the state before; None: what it was.
func (n *Counter) After(st *term.Store, template int, e *Edge) term.Term {
	width := st.Sort(n.Sym).Width()
	if n.Of != nil {
		return n.afterSum(st, template, e)
	}
	switch d := n.step(template, e); {
	case d < 0:
		return st.BVSub(n.Sym, st.BV(width, uint64(-d)))
	case d > 0:
		return st.BVAdd(n.Sym, st.BV(width, uint64(d)))
	}
	return term.None
}

// step is what a step of a thread adds to the counter.
func (n *Counter) step(template int, e *Edge) int64 {
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
// that it counts no less than as many times the other one, by these threads. Of is what a local of one of the
// threads is.
func (s *System) Counted(of func(thread int, local term.Term) term.Term, threads ...[2]int) []term.Term {
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
		if n.Of != nil {
			out = append(out, s.summed(n, of, threads)...)
			continue
		}
		out = append(out, st.BVUle(st.BV(width, uint64(here(n))), n.Sym))
		if most, ok := s.largest(n); ok {
			limit := here(n) + most*int64(maxThreads-len(threads))
			out = append(out, st.BVUle(n.Sym, st.BV(width, uint64(limit))))
		}
		for k := range s.Counters {
			m := &s.Counters[k]
			if times := n.within(m); k != i && m.Of == nil && times > 0 {
				of := st.Sort(m.Sym).Width() // no smaller: it counts all that n does
				sum := st.BV(of, uint64(here(m)-times*here(n)))
				out = append(out, st.BVUle(s.plus(sum, times, st.ZeroExt(of-width, n.Sym)), m.Sym))
			}
		}
	}
	return out
}

// counts is what some threads count.
func (s *System) counts(n *Counter, of func(int, term.Term) term.Term, threads [][2]int) term.Term {
	width := s.Terms.Sort(n.Sym).Width()
	sum, values := int64(0), s.Terms.BV(width, 0)
	for i, at := range threads {
		switch {
		case n.Of == nil:
			sum += n.Weight[at[0]][at[1]]
		case n.Of[at[0]][at[1]] != term.None:
			x := of(i, n.Of[at[0]][at[1]])
			values = s.Terms.BVAdd(values, s.Terms.ZeroExt(width-s.Terms.Sort(x).Width(), x))
		}
	}
	return s.Terms.BVAdd(s.Terms.BV(width, uint64(sum)), values)
}

// Exactly is that a counter counts some threads and no others.
func (s *System) Exactly(counter int, of func(int, term.Term) term.Term, threads ...[2]int) term.Term {
	n := &s.Counters[counter]
	return s.Terms.Eq(n.Sym, s.counts(n, of, threads))
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
