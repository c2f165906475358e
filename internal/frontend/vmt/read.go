package vmt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Read makes a transition system of the text of a file, which is entered into files. The error is a
// *source.FileError, or a *term.Exhausted.
func Read(files *source.Files, name string, text []byte) (sys *transition.System, err error) {
	defer term.Recover(&err)
	file := files.Add(name)
	files.SetText(file, text)
	r := &reader{file: file, st: term.NewStore(), nexts: map[term.Term]next{}}
	r.temporal = newTemporal(r.st)
	r.defs = lib.NewDefinitions(r.st, r.attribute)
	r.defs.Extend(r.temporal.apply)
	if err = r.read(text); err == nil {
		sys, err = r.system()
	}
	var at *lib.Error
	if errors.As(err, &at) {
		return nil, &source.FileError{File: name, Line: at.Pos.Line, Col: at.Pos.Col, Msg: at.Msg}
	}
	if err != nil {
		return nil, err
	}
	sys.Files = files
	return sys, nil
}

// reader collects what the annotations of a file say.
type reader struct {
	file  int32
	st    *term.Store
	defs  *lib.Definitions
	end   lib.Pos // of the last command
	nexts map[term.Term]next
	// init and trans are what stands under :init and :trans; None so far.
	init, trans       term.Term
	initPos, transPos lib.Pos
	properties        []property
	hints             []term.Term
	temporal          *temporal
}

// next is how the value of a variable after the step is called.
type next struct {
	name *lib.Node
	sym  term.Term // when all is read
}

// property is a formula under one of the keys of properties.
type property struct {
	key     string
	formula term.Term
	number  int
	pos     lib.Pos
}

func errorAt(pos lib.Pos, format string, args ...any) error {
	return &lib.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// read executes the commands.
func (r *reader) read(text []byte) error {
	rd := lib.NewReader(bytes.NewReader(text))
	r.end = lib.Pos{Line: 1, Col: 1}
	for {
		n, err := rd.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r.end = n.Pos
		if err := r.command(&n); err != nil {
			return err
		}
	}
}

func (r *reader) command(n *lib.Node) error {
	if name, args := n.Command(); name == "declare-fun" && len(args) > 0 && isTemporal(args[0].Text) {
		return nil // some tools declare the operators
	}
	known, err := r.defs.Command(n)
	if known || err != nil {
		return err
	}
	switch name, args := n.Command(); name {
	case "":
		return errorAt(n.Pos, "expected a command, found %s", n.Abbreviate())
	case "set-info", "set-option":
		return nil
	case "assert":
		return r.assert(n, args)
	default:
		return errorAt(n.Pos, "the command %s is not supported in VMT-LIB", name)
	}
}

// assert accepts (assert true), by which a file is made a script that solvers read.
func (r *reader) assert(n *lib.Node, args []lib.Node) error {
	if len(args) != 1 {
		return errorAt(n.Pos, "assert takes 1 argument, not %d", len(args))
	}
	t, err := r.defs.Term(&args[0])
	if err == nil && !r.st.IsTrue(t) {
		err = errorAt(args[0].Pos, "assertions but (assert true) are not supported in VMT-LIB")
	}
	return err
}

// attribute notes what an annotation says.
func (r *reader) attribute(a lib.Attribute) error {
	switch a.Key {
	case "next", "init", "trans", invariant, live, ltlFormula, "predicate":
	case "live-property-ltl":
		return fmt.Errorf("the property :%s is not supported; formulas of temporal logic stand under :%s",
			a.Key, ltlFormula)
	case "pattern", "no-pattern", "weight", "qid", "skolemid":
		return nil // for solvers, of no meaning
	default: // to pass over one like :invar would be to answer about another system
		return fmt.Errorf("the annotation :%s is not supported", a.Key)
	}
	if a.Open {
		return fmt.Errorf("the annotation :%s stands below parameters or quantifiers", a.Key)
	}
	if a.Key == "next" {
		return r.next(a)
	}
	if !r.st.Sort(a.Term).IsBool() {
		return fmt.Errorf("the formula under :%s has sort %s, not Bool", a.Key,
			r.st.SortString(r.st.Sort(a.Term)))
	}
	switch a.Key {
	case invariant, live, ltlFormula:
		return r.property(a)
	}
	switch {
	case a.Value != nil && a.Value.Kind == lib.Symbol && a.Value.Text == "false":
		return nil
	case a.Value != nil && (a.Value.Kind != lib.Symbol || a.Value.Text != "true"):
		return errorAt(a.Value.Pos, "expected true after :%s, found %s", a.Key, a.Value.Abbreviate())
	}
	switch a.Key {
	case "init":
		return once(a, &r.init, &r.initPos)
	case "trans":
		return once(a, &r.trans, &r.transPos)
	}
	r.hints = append(r.hints, a.Term)
	return nil
}

// once sets what a file may say only once. The same formula may be annotated again.
func once(a lib.Attribute, what *term.Term, pos *lib.Pos) error {
	if *what != term.None && *what != a.Term {
		return fmt.Errorf("a second formula under :%s; the first is at %v", a.Key, *pos)
	}
	*what, *pos = a.Term, a.Pos
	return nil
}

// next notes that a symbol is that of a variable.
func (r *reader) next(a lib.Attribute) error {
	if r.st.Op(a.Term) != term.OpSymbol {
		return fmt.Errorf("only a declared constant can have :next, not %s", a.Node.Abbreviate())
	}
	if a.Value == nil || a.Value.Kind != lib.Symbol {
		return fmt.Errorf("expected the name of a declared constant after :next")
	}
	if before, ok := r.nexts[a.Term]; ok && before.name.Text != a.Value.Text {
		return errorAt(a.Value.Pos, "the next value of %s is %s by the annotation at %v",
			r.st.Name(a.Term), before.name.Abbreviate(), before.name.Pos)
	}
	r.nexts[a.Term] = next{name: a.Value}
	return nil
}

// The keys of properties.
const (
	invariant  = "invar-property"
	live       = "live-property"
	ltlFormula = "ltl-property"
)

// property notes a formula that is to be invariant, or says something of infinite runs.
func (r *reader) property(a lib.Attribute) error {
	if a.Value == nil || a.Value.Kind != lib.Numeral {
		return fmt.Errorf("expected a number after :%s", a.Key)
	}
	number, err := strconv.ParseInt(a.Value.Text, 10, 32)
	if err != nil {
		return errorAt(a.Value.Pos, "the number of a property is at most %d", math.MaxInt32)
	}
	for _, p := range r.properties {
		if p.number != int(number) || p.key != a.Key {
			continue
		}
		if p.formula != a.Term {
			return errorAt(a.Value.Pos, "a second property %d; the first is at %v", number, p.pos)
		}
		return nil
	}
	r.properties = append(r.properties, property{a.Key, a.Term, int(number), a.Pos})
	return nil
}

// nameOf is the name that a person gave to a formula, or else.
func (r *reader) nameOf(t term.Term, pos lib.Pos, otherwise string) (string, source.Pos) {
	if def, ok := r.defs.NameOf(t); ok && !strings.HasPrefix(def.Name, ".") {
		return def.Name, r.at(def.Pos)
	}
	return otherwise, r.at(pos)
}

func (r *reader) at(pos lib.Pos) source.Pos {
	return source.Pos{File: r.file, Line: int32(pos.Line), Col: int32(pos.Col)}
}
