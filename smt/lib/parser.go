package lib

import (
	"fmt"

	"whittle.dev/term"
)

// parser makes sorts and terms of S-expressions.
type parser struct {
	st           *term.Store
	scope        scope
	sorts        map[string]*sortDef // those of scope
	lets         map[string][]term.Term
	hidden       map[term.Term]bool        // symbols that scripts cannot name
	template     *macro                    // the macro whose body is being read
	quants       map[term.Term]*quantifier // by mark
	bound        map[term.Term]bool        // variables of quantifiers
	binders      int                       // quantifiers around what is being read
	realNumerals bool                      // numerals are Real, as in logics with reals only
	lookup       bool                      // names of symbols of the store are known
	divisions    map[term.Op]term.Term     // functions that stand for divisions by zero
	named        func(n *Node, name string, t term.Term) error
	attribute    func(Attribute) error // of annotations, other than :named; may be nil
	// extension is that of Definitions.Extend; may be nil.
	extension func(name string, args []term.Term) (term.Term, bool, error)

	work []task
	vals []term.Term
}

func newParser(st *term.Store) *parser {
	p := &parser{st: st, scope: newScope(), lets: map[string][]term.Term{}, hidden: map[term.Term]bool{},
		quants: map[term.Term]*quantifier{}, bound: map[term.Term]bool{}, divisions: map[term.Op]term.Term{}}
	p.sorts = p.scope.sorts
	return p
}

// ParseTerm reads one term over the symbols that st has. Names that are neither symbols nor operators are
// errors, as is text after the term; the error is an *Error.
func ParseTerm(st *term.Store, n Node) (term.Term, error) { return ParseTermOver(st, nil, n) }

// ParseTermOver is ParseTerm where names stand for terms, before symbols.
func ParseTermOver(st *term.Store, names map[string]term.Term, n Node) (term.Term, error) {
	p := newParser(st)
	p.lookup = true
	for name, t := range names {
		p.scope.decls[name] = &decl{value: t}
	}
	t, err := p.term(&n)
	if err == nil {
		err = p.unquantified(t)
	}
	return t, err
}

// ParseSort reads a sort.
func ParseSort(st *term.Store, n Node) (term.Sort, error) { return newParser(st).sort(&n) }

// task is a step of reading a term: terms nest too deeply for recursion.
type task struct {
	kind taskKind
	n    *Node
	from int // length of vals before the operands
}

type taskKind uint8

const (
	visit  taskKind = iota // read n
	apply                  // the operands of the application n are read
	bind                   // the values of the let n are read
	unbind                 // the body of the let n is read
	annotate
	closeBinder // the body of the quantifier n is read
)

// term reads a term.
func (p *parser) term(n *Node) (term.Term, error) {
	p.work = append(p.work[:0], task{kind: visit, n: n})
	p.vals = p.vals[:0]
	for len(p.work) > 0 {
		t := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		if err := p.step(t); err != nil {
			clear(p.lets)
			p.binders = 0
			return term.None, err
		}
	}
	return p.vals[0], nil
}

// formula reads a term of sort Bool.
func (p *parser) formula(n *Node) (term.Term, error) {
	t, err := p.term(n)
	if err == nil && !p.st.Sort(t).IsBool() {
		return term.None, errorf(n.Pos, "expected a term of sort Bool, this one has sort %s",
			p.st.SortString(p.st.Sort(t)))
	}
	return t, err
}

func (p *parser) step(t task) error {
	switch t.kind {
	case visit:
		return p.visit(t.n)
	case bind:
		list := t.n.List[1].List
		for i := range list {
			name := list[i].List[0].Text
			p.lets[name] = append(p.lets[name], p.vals[t.from+i])
		}
		p.vals = p.vals[:t.from]
		return nil
	case unbind:
		list := t.n.List[1].List
		for i := range list {
			name := list[i].List[0].Text
			if p.lets[name] = p.lets[name][:len(p.lets[name])-1]; len(p.lets[name]) == 0 {
				delete(p.lets, name)
			}
		}
		return nil
	case annotate:
		return p.annotation(t.n, p.vals[len(p.vals)-1])
	case closeBinder:
		return p.closeBinder(t.n)
	}
	args := append([]term.Term(nil), p.vals[t.from:]...)
	v, err := p.application(t.n, args)
	if err != nil {
		return err
	}
	p.vals = append(p.vals[:t.from], v)
	return nil
}

// visit reads an atom, or plans the reading of a list.
func (p *parser) visit(n *Node) error {
	if n.Kind != List {
		t, err := p.atom(n)
		p.vals = append(p.vals, t)
		return err
	}
	if len(n.List) == 0 {
		return errorf(n.Pos, "expected a term, found ()")
	}
	switch head := &n.List[0]; {
	case head.is("let"):
		return p.let(n)
	case head.is("!"):
		if len(n.List) < 2 {
			return errorf(n.Pos, "an annotation without a term")
		}
		p.work = append(p.work, task{kind: annotate, n: n}, task{kind: visit, n: &n.List[1]})
		return nil
	case head.is("_"), head.is("as"):
		t, err := p.identifier(n)
		p.vals = append(p.vals, t)
		return err
	case head.is("forall"), head.is("exists"):
		return p.quantify(n)
	case head.is("match"), head.is("lambda"):
		return errorf(head.Pos, "%s is not supported", head.Text)
	}
	if len(n.List) == 1 {
		return errorf(n.Pos, "an application needs operands")
	}
	p.work = append(p.work, task{kind: apply, n: n, from: len(p.vals)})
	for i := len(n.List) - 1; i > 0; i-- {
		p.work = append(p.work, task{kind: visit, n: &n.List[i]})
	}
	return nil
}

// let plans the reading of a let, after looking at its shape.
func (p *parser) let(n *Node) error {
	if len(n.List) != 3 || n.List[1].Kind != List || len(n.List[1].List) == 0 {
		return errorf(n.Pos, "expected (let ((name term) ...) term)")
	}
	list := n.List[1].List
	seen := make(map[string]bool, len(list))
	p.work = append(p.work, task{kind: unbind, n: n}, task{kind: visit, n: &n.List[2]},
		task{kind: bind, n: n, from: len(p.vals)})
	for i := len(list) - 1; i >= 0; i-- {
		b := &list[i]
		if b.Kind != List || len(b.List) != 2 || b.List[0].Kind != Symbol {
			return errorf(b.Pos, "expected (name term), found %s", abbreviate(b))
		}
		if seen[b.List[0].Text] {
			return errorf(b.Pos, "let binds %s twice", abbreviate(&b.List[0]))
		}
		seen[b.List[0].Text] = true
		p.work = append(p.work, task{kind: visit, n: &b.List[1]})
	}
	return nil
}

// atom reads a name or a literal.
func (p *parser) atom(n *Node) (term.Term, error) {
	if n.Kind == Symbol {
		return p.name(n)
	}
	if t, ok, err := p.literal(n); ok {
		return t, err
	}
	return term.None, errorf(n.Pos, "expected a term, found %s", abbreviate(n))
}

func (p *parser) name(n *Node) (term.Term, error) {
	if bound := p.lets[n.Text]; len(bound) > 0 {
		return bound[len(bound)-1], nil
	}
	if d := p.scope.decls[n.Text]; d != nil {
		if d.value != term.None {
			return d.value, nil
		}
		return term.None, errorf(n.Pos, "the function %s needs %d operands", abbreviate(n),
			len(p.paramsOf(d)))
	}
	if p.lookup {
		if t := p.st.Lookup(n.Text); t != term.None {
			if p.st.Sort(t).IsFunc() {
				return term.None, errorf(n.Pos, "the function %s needs operands", abbreviate(n))
			}
			return t, nil
		}
	}
	switch n.Text {
	case "true":
		return p.st.True(), nil
	case "false":
		return p.st.False(), nil
	}
	if _, ok := operators[n.Text]; ok {
		return term.None, errorf(n.Pos, "the operator %s needs operands", n.Text)
	}
	return term.None, errorf(n.Pos, "unknown constant %s", abbreviate(n))
}

// identifier reads (_ ...) and (as ...) that stand by themselves.
func (p *parser) identifier(n *Node) (term.Term, error) {
	if t, ok, err := p.bvLiteral(n); ok {
		return t, err
	}
	if n.isApp("as") && len(n.List) == 3 && n.List[1].Kind == Symbol {
		t, err := p.name(&n.List[1])
		if err != nil {
			return term.None, err
		}
		return t, p.ascribe(n, t)
	}
	return term.None, errorf(n.Pos, "expected a term, found %s", abbreviate(n))
}

// ascribe checks that t has the sort that (as name sort) says.
func (p *parser) ascribe(n *Node, t term.Term) error {
	s, err := p.sort(&n.List[2])
	if err != nil {
		return err
	}
	if got := p.st.Sort(t); got != s {
		return errorf(n.Pos, "%s has sort %s, not %s", abbreviate(&n.List[1]), p.st.SortString(got),
			p.st.SortString(s))
	}
	return nil
}

// application applies the head of n.
func (p *parser) application(n *Node, args []term.Term) (term.Term, error) {
	head := &n.List[0]
	if head.isApp("as") && len(head.List) == 3 {
		if head.List[1].is("const") {
			return p.constArray(head, args)
		}
		t, err := p.applyName(&head.List[1], nil, args)
		if err != nil {
			return term.None, err
		}
		return t, p.ascribe(head, t)
	}
	if head.isApp("_") && len(head.List) >= 3 {
		params := make([]int, 0, 2)
		for i := range head.List[2:] {
			v, err := index(&head.List[i+2])
			if err != nil {
				return term.None, err
			}
			params = append(params, v)
		}
		return p.applyName(&head.List[1], params, args)
	}
	return p.applyName(head, nil, args)
}

func (p *parser) applyName(head *Node, params []int, args []term.Term) (term.Term, error) {
	if head.Kind != Symbol {
		return term.None, errorf(head.Pos, "expected a function, found %s", abbreviate(head))
	}
	if len(p.lets[head.Text]) > 0 && params == nil {
		return term.None, errorf(head.Pos, "%s is not a function", abbreviate(head))
	}
	if d := p.scope.decls[head.Text]; d != nil && params == nil {
		return p.applyDecl(head, d, args)
	}
	if p.lookup && params == nil {
		if f := p.st.Lookup(head.Text); f != term.None && p.st.Sort(f).IsFunc() {
			return p.applyDecl(head, &decl{symbol: f}, args)
		}
	}
	op, ok := operators[head.Text]
	if !ok {
		return p.extended(head, params, args)
	}
	return p.apply(head.Pos, op, params, args)
}

// extended applies a function that whoever uses the parser may know.
func (p *parser) extended(head *Node, params []int, args []term.Term) (term.Term, error) {
	if p.extension != nil && params == nil {
		switch t, ok, err := p.extension(head.Text, args); {
		case ok && (p.template != nil || p.binders > 0):
			return term.None, errorf(head.Pos, "%s stands below parameters or quantifiers", abbreviate(head))
		case err != nil:
			return term.None, errorf(head.Pos, "%v", err)
		case ok:
			return t, nil
		}
	}
	return term.None, errorf(head.Pos, "unknown function %s", abbreviate(head))
}

// constArray reads ((as const sort) value).
func (p *parser) constArray(head *Node, args []term.Term) (term.Term, error) {
	s, err := p.sort(&head.List[2])
	if err != nil {
		return term.None, err
	}
	if !s.IsArray() || len(args) != 1 {
		return term.None, errorf(head.Pos, "expected ((as const (Array ...)) value)")
	}
	if _, elem := p.st.ArrayParts(s); elem.IsReal() && p.st.Sort(args[0]).IsInt() {
		args[0] = p.st.ToReal(args[0])
	}
	return p.mk(head.Pos, term.OpConstArray, []int{int(s)}, args)
}

// free says why a name cannot be declared, nil if it can.
func (p *parser) free(name string) error {
	switch {
	case p.scope.decls[name] != nil:
		return fmt.Errorf("%s is declared already", term.Quote(name))
	case isCore(name):
		return fmt.Errorf("%s is an operator of the theory Core", name)
	}
	return nil
}
