package slab

import (
	"slices"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/term"
)

// formula is a formula of a vocabulary: a predicate, or a conjunct of a transition.
type formula int32

// vocabulary has the formulas of a problem, each once.
type vocabulary struct {
	p       *problem
	st      *term.Store
	reader  *conjunction.Reader
	entries []entry
	byTerm  map[term.Term]formula
	// now and next have the variable of each of their symbols, inputs the number of each input.
	now, next, inputs map[term.Term]int
	// fresh are inputs that were made up, by the sort and use of what they stand for and number.
	fresh map[freshInput]term.Term
	// restrictions are the formulas ¬init and ¬error.
	restrictions map[formula]bool
	// literals counts the formulas that are literals of labels.
	literals int
}

type entry struct {
	t term.Term
	// small is the formula for package conjunction; nil: it is not of its fragment.
	small *conjunction.Formula
	// now and next are the variables whose values before and after a step it is about.
	now, next varset
	inputs    []term.Term
	negation  formula // -1: not made
	literal   int     // its number as a literal of labels, -1: it has none
}

type freshInput struct {
	like term.Term
	n    int
}

func newVocabulary(p *problem, targets []target) *vocabulary {
	v := &vocabulary{p: p, st: p.st, byTerm: map[term.Term]formula{}, now: map[term.Term]int{},
		next: map[term.Term]int{}, inputs: map[term.Term]int{}, fresh: map[freshInput]term.Term{},
		restrictions: map[formula]bool{}}
	refs := map[term.Term]conjunction.Ref{}
	for i, x := range p.vars {
		v.now[x.Sym], v.next[x.Next] = i, i
		refs[x.Sym], refs[x.Next] = conjunction.Current(i), conjunction.Next(i)
	}
	know := func(ins []term.Term) {
		for _, in := range ins {
			if _, ok := v.inputs[in]; !ok {
				v.inputs[in] = len(v.inputs)
				refs[in] = conjunction.Input(v.inputs[in])
			}
		}
	}
	know(p.sys.InitInputs)
	terms := append([]term.Term{p.sys.Init}, p.init...)
	for _, t := range targets {
		terms = append(terms, t.cond...)
		for _, g := range t.goals {
			know(p.sys.Goals[g].Inputs)
			terms = append(terms, p.sys.Goals[g].Cond)
		}
		for i := range t.transitions {
			know(t.transitions[i].Inputs)
			terms = append(terms, p.conjuncts(&t.transitions[i])...)
		}
	}
	v.reader = conjunction.NewReader(p.st, refs, terms)
	return v
}

// conjuncts are those of a transition of the problem, which may have other variables than the system.
func (p *problem) conjuncts(t *prepared) []term.Term {
	var out []term.Term
	for _, g := range t.Guards {
		out = append(out, p.st.Conjuncts(g)...)
	}
	for _, u := range t.Updates {
		out = append(out, p.st.Eq(p.vars[u.Var].Next, u.Value))
	}
	for _, r := range t.Relations {
		out = append(out, p.st.Conjuncts(r)...)
	}
	return out
}

// formula returns the formula of a term.
func (v *vocabulary) formula(t term.Term) formula {
	if f, ok := v.byTerm[t]; ok {
		return f
	}
	f := formula(len(v.entries))
	e := entry{t: t, small: v.reader.Read(t), now: newVarset(len(v.p.vars)), next: newVarset(len(v.p.vars)),
		negation: -1, literal: -1}
	for _, sym := range v.st.Symbols(t) {
		if i, ok := v.now[sym]; ok {
			e.now.add(i)
		} else if i, ok := v.next[sym]; ok {
			e.next.add(i)
		} else {
			e.inputs = append(e.inputs, sym)
		}
	}
	v.entries = append(v.entries, e)
	v.byTerm[t] = f
	return f
}

func (v *vocabulary) formulas(ts []term.Term) []formula {
	out := make([]formula, len(ts))
	for i, t := range ts {
		out[i] = v.formula(t)
	}
	return out
}

func (v *vocabulary) not(f formula) formula {
	if v.entries[f].negation < 0 {
		g := v.formula(v.st.Not(v.entries[f].t))
		v.entries[f].negation, v.entries[g].negation = g, f
	}
	return v.entries[f].negation
}

// aboutNext reports whether a formula is about the state after a step.
func (v *vocabulary) aboutNext(f formula) bool {
	return slices.ContainsFunc(v.entries[f].next, func(w uint64) bool { return w != 0 })
}

// isClause reports whether a formula is one of the restrictions of labels, and a disjunction.
func (v *vocabulary) isClause(f formula) bool {
	return v.restrictions[f] && isDisjunction(v.st, v.entries[f].t)
}

// input returns a symbol for the value of a variable in between, the n-th of its kind.
func (v *vocabulary) input(like term.Term, n int) term.Term {
	key := freshInput{like, n}
	sym, ok := v.fresh[key]
	if !ok {
		sym = v.p.sys.Fresh(v.st.Name(like)+"!", v.st.Sort(like))
		v.fresh[key] = sym
		v.inputs[sym] = len(v.inputs)
		v.reader.AddInput(sym, like, v.inputs[sym])
	}
	return sym
}

// literal is the number of a formula among those of labels.
func (v *vocabulary) literal(f formula) int {
	e := &v.entries[f]
	if e.literal < 0 {
		e.literal = v.literals
		v.literals++
	}
	return e.literal
}

// literals is a set of literals of labels, by number.
type literals []uint64

func (s literals) with(l int) literals {
	out := make(literals, max(len(s), l>>6+1))
	copy(out, s)
	out[l>>6] |= 1 << (l & 63)
	return out
}

func (s *literals) add(l int) {
	for len(*s) <= l>>6 {
		*s = append(*s, 0)
	}
	(*s)[l>>6] |= 1 << (l & 63)
}

// subset reports whether all members of s are in t.
func (s literals) subset(t literals) bool {
	for i, w := range s {
		if w != 0 && (i >= len(t) || w&^t[i] != 0) {
			return false
		}
	}
	return true
}
