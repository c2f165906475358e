package eventfacts

import (
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
	// maxConditions bounds the conditions of a guard that are looked at, the
	// last ones first.
	maxConditions = 256
	// maxRefined bounds the terms below a value that conditions may refine.
	maxRefined = 64
	// maxNested bounds how deep guards inside conditions are looked into.
	maxNested = 6
	// maxLookups bounds how many of them are looked into at once.
	maxLookups = 1000
)

// comparisons lists the comparisons that hold where a guard does, the last ones
// first.
func (v *Values) comparisons(g events.Guard) []comparison {
	s, gs := v.g.Terms, v.g.Guards
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

// relevant lists the comparisons that hold where a guard does and say something
// of a term inside t.
func (v *Values) relevant(g events.Guard, t term.Term) []comparison {
	s := v.g.Terms
	if s.IsConst(t) {
		return nil
	}
	below := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if below[t] || s.IsConst(t) || !s.Sort(t).IsBitVec() {
			continue
		}
		below[t] = true
		if len(below) > maxRefined {
			return nil
		}
		for i := range s.NumArgs(t) {
			stack = append(stack, s.Arg(t, i))
		}
	}
	var out []comparison
	for _, c := range v.comparisons(g) {
		if v.mentions(c.x, below) || v.mentions(c.y, below) {
			out = append(out, c)
		}
	}
	return out
}

// mentions reports whether what is known of t says something of a listed term.
func (v *Values) mentions(t term.Term, listed map[term.Term]bool) bool {
	for {
		if listed[t] {
			return true
		}
		x, ok := v.inner(t)
		if !ok {
			return false
		}
		t = x
	}
}

// inner is a term below t whose value follows from that of t.
func (v *Values) inner(t term.Term) (term.Term, bool) {
	s := v.g.Terms
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

// learn refines the environment by a value's interval. It is false where
// nothing is left.
func (v *Values) learn(t term.Term, x interval) bool {
	s := v.g.Terms
	for {
		w := s.Sort(t).Width()
		x = x.meet(w, v.peek(t))
		if x.none {
			return false
		}
		if s.IsConst(t) {
			return true
		}
		v.env[t] = x
		y, ok := v.inner(t)
		if !ok {
			return true
		}
		if n := s.Sort(y).Width(); n < w || s.Op(t) == term.OpConcat {
			x = x.extract(0, n)
		} else if s.Op(t) == term.OpBVAdd {
			x = x.sub(w, v.peek(s.Arg(t, 1)))
		}
		t = y
	}
}

// peek is the interval of a term in the environment so far.
func (v *Values) peek(t term.Term) interval {
	if x, ok := v.env[t]; ok {
		return x
	}
	return v.of(t)
}

// under evaluates f where a guard holds, and with it some comparisons. ok is false
// if these cannot all hold.
func (v *Values) under(g events.Guard, list []comparison, f func()) (ok bool) {
	memo, truths := v.memo, v.truths
	v.env, v.assumed, v.nested = map[term.Term]interval{}, g, 0
	defer func() { v.memo, v.truths, v.env = memo, truths, nil }()
	for range 2 { // a second time, for what comparisons say of each other
		v.memo, v.truths = map[term.Term]interval{}, map[term.Term]truth{}
		for _, c := range list {
			if !v.hold(c) {
				return false
			}
		}
	}
	v.memo, v.truths = map[term.Term]interval{}, map[term.Term]truth{}
	f()
	return true
}

// hold refines the environment by a comparison. It is false if the comparison
// cannot hold.
func (v *Values) hold(c comparison) bool {
	w := v.g.Terms.Sort(c.x).Width()
	x, y := v.peek(c.x), v.peek(c.y)
	if x.none || y.none {
		return false
	}
	switch op := v.g.Terms.Op(c.t); {
	case op == term.OpEq && !c.not:
		return v.learn(c.x, y) && v.learn(c.y, x)
	case op == term.OpEq:
		return v.learn(c.x, x.without(w, y)) && v.learn(c.y, y.without(w, x))
	case op == term.OpBVUlt && !c.not:
		if y.uhi == 0 || x.ulo == mask(w) {
			return false
		}
		return v.learn(c.x, unsignedRange(w, 0, y.uhi-1)) && v.learn(c.y, unsignedRange(w, x.ulo+1, mask(w)))
	case op == term.OpBVUlt:
		return v.learn(c.x, unsignedRange(w, y.ulo, mask(w))) && v.learn(c.y, unsignedRange(w, 0, x.uhi))
	case !c.not:
		if y.shi == minSigned(w) || x.slo == maxSigned(w) {
			return false
		}
		return v.learn(c.x, signedRange(w, minSigned(w), y.shi-1)) &&
			v.learn(c.y, signedRange(w, x.slo+1, maxSigned(w)))
	}
	return v.learn(c.x, signedRange(w, y.slo, maxSigned(w))) &&
		v.learn(c.y, signedRange(w, minSigned(w), x.shi))
}

// assuming is the interval of a term where a guard holds, and with it some
// comparisons.
func (v *Values) assuming(g events.Guard, list []comparison, t term.Term) interval {
	x := nothing
	v.under(g, list, func() { x = v.of(t) })
	return x
}

// maxHopeless bounds the guards that hopeless looks at.
const maxHopeless = 4000

// hopeless reports whether a guard never holds: because of the values of its
// conditions alone, or with what they say of each other; or since none of the
// parts holds of a disjunction that it implies.
func (v *Values) hopeless(g events.Guard) bool {
	if x, ok := v.deads[g]; ok {
		return x
	}
	if v.impossible(g) || len(v.deads) < maxHopeless && v.contradictory(g) {
		v.deads[g] = true
		return true
	}
	v.deads[g] = false
	gs := v.g.Guards
	d := g
	for d != events.Always && gs.Disjuncts(d) == nil {
		d, _, _ = gs.Conjunct(d)
	}
	if d == events.Always || len(v.deads) >= maxHopeless {
		return false
	}
	all := true
	if d != g {
		all = v.hopeless(d)
	} else {
		for _, p := range gs.Disjuncts(d) {
			all = all && v.hopeless(p)
		}
	}
	v.deads[g] = all
	return all
}

// contradictory reports whether the conditions of a guard cannot all hold.
func (v *Values) contradictory(g events.Guard) bool {
	gs := v.g.Guards
	wrong := false
	ok := v.under(g, v.comparisons(g), func() {
		for n := 0; g != events.Always && n < maxConditions && !wrong; n++ {
			dom, cond, ok := gs.Conjunct(g)
			wrong = ok && v.truth(cond)&yes == 0
			g = dom
		}
	})
	return !ok || wrong
}
