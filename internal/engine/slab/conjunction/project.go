package conjunction

import (
	"math/big"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Bound is the least upper bound of a difference x - y.
type Bound struct {
	// Weight is the bound in weights; Bound.Number has it as a number.
	Weight int64
	// Unbounded: there is none.
	Unbounded bool
}

// maxRounds bounds the questions for one bound.
const maxRounds = 64

// Greatest returns the least upper bound of x - y over all models of the parts, where x and y are numbers of
// the state at, or None for zero. It is false if that is not found out. The parts must have a model.
func (s *Solver) Greatest(parts []Part, x, y Ref, at int) (Bound, bool) {
	n := len(parts)
	for _, p := range parts {
		if p.F.linear {
			return Bound{}, false // the graph does not have all bounds
		}
	}
	all := append(append(make([]Part, 0, n+1), parts...), Part{truth, at})
	step := int64(1)
	if s.r.Integer(x, y) {
		step = 1 << strictBits
	}
	best, found := int64(0), false
	s.commit = true
	defer func() { s.commit = false }()
	for range maxRounds {
		switch s.Check(all) {
		case smt.Unsat:
			return Bound{Weight: best}, found
		case smt.Unknown:
			return Bound{}, false
		}
		// What the cases that were chosen allow at most; other cases may allow more.
		from, to := s.number(y, at), s.number(x, at)
		d := s.graph.distances(from, int32(n))[to]
		if d == unbounded {
			return Bound{Unbounded: true}, true
		}
		best, found = d, true
		all[n].F = &Formula{kind: atMost, x: y, y: x, c: -best - step}
	}
	return Bound{}, false
}

// Numbers are the variables of a state that take part in bounds.
func (r *Reader) Numbers() []Ref {
	var out []Ref
	for i := range r.vars {
		if x := Current(i); !r.enum[x] && (r.sorts[x] == term.Int || r.sorts[x] == term.Real) {
			out = append(out, x)
		}
	}
	return out
}

// Difference is x - y in the state of step at, as a weight.
func (m *Model) Difference(x, y Ref, at int) int64 { return m.value(x, at) - m.value(y, at) }

// Number is a weight of a bound on x as a number, and whether the bound is strict.
func (r *Reader) Number(x Ref, w int64) (n *big.Rat, strict bool) {
	c := (w + 1<<(strictBits-1)) >> strictBits
	return new(big.Rat).SetFrac(big.NewInt(c), r.unit(x)), w < c<<strictBits
}

func (r *Reader) unit(x Ref) *big.Int {
	if r.sorts[x] == term.Int {
		return big.NewInt(1)
	}
	return r.scale
}

// Unit is the weight of the number 1 on x - y.
func (r *Reader) Unit(x, y Ref) int64 {
	if x == None {
		x = y
	}
	return r.unit(x).Int64() << strictBits
}

// Integer reports whether x, or y, is of sort Int.
func (r *Reader) Integer(x, y Ref) bool {
	return x != None && r.sorts[x] == term.Int || y != None && r.sorts[y] == term.Int
}

// SameSort reports whether two variables have one sort.
func (r *Reader) SameSort(x, y Ref) bool { return r.sorts[x] == r.sorts[y] }
