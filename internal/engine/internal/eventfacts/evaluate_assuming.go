package eventfacts

import (
	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// comparison is a condition that holds, or does not hold.
type comparison struct {
	t    term.Term // = or a less-than
	not  bool
	x, y term.Term
}

const (
	// maxConditions bounds the conditions of a guard that are looked at, the last ones first.
	maxConditions = 256
	// maxRefined bounds the terms below a value that conditions may refine.
	maxRefined = 64
	// maxNested bounds how deep guards inside conditions are looked into.
	maxNested = 6
	// maxLookups bounds how many of them are looked into at once.
	maxLookups = 1000
)

// comparisons lists the comparisons that hold where a guard does, the last ones first.
func (e *evaluator) comparisons(g events.Guard) []comparison {
	s, gs := e.g.Terms, e.g.Guards
	var out []comparison
	for n := 0; g != events.Always && n < maxConditions; n++ {
		dom, cond, ok := gs.Conjunct(g)
		if ok {
			type part struct {
				t   term.Term
				not bool
			}
			stack := []part{{cond, false}}
			for len(stack) > 0 && len(out) < 2*maxConditions {
				p := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				switch op := s.Op(p.t); {
				case op == term.OpNot:
					stack = append(stack, part{s.Arg(p.t, 0), !p.not})
				case op == term.OpAnd && !p.not, op == term.OpOr && p.not:
					for i := range s.NumArgs(p.t) {
						stack = append(stack, part{s.Arg(p.t, i), p.not})
					}
				case op == term.OpEq || op == term.OpBVUlt || op == term.OpBVSlt:
					x, y := s.Arg(p.t, 0), s.Arg(p.t, 1)
					if sort := s.Sort(x); sort.IsBitVec() && sort.Width() <= 64 {
						out = append(out, comparison{p.t, p.not, x, y})
					}
				}
			}
		}
		g = dom // of a disjunction as well: what all its parts imply
	}
	return out
}

// relevant lists the comparisons that hold where a guard does and say something of a term inside t.
func (e *evaluator) relevant(g events.Guard, t term.Term) []comparison {
	s := e.g.Terms
	if s.IsConst(t) {
		return nil
	}
	below := map[term.Term]bool{}
	s.Walk(func(t term.Term) bool {
		if len(below) > maxRefined || s.IsConst(t) || !s.Sort(t).IsBitVec() {
			return false
		}
		below[t] = true
		return true
	}, t)
	if len(below) > maxRefined {
		return nil
	}
	var out []comparison
	for _, c := range e.comparisons(g) {
		if e.mentions(c.x, below) || e.mentions(c.y, below) {
			out = append(out, c)
		}
	}
	return out
}

// mentions reports whether what is known of t says something of a listed term.
func (e *evaluator) mentions(t term.Term, listed map[term.Term]bool) bool {
	for {
		if listed[t] {
			return true
		}
		x, ok := e.inner(t)
		if !ok {
			return false
		}
		t = x
	}
}

// inner is a term below t whose value follows from that of t.
func (e *evaluator) inner(t term.Term) (term.Term, bool) {
	s := e.g.Terms
	switch s.Op(t) {
	case term.OpZeroExt, term.OpSignExt:
		return s.Arg(t, 0), true
	case term.OpConcat:
		return s.Arg(t, 1), true
	case term.OpBVAdd:
		if s.NumArgs(t) == 2 && s.IsConst(s.Arg(t, 1)) {
			return s.Arg(t, 0), true
		}
	}
	return term.None, false
}

// learn refines the environment by a value's interval. It is false where nothing is left.
func (e *evaluator) learn(t term.Term, x box.Box) bool {
	s := e.g.Terms
	for {
		w := s.Sort(t).Width()
		x = x.Meet(w, e.peek(t))
		if x.Empty {
			return false
		}
		if s.IsConst(t) {
			return true
		}
		e.env[t] = x
		y, ok := e.inner(t)
		if !ok {
			return true
		}
		if n := s.Sort(y).Width(); n < w || s.Op(t) == term.OpConcat {
			x = x.Extract(0, n)
		} else if s.Op(t) == term.OpBVAdd {
			x = x.Sub(w, e.peek(s.Arg(t, 1)))
		}
		t = y
	}
}

// peek is the interval of a term in the environment so far.
func (e *evaluator) peek(t term.Term) box.Box {
	if x, ok := e.env[t]; ok {
		return x
	}
	return e.of(t)
}

// under evaluates f where a guard holds, and with it some comparisons. ok is false if these cannot all hold.
func (e *evaluator) under(g events.Guard, list []comparison, f func()) (ok bool) {
	memo, truths := e.memo, e.truths
	e.env, e.assumed, e.nested = map[term.Term]box.Box{}, g, 0
	defer func() { e.memo, e.truths, e.env = memo, truths, nil }()
	for range 2 { // a second time, for what comparisons say of each other
		e.memo, e.truths = map[term.Term]box.Box{}, map[term.Term]box.Truth{}
		for _, c := range list {
			if !e.hold(c) {
				return false
			}
		}
	}
	e.memo, e.truths = map[term.Term]box.Box{}, map[term.Term]box.Truth{}
	f()
	return true
}

// hold refines the environment by a comparison. It is false if the comparison cannot hold.
func (e *evaluator) hold(c comparison) bool {
	w := e.g.Terms.Sort(c.x).Width()
	x, y := e.peek(c.x), e.peek(c.y)
	if x.Empty || y.Empty {
		return false
	}
	switch op := e.g.Terms.Op(c.t); {
	case op == term.OpEq && !c.not:
		return e.learn(c.x, y) && e.learn(c.y, x)
	case op == term.OpEq:
		return e.learn(c.x, x.Without(w, y)) && e.learn(c.y, y.Without(w, x))
	case op == term.OpBVUlt && !c.not:
		if y.High == 0 || x.Low == box.Mask(w) {
			return false
		}
		return e.learn(c.x, box.Unsigned(w, 0, y.High-1)) &&
			e.learn(c.y, box.Unsigned(w, x.Low+1, box.Mask(w)))
	case op == term.OpBVUlt:
		return e.learn(c.x, box.Unsigned(w, y.Low, box.Mask(w))) && e.learn(c.y, box.Unsigned(w, 0, x.High))
	case !c.not:
		if y.Max == box.MinSigned(w) || x.Min == box.MaxSigned(w) {
			return false
		}
		return e.learn(c.x, box.Signed(w, box.MinSigned(w), y.Max-1)) &&
			e.learn(c.y, box.Signed(w, x.Min+1, box.MaxSigned(w)))
	}
	return e.learn(c.x, box.Signed(w, y.Min, box.MaxSigned(w))) &&
		e.learn(c.y, box.Signed(w, box.MinSigned(w), x.Max))
}

// assuming is the interval of a term where a guard holds, and with it some comparisons.
func (e *evaluator) assuming(g events.Guard, list []comparison, t term.Term) box.Box {
	x := box.Nothing()
	e.under(g, list, func() { x = e.of(t) })
	return x
}

// contradictory reports whether the conditions of a guard cannot all hold.
func (e *evaluator) contradictory(g events.Guard) bool {
	gs := e.g.Guards
	wrong := false
	ok := e.under(g, e.comparisons(g), func() {
		for n := 0; g != events.Always && n < maxConditions && !wrong; n++ {
			dom, cond, ok := gs.Conjunct(g)
			wrong = ok && e.truth(cond)&box.Yes == 0
			g = dom
		}
	})
	return !ok || wrong
}
