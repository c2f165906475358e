package lib

import (
	"strconv"
	"strings"

	"whittle.dev/term"
)

// decl is what a name stands for: a constant or abbreviation (value), a defined function with parameters
// (macro), or an uninterpreted function, expanded (fn) or a symbol of the store.
type decl struct {
	value    term.Term
	macro    *macro
	fn       *function
	symbol   term.Term
	declared bool // by declare-fun or declare-const: it is in models
}

// macro is a function with parameters that define-fun defines. Its body is a
// term over symbols for the parameters; applications of uninterpreted functions
// in the body are symbols too, listed so that each use makes them anew.
type macro struct {
	params []term.Term
	body   term.Term
	apps   []templateApp
}

type templateApp struct {
	fn   *function
	args []term.Term
	sym  term.Term
}

// function is an uninterpreted function. Each application is a symbol; that equal arguments give equal
// results is asserted before each check (Ackermann's expansion).
type function struct {
	name    string
	params  []term.Sort
	result  term.Sort
	apps    []application
	index   map[string]int // application by arguments
	encoded int            // applications whose consistency is asserted
	table   term.Term      // the function as an array, once a bound variable is an operand
	linked  int            // applications that are asserted to agree with table
}

type application struct {
	args []term.Term
	sym  term.Term
}

// scope holds what names stand for, and undoes declarations by level.
type scope struct {
	decls map[string]*decl
	sorts map[string]*sortDef
	order []string // names of decls, in order of declaration
	fns   []*function

	global bool // declarations outlive levels
	trail  []undo
	levels []int // lengths of trail
}

// undo is one step back: a name of decls, a name of sorts, an application, or
// consistency that is no longer asserted.
type undo struct {
	decl, sort string
	app        *function
	enc        *function
	old        int
	lnk        *function
}

func newScope() scope {
	return scope{decls: map[string]*decl{}, sorts: map[string]*sortDef{}}
}

func (s *scope) push() { s.levels = append(s.levels, len(s.trail)) }

func (s *scope) pop() {
	n := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	s.back(n)
}

// back undoes the trail down to length n.
func (s *scope) back(n int) {
	for len(s.trail) > n {
		u := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		switch {
		case u.enc != nil:
			u.enc.encoded = min(u.old, len(u.enc.apps))
		case u.lnk != nil:
			u.lnk.linked = min(u.old, len(u.lnk.apps))
		case u.app != nil:
			last := len(u.app.apps) - 1
			delete(u.app.index, argsKey(u.app.apps[last].args))
			u.app.apps = u.app.apps[:last]
			u.app.encoded = min(u.app.encoded, last)
			u.app.linked = min(u.app.linked, last)
		case u.sort != "":
			delete(s.sorts, u.sort)
		default:
			if d := s.decls[u.decl]; d.fn != nil {
				s.fns = s.fns[:len(s.fns)-1]
			}
			delete(s.decls, u.decl)
			s.order = s.order[:len(s.order)-1]
		}
	}
}

func (s *scope) declare(name string, d *decl) {
	s.decls[name] = d
	s.order = append(s.order, name)
	if d.fn != nil {
		s.fns = append(s.fns, d.fn)
	}
	if !s.global {
		s.trail = append(s.trail, undo{decl: name})
	}
}

func (s *scope) defineSort(name string, d *sortDef) {
	s.sorts[name] = d
	if !s.global {
		s.trail = append(s.trail, undo{sort: name})
	}
}

func argsKey(args []term.Term) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(strconv.FormatUint(uint64(a), 36))
		b.WriteByte(' ')
	}
	return b.String()
}

// call returns the application of an uninterpreted function to well-sorted
// operands. Inside the body of a macro it is recorded there.
// With bound variables among the operands it is a read of the function as an array.
func (p *parser) call(pos Pos, f *function, args []term.Term) (term.Term, error) {
	if p.hasBound(args) {
		return p.read(pos, f, args)
	}
	if p.template != nil {
		for _, a := range p.template.apps {
			if a.fn == f && argsKey(a.args) == argsKey(args) {
				return a.sym, nil
			}
		}
		sym := p.internal(f.name, f.result)
		p.template.apps = append(p.template.apps, templateApp{f, args, sym})
		return sym, nil
	}
	key := argsKey(args)
	if i, ok := f.index[key]; ok {
		return f.apps[i].sym, nil
	}
	sym := p.internal(f.name, f.result)
	f.index[key] = len(f.apps)
	f.apps = append(f.apps, application{args, sym})
	if !p.scope.global {
		p.scope.trail = append(p.scope.trail, undo{app: f})
	}
	return sym, nil
}

// expand returns the body of a macro with well-sorted operands.
func (p *parser) expand(pos Pos, m *macro, args []term.Term) (term.Term, error) {
	sub := make(map[term.Term]term.Term, len(args)+len(m.apps))
	for i, param := range m.params {
		sub[param] = args[i]
	}
	for _, a := range m.apps { // an application comes after those in its operands
		inner := make([]term.Term, len(a.args))
		for i, x := range a.args {
			inner[i] = p.substitute(x, sub)
		}
		t, err := p.call(pos, a.fn, inner)
		if err != nil {
			return term.None, err
		}
		sub[a.sym] = t
	}
	return p.substitute(m.body, sub), nil
}

// internal returns a symbol that no script can name.
func (p *parser) internal(name string, sort term.Sort) term.Term {
	t := p.st.Fresh(name, sort)
	p.hidden[t] = true
	return t
}

// symbol returns the symbol of a declaration. A store gives a name one sort for
// good, so a name that was used otherwise before gets a fresh symbol.
func (p *parser) symbol(name string, sort term.Sort) term.Term {
	if t := p.st.Lookup(name); t != term.None && (p.st.Sort(t) != sort || p.hidden[t]) {
		return p.internal(name, sort)
	}
	return p.st.Symbol(name, sort)
}

// consistency returns the constraints of the applications that no constraint in
// force speaks of yet, and counts them as asserted at the present level.
func (p *parser) consistency() []term.Term {
	var out []term.Term
	for _, f := range p.scope.fns {
		if f.encoded == len(f.apps) {
			continue
		}
		for j := f.encoded; j < len(f.apps); j++ {
			for i := range j {
				out = append(out, p.st.Implies(p.sameArgs(f.apps[i].args, f.apps[j].args),
					p.st.Eq(f.apps[i].sym, f.apps[j].sym)))
			}
		}
		p.scope.trail = append(p.scope.trail, undo{enc: f, old: f.encoded})
		f.encoded = len(f.apps)
	}
	return append(out, p.links()...)
}

func (p *parser) sameArgs(a, b []term.Term) term.Term {
	eqs := make([]term.Term, len(a))
	for i := range a {
		eqs[i] = p.st.Eq(a[i], b[i])
	}
	return p.st.And(eqs...)
}
