package lib

import (
	"errors"

	"whittle.dev/term"
)

// Definitions reads the part of SMT-LIB 2 that gives names to sorts and terms, for languages that are made of
// definitions and of what annotations say of terms, such as VMT-LIB.
type Definitions struct {
	in    *Interpreter
	names map[term.Term]Definition
}

// Definition is a name that a define-fun without parameters gives to a term.
type Definition struct {
	Name string
	Pos  Pos
}

// Attribute is what (! term :key value) says of a term.
type Attribute struct {
	Term term.Term
	Node *Node // the term as written
	Key  string
	Pos  Pos // of the keyword
	// Value is nil if there is none.
	Value *Node
	// Open: the term stands in the body of a function with parameters, which may occur in it.
	Open bool
}

// NewDefinitions returns a reader of definitions over st. Each attribute but :named is given to attribute,
// while the command is being read: it must not call the reader. Its error is that of the command, at the
// keyword unless it is an *Error.
func NewDefinitions(st *term.Store, attribute func(Attribute) error) *Definitions {
	in := &Interpreter{st: st, p: newParser(st), options: map[string]string{}}
	in.p.named = in.name
	in.p.attribute = attribute
	return &Definitions{in: in, names: map[term.Term]Definition{}}
}

// Extend has apply say what an application of a function is that is neither an operator nor defined. It
// reports false for a name that it does not know. Its error is one at the name. Such functions cannot stand
// below parameters of functions.
func (d *Definitions) Extend(apply func(name string, args []term.Term) (term.Term, bool, error)) {
	d.in.p.extension = apply
}

// Names returns what names stand for that define-fun without parameters, or define-const, has given.
func (d *Definitions) Names() map[string]term.Term {
	out := map[string]term.Term{}
	for name, x := range d.in.p.scope.decls {
		if x.value != term.None && !x.declared {
			out[name] = x.value
		}
	}
	return out
}

// Command executes a command that declares or defines something, or says how numerals are meant. It reports
// false for other commands. The error is an *Error.
func (d *Definitions) Command(n *Node) (ok bool, err error) {
	name, args := n.Command()
	want := map[string]int{"declare-const": 2, "declare-fun": 3, "define-fun": 4, "define-const": 3,
		"define-sort": 3, "set-logic": 1}
	k, ok := want[name]
	if !ok {
		return false, nil
	}
	if len(args) != k {
		return true, errorf(n.Pos, "%s takes %d arguments, not %d", name, k, len(args))
	}
	switch name {
	case "declare-const":
		err = d.in.declare(&args[0], nil, &args[1])
	case "declare-fun":
		if args[1].Kind == List && len(args[1].List) > 0 {
			return true, errorf(args[1].Pos, "functions with parameters are not supported unless they are "+
				"defined")
		}
		err = d.in.declareFun(args)
	case "define-fun":
		if err = d.in.defineFun(&args[0], &args[1], &args[2], &args[3]); err == nil {
			d.remember(&args[0])
		}
	case "define-const":
		none := &Node{Kind: List, Pos: args[0].Pos}
		if err = d.in.defineFun(&args[0], none, &args[1], &args[2]); err == nil {
			d.remember(&args[0])
		}
	case "define-sort":
		err = d.in.defineSort(args)
	case "set-logic":
		err = d.in.setLogic(&args[0])
	}
	var at *Error
	if err != nil && !errors.As(err, &at) {
		err = errorf(n.Pos, "%v", err)
	}
	return true, err
}

// remember notes the first name of a term.
func (d *Definitions) remember(name *Node) {
	decl := d.in.p.scope.decls[name.Text]
	if _, twice := d.names[decl.value]; decl.value != term.None && !twice {
		d.names[decl.value] = Definition{name.Text, name.Pos}
	}
}

// NameOf returns the first name that was defined for a term, if there is one.
func (d *Definitions) NameOf(t term.Term) (Definition, bool) {
	def, ok := d.names[t]
	return def, ok
}

// Term reads a term over what was declared and defined. The error is an *Error.
func (d *Definitions) Term(n *Node) (term.Term, error) {
	t, err := d.in.p.term(n)
	if err != nil {
		return term.None, err
	}
	return t, d.in.p.unquantified(t)
}

// Declared returns the constants that were declared, in that order.
func (d *Definitions) Declared() []term.Term {
	var out []term.Term
	for _, name := range d.in.p.scope.order {
		if x := d.in.p.scope.decls[name]; x.declared && x.value != term.None {
			out = append(out, x.value)
		}
	}
	return out
}

// Command returns the name and the arguments of a command; the name is empty if n is none.
func (n *Node) Command() (name string, args []Node) {
	if n.Kind != List || len(n.List) == 0 || n.List[0].Kind != Symbol {
		return "", nil
	}
	return n.List[0].Text, n.List[1:]
}

// Abbreviate returns the text of an S-expression for a message.
func (n *Node) Abbreviate() string { return abbreviate(n) }
