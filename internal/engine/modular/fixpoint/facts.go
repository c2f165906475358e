package fixpoint

import (
	"slices"

	"whittle.dev/internal/engine/modular/linear"
	"whittle.dev/term"
)

// source is the lemma of which something known is an atom; the view is nil if it is of none.
type source struct {
	view *node
	atom term.Term
}

// facts are terms that are known, each once, with where each is from.
type facts struct {
	st        *term.Store
	terms     []term.Term
	from      map[term.Term]source
	equations *linear.Equations // of terms; nil: not made yet
}

func newFacts(st *term.Store) *facts { return &facts{st: st, from: map[term.Term]source{}} }

func (k *facts) put(t term.Term, from source) {
	if _, again := k.from[t]; !again && !k.st.IsTrue(t) {
		k.from[t] = from
		k.terms = append(k.terms, t)
		k.equations = nil
	}
}

// has reports whether a term is known as it stands.
func (k *facts) has(t term.Term) bool {
	_, ok := k.from[t]
	return ok || k.st.IsTrue(t)
}

// implies reports whether an equation follows from equations that are known, and from which.
func (k *facts) implies(t term.Term) (from []term.Term, ok bool) {
	if k.st.Op(t) != term.OpEq {
		return nil, false
	}
	return k.linear().Implies(t)
}

// absurd reports whether equations that are known contradict something else that is, and which.
func (k *facts) absurd() (from []term.Term, ok bool) { return k.linear().Contradicts(k.terms) }

func (k *facts) linear() *linear.Equations {
	if k.equations == nil {
		k.equations = linear.New(k.st, k.terms)
	}
	return k.equations
}

// rewritten are the terms that are known, and one more, with their sums written in one way.
func (k *facts) rewritten(more term.Term) []term.Term {
	return k.linear().Rewrite(append(slices.Clone(k.terms), more))
}

// simpler are the terms that are known, and one more, with what equations say of variables in their place,
// and these equations: no values are lost.
func (k *facts) simpler(more term.Term) []term.Term {
	return append(k.linear().Facts(), k.rewritten(more)...)
}
