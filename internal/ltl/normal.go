package ltl

import (
	"encoding/binary"
	"slices"
)

// The translation works on formulas in negation normal form: literals, conjunctions and disjunctions of any
// number of operands, X, U and R. The others are abbreviations: F a is true U a, G a is false R a, a W b is
// b R (a || b), a M b is b U (a && b). Equal formulas are one node, which is made by the functions of
// rewrite.go and so is in rewritten form from the start.

// A form is the operator of a node.
type form uint8

const (
	formTrue form = iota
	formFalse
	formLiteral // the atom, or its negation
	formAnd
	formOr
	formNext
	formUntil
	formRelease
)

// duals has the operator that negation makes of another.
var duals = [...]form{formTrue: formFalse, formFalse: formTrue, formLiteral: formLiteral, formAnd: formOr,
	formOr: formAnd, formNext: formNext, formUntil: formRelease, formRelease: formUntil}

// A node is a formula in negation normal form.
type node struct {
	id   int
	form form
	atom int  // of literals: its number
	neg  bool // of literals
	args []*node

	// K. Etessami and G. Holzmann ("Optimizing Büchi automata", CONCUR 2000) call a formula a pure
	// eventuality if a word has it whenever a suffix of the word does, and purely universal if all suffixes
	// of a word that has it have it as well.
	eventual, universal bool

	negation *node // if it was asked for
}

// suspendable reports whether f has the same value in all suffixes of a word.
func (f *node) suspendable() bool { return f.eventual && f.universal }

// nodes is a set of formulas.
type nodes struct {
	atoms   []Atom
	byKey   map[string]*node
	implied map[[2]int]bool // what implies has found, by the numbers of its arguments

	yes, no *node
}

func newNodes(atoms []Atom) *nodes {
	s := &nodes{atoms: atoms, byKey: map[string]*node{}, implied: map[[2]int]bool{}}
	s.yes, s.no = s.make(formTrue, 0, false), s.make(formFalse, 0, false)
	return s
}

// make returns the node of a formula as it stands. The operands of conjunctions and disjunctions are sorted.
func (s *nodes) make(op form, atom int, neg bool, args ...*node) *node {
	if op == formAnd || op == formOr {
		args = slices.SortedFunc(slices.Values(args), func(f, g *node) int { return f.id - g.id })
	}
	key := binary.AppendUvarint([]byte{byte(op)}, uint64(atom))
	if neg {
		key = append(key, 1)
	}
	for _, f := range args {
		key = binary.AppendUvarint(key, uint64(f.id))
	}
	if f := s.byKey[string(key)]; f != nil {
		return f
	}
	f := &node{id: len(s.byKey), form: op, atom: atom, neg: neg, args: args}
	f.eventual, f.universal = isEventual(f), isUniversal(f)
	s.byKey[string(key)] = f
	return f
}

func isEventual(f *node) bool {
	return f.form != formLiteral && (all(f.args, func(g *node) bool { return g.eventual }) ||
		f.form == formUntil && f.args[0].form == formTrue)
}

func isUniversal(f *node) bool {
	return f.form != formLiteral && (all(f.args, func(g *node) bool { return g.universal }) ||
		f.form == formRelease && f.args[0].form == formFalse)
}

func all(list []*node, holds func(*node) bool) bool {
	return !slices.ContainsFunc(list, func(f *node) bool { return !holds(f) })
}

// not is the negation of f, by the laws of De Morgan. The rules of rewriting come in pairs of duals, so the
// negation of what is rewritten is rewritten.
func (s *nodes) not(f *node) *node {
	if f.negation == nil {
		if f.form == formLiteral {
			f.negation = s.make(formLiteral, f.atom, !f.neg)
		} else {
			f.negation = s.make(duals[f.form], 0, false, s.notAll(f.args)...)
		}
		f.negation.negation = f
	}
	return f.negation
}

func (s *nodes) notAll(list []*node) []*node {
	out := make([]*node, len(list))
	for i, f := range list {
		out[i] = s.not(f)
	}
	return out
}

// normal returns the negation normal form of f.
func (s *nodes) normal(f *Formula) *node {
	switch f.Op {
	case True:
		return s.yes
	case False:
		return s.no
	case Proposition:
		return s.make(formLiteral, slices.Index(s.atoms, f.Atom), false)
	}
	a := s.normal(f.Left)
	switch f.Op {
	case Not:
		return s.not(a)
	case Next:
		return s.next(a)
	case Finally:
		return s.until(s.yes, a)
	case Globally:
		return s.release(s.no, a)
	}
	b := s.normal(f.Right)
	switch f.Op {
	case And:
		return s.and(a, b)
	case Or:
		return s.or(a, b)
	case Implies:
		return s.or(s.not(a), b)
	case Iff:
		return s.or(s.and(a, b), s.and(s.not(a), s.not(b)))
	case Until:
		return s.until(a, b)
	case Release:
		return s.release(a, b)
	case WeakUntil:
		return s.release(b, s.or(a, b))
	}
	return s.until(b, s.and(a, b)) // StrongRelease
}
