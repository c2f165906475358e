package encoding

import (
	"math/bits"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// AssumePremise asserts what must hold where any goal is reached that may be: the conditions that the ways to
// all of them have in common, such as what a program assumes of its inputs at first. No answer depends on it;
// but inputs that are small have fewer bits then, which multiplications by them are glad of. It comes before
// anything else is encoded.
func (e *Encoder) AssumePremise() error {
	gs := e.Graph.Guards
	at, some := events.Always, false
	for _, goal := range e.Graph.Goals {
		switch {
		case e.Values.Dead(goal):
		case some:
			at = gs.Common(at, goal.Guard)
		default:
			at, some = goal.Guard, true
		}
	}
	if at == events.Always || !some {
		return nil
	}
	for g := at; g != events.Always; g = gs.Implied(g) {
		if _, c, ok := gs.Conjunct(g); ok {
			if err := e.narrow(c); err != nil {
				return err
			}
		}
	}
	return e.assert(gs.Term(at))
}

// narrow defines symbols by fewer bits where a condition says that the others are zero.
func (e *Encoder) narrow(c term.Term) error {
	s := e.s
	if s.Op(c) == term.OpAnd {
		for i := range s.NumArgs(c) {
			if err := e.narrow(s.Arg(c, i)); err != nil {
				return err
			}
		}
		return nil
	}
	x, most, ok := e.small(c)
	n := bits.Len64(most)
	if !ok || e.narrowed[x] || n >= s.Sort(x).Width() {
		return nil
	}
	e.few = append(e.few, Few{x, most})
	e.narrowed[x] = true
	w := s.Sort(x).Width()
	v := s.BV(w, 0)
	if n > 0 {
		v = s.ZeroExt(w-n, s.Fresh("low", term.BitVec(n)))
	}
	return e.equate(x, v)
}

// Few is a symbol that has few values where any goal is reached.
type Few struct {
	Symbol term.Term
	Most   uint64
}

// Few lists, after AssumePremise, the inputs that have no more than so many values.
func (e *Encoder) Few(values uint64) []Few {
	var out []Few
	for _, f := range e.few {
		if f.Most < values {
			out = append(out, f)
		}
	}
	return out
}

// small reports whether a condition says how great a symbol is at most.
func (e *Encoder) small(c term.Term) (x term.Term, most uint64, ok bool) {
	s := e.s
	op, not := s.Op(c), false
	if op == term.OpNot {
		c, not = s.Arg(c, 0), true
		op = s.Op(c)
	}
	if s.NumArgs(c) != 2 {
		return x, 0, false
	}
	a, b := s.Arg(c, 0), s.Arg(c, 1)
	if op == term.OpEq && !not {
		if s.IsConst(a) {
			a, b = b, a
		}
		if v, ok := s.ConstUint64(b); ok && v == 0 && s.Op(a) == term.OpExtract {
			if hi, lo := s.Params(a); s.Op(s.Arg(a, 0)) == term.OpSymbol && hi == s.Sort(s.Arg(a,
				0)).Width()-1 {
				return s.Arg(a, 0), 1<<lo - 1, true
			}
		}
		return x, 0, false
	}
	if not {
		a, b = b, a // not (b < a) is a <= b, not (b <= a) is a < b
	}
	v, constant := s.ConstUint64(b)
	if s.Op(a) != term.OpSymbol || !constant || op != term.OpBVUle && op != term.OpBVUlt {
		return x, 0, false
	}
	if less := op == term.OpBVUlt != not; less {
		if v == 0 {
			return x, 0, false
		}
		v--
	}
	return a, v, true
}
