package exists

import (
	"whittle.dev/term"
)

// relation is a comparison that holds in an assignment: a = b, or, if it is not an
// equation, that a and b differ by gap.
type relation struct {
	a, b term.Term
	gap  term.Value // a - b, of bit-vectors; the zero Value for equations
}

// implicant returns comparisons that hold under ev and suffice for t, of sort Bool,
// to have the value that it has. Operations ite are replaced by the branch taken.
func implicant(st *term.Store, ev *term.Evaluator, t term.Term) []relation {
	var out []relation
	seen := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		v, err := ev.Eval(t)
		if err != nil {
			continue
		}
		args := st.Args(t)
		switch op := st.Op(t); {
		case op == term.OpNot:
			stack = append(stack, args[0])
		case op == term.OpAnd || op == term.OpOr:
			all := v.Bool() == (op == term.OpAnd)
			for i := len(args) - 1; i >= 0; i-- {
				if all {
					stack = append(stack, args[i])
				}
			}
			if all {
				break
			}
			for _, a := range args { // one that decides
				if w, err := ev.Eval(a); err == nil && w.Bool() == v.Bool() {
					stack = append(stack, a)
					break
				}
			}
		case op == term.OpIte:
			stack = append(stack, args[0], taken(ev, args))
		case op == term.OpSymbol:
			out = append(out, relation{a: t, b: st.FromValue(v)})
		case op == term.OpEq && st.Sort(args[0]).IsBool():
			b := args[1]
			if !v.Bool() {
				b = st.Not(b)
			}
			out = append(out, relation{a: args[0], b: b})
			stack = append(stack, args...)
		case len(args) == 2 && st.Sort(args[0]).IsBitVec():
			a, b := flattenIte(st, ev, args[0]), flattenIte(st, ev, args[1])
			if op == term.OpEq && v.Bool() {
				out = append(out, relation{a: a, b: b})
			} else if gap, err := ev.Eval(st.BVSub(a, b)); err == nil {
				out = append(out, relation{a: a, b: b, gap: gap})
			}
		}
	}
	return out
}

// taken returns the branch of an ite with the given operands.
func taken(ev *term.Evaluator, args []term.Term) term.Term {
	if v, err := ev.Eval(args[0]); err == nil && v.Bool() {
		return args[1]
	}
	return args[2]
}

// flattenIte replaces the operations ite in a bit-vector term by the branch taken.
func flattenIte(st *term.Store, ev *term.Evaluator, t term.Term) term.Term {
	for range 8 { // those in branches come to light one after the other
		sub := map[term.Term]term.Term{}
		for u := range st.Subterms(t) {
			if st.Op(u) == term.OpIte && st.Sort(u).IsBitVec() {
				sub[u] = taken(ev, st.Args(u))
			}
		}
		if len(sub) == 0 {
			break
		}
		t = st.Substitute(t, sub)
	}
	return t
}
