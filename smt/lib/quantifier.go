package lib

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// quantifier is a quantified formula of a script. Terms have no quantifiers: a
// Bool symbol stands for the formula where it occurs, its mark. Bound variables are
// symbols of their own for each place that binds, so nothing is ever captured.
type quantifier struct {
	forall bool
	vars   []term.Term
	body   term.Term // over vars, free symbols and other marks
	pos    Pos

	free  map[term.Term]bool // symbols but vars and marks, those below marks in body included
	truth smt.Status         // of a closed formula, once it is known: Sat if it holds
}

// kind returns the word of the quantifier.
func (q *quantifier) kind() string {
	if q.forall {
		return "forall"
	}
	return "exists"
}

// quantify plans the reading of (forall ((x sort) ...) body) or exists.
func (p *parser) quantify(n *Node) error {
	if len(n.List) != 3 || n.List[1].Kind != List || len(n.List[1].List) == 0 {
		return errorf(n.Pos, "expected (%s ((name sort) ...) term)", n.List[0].Text)
	}
	list := n.List[1].List
	seen := make(map[string]bool, len(list))
	vars := make([]term.Term, len(list))
	for i := range list {
		x := &list[i]
		if x.Kind != List || len(x.List) != 2 || x.List[0].Kind != Symbol {
			return errorf(x.Pos, "expected (name sort), found %s", abbreviate(x))
		}
		if seen[x.List[0].Text] {
			return errorf(x.Pos, "%s binds %s twice", n.List[0].Text, abbreviate(&x.List[0]))
		}
		seen[x.List[0].Text] = true
		s, err := p.sort(&x.List[1])
		if err != nil {
			return err
		}
		vars[i] = p.internal(x.List[0].Text, s)
	}
	for i := range list {
		name := list[i].List[0].Text
		p.bound[vars[i]] = true
		p.lets[name] = append(p.lets[name], vars[i])
	}
	p.binders++
	p.work = append(p.work, task{kind: closeBinder, n: n}, task{kind: visit, n: &n.List[2]})
	return nil
}

// closeBinder makes a mark of a quantifier whose body is read.
func (p *parser) closeBinder(n *Node) error {
	list := n.List[1].List
	q := &quantifier{forall: n.List[0].Text == "forall", pos: n.Pos}
	for i := range list {
		name := list[i].List[0].Text
		last := len(p.lets[name]) - 1
		q.vars = append(q.vars, p.lets[name][last])
		if p.lets[name] = p.lets[name][:last]; last == 0 {
			delete(p.lets, name)
		}
	}
	p.binders--
	q.body = p.vals[len(p.vals)-1]
	if s := p.st.Sort(q.body); !s.IsBool() {
		return errorf(n.List[2].Pos, "expected a term of sort Bool, this one has sort %s", p.st.SortString(s))
	}
	p.vals[len(p.vals)-1] = p.mark(q)
	return nil
}

// mark returns the symbol that stands for a quantified formula; the body itself if
// the variables do not occur.
func (p *parser) mark(q *quantifier) term.Term {
	q.free = map[term.Term]bool{}
	p.freeSymbols(q.body, q.free)
	var vars []term.Term
	for _, x := range q.vars {
		if q.free[x] {
			delete(q.free, x)
			vars = append(vars, x)
		}
	}
	if len(vars) == 0 {
		return q.body
	}
	q.vars = vars
	m := p.internal(q.kind(), term.Bool)
	p.quants[m] = q
	return m
}

// freeSymbols adds the symbols of t to free, those below marks in place of the marks.
func (p *parser) freeSymbols(t term.Term, free map[term.Term]bool) {
	for _, x := range p.st.Symbols(t) {
		q := p.quants[x]
		if q == nil {
			free[x] = true
			continue
		}
		for y := range q.free {
			free[y] = true
		}
	}
}

// marks returns the marks in t, in order of their first occurrence.
func (p *parser) marks(ts ...term.Term) []term.Term {
	if len(p.quants) == 0 {
		return nil
	}
	var out []term.Term
	for _, x := range p.st.Symbols(ts...) {
		if p.quants[x] != nil {
			out = append(out, x)
		}
	}
	return out
}

// substitute replaces symbols in t, also below marks, which then are others.
func (p *parser) substitute(t term.Term, sub map[term.Term]term.Term) term.Term {
	return p.substituteIn(t, sub, map[term.Term]term.Term{})
}

// substituteIn keeps the marks that it has made: formulas share them.
func (p *parser) substituteIn(t term.Term, sub, made map[term.Term]term.Term) term.Term {
	all := sub
	for _, m := range p.marks(t) {
		if _, given := sub[m]; given {
			continue
		}
		image, ok := made[m]
		if !ok {
			image = m
			q := p.quants[m]
			for x := range q.free {
				if _, touched := sub[x]; touched {
					image = p.mark(&quantifier{forall: q.forall, vars: q.vars,
						body: p.substituteIn(q.body, sub, made), pos: q.pos})
					break
				}
			}
			made[m] = image
		}
		if image == m {
			continue
		}
		if len(all) == len(sub) {
			all = make(map[term.Term]term.Term, len(sub)+1)
			for x, u := range sub {
				all[x] = u
			}
		}
		all[m] = image
	}
	return p.st.Substitute(t, all)
}

// hasBound reports whether a bound variable occurs in one of the terms.
func (p *parser) hasBound(ts []term.Term) bool {
	if p.binders == 0 {
		return false
	}
	free := map[term.Term]bool{}
	for _, t := range ts {
		p.freeSymbols(t, free)
	}
	for x := range free {
		if p.bound[x] {
			return true
		}
	}
	return false
}
