package lib

import (
	"context"
	"fmt"
	"strings"

	"whittle.dev/term"
)

// maxLevels bounds the number of assertion levels.
const maxLevels = 1 << 20

// command executes one command.
func (in *Interpreter) command(ctx context.Context, n *Node) error {
	if n.Kind != List || len(n.List) == 0 || n.List[0].Kind != Symbol {
		return errorf(n.Pos, "expected a command, found %s", abbreviate(n))
	}
	name, args := n.List[0].Text, n.List[1:]
	// want checks the number of arguments.
	want := func(k int) error {
		if len(args) != k {
			return errorf(n.Pos, "%s takes %d arguments, not %d", name, k, len(args))
		}
		return nil
	}
	var err error
	switch name {
	case "assert":
		if err = want(1); err == nil {
			err = in.assert(&args[0])
		}
	case "declare-const":
		if err = want(2); err == nil {
			err = in.declare(&args[0], nil, &args[1])
		}
	case "declare-fun":
		if err = want(3); err == nil {
			err = in.declareFun(args)
		}
	case "define-fun":
		if err = want(4); err == nil {
			err = in.defineFun(&args[0], &args[1], &args[2], &args[3])
		}
	case "define-const":
		if err = want(3); err == nil {
			err = in.defineFun(&args[0], &Node{Kind: List, Pos: args[0].Pos}, &args[1], &args[2])
		}
	case "declare-sort":
		if len(args) == 1 { // as in version 2.7
			err = in.declareSort(&args[0], &Node{Kind: Numeral, Pos: args[0].Pos, Text: "0"})
		} else if err = want(2); err == nil {
			err = in.declareSort(&args[0], &args[1])
		}
	case "define-sort":
		if err = want(3); err == nil {
			err = in.defineSort(args)
		}
	case "push", "pop":
		err = in.shift(n, args)
	case "check-sat":
		if err = want(0); err == nil {
			err = in.check(ctx, nil)
		}
	case "check-sat-assuming":
		if err = want(1); err == nil {
			err = in.check(ctx, &args[0])
		}
	case "get-value":
		if err = want(1); err == nil {
			err = in.getValue(&args[0])
		}
	case "get-model":
		if err = want(0); err == nil {
			err = in.getModel()
		}
	case "get-assignment":
		if err = want(0); err == nil {
			err = in.getAssignment()
		}
	case "get-unsat-core":
		if err = want(0); err == nil {
			err = in.getCore()
		}
	case "get-unsat-assumptions":
		if err = want(0); err == nil {
			err = in.getFailed()
		}
	case "get-assertions":
		if err = want(0); err == nil {
			err = in.getAssertions()
		}
	case "set-logic":
		if err = want(1); err == nil {
			err = in.setLogic(&args[0])
		}
	case "set-option":
		err = in.setOption(n, args)
	case "get-option":
		err = in.getOption(n, args)
	case "set-info":
		if len(args) == 0 || len(args) > 2 || args[0].Kind != Keyword {
			err = errorf(n.Pos, "expected (set-info :keyword value)")
		}
	case "get-info":
		err = in.getInfo(n, args)
	case "echo":
		if err = want(1); err == nil {
			if args[0].Kind != String {
				return errorf(args[0].Pos, "expected a string, found %s", abbreviate(&args[0]))
			}
			in.reply(stringLiteral(args[0].Text))
		}
	case "reset":
		if err = want(0); err == nil {
			in.reset()
		}
	case "reset-assertions":
		if err = want(0); err == nil {
			in.resetAssertions()
		}
	case "exit":
		if err = want(0); err == nil {
			in.exit = true
		}
	default:
		return errorf(n.List[0].Pos, "the command %s is not supported", abbreviate(&n.List[0]))
	}
	return err
}

// assert asserts a term. With unsat cores on, a named one becomes an assumption
// of each check, so that the failed assumptions are the core.
func (in *Interpreter) assert(n *Node) error {
	in.started = true
	in.last.done = false
	t, err := in.p.formula(n)
	if err != nil {
		return err
	}
	f := in.top()
	if in.options["produce-assertions"] == "true" || in.options["interactive-mode"] == "true" {
		f.sources = append(f.sources, n.String())
	}
	if name := assertionName(n); name != "" && in.options["produce-unsat-cores"] == "true" {
		f.named = append(f.named, namedTerm{name, t})
		return in.assume(t)
	}
	if len(in.p.marks(t)) > 0 {
		f.claimed = append(f.claimed, t)
	}
	return in.claim(t)
}

// assertionName returns the name of an assertion (! t :named name), or "".
func assertionName(n *Node) string {
	if !n.isApp("!") {
		return ""
	}
	for i := 2; i+1 < len(n.List); i++ {
		if n.List[i].Kind == Keyword && n.List[i].Text == "named" {
			return n.List[i+1].Text
		}
	}
	return ""
}

// name is called for each :named.
func (in *Interpreter) name(_ *Node, name string, t term.Term) error {
	if err := in.p.free(name); err != nil {
		return err
	}
	in.p.scope.declare(name, &decl{value: t})
	if in.st.Sort(t).IsBool() {
		f := in.top()
		f.labels = append(f.labels, namedTerm{name, t})
	}
	return nil
}

// symbolName reads the name of something new.
func (in *Interpreter) symbolName(n *Node) (string, error) {
	if n.Kind != Symbol {
		return "", errorf(n.Pos, "expected a name, found %s", abbreviate(n))
	}
	if err := in.p.free(n.Text); err != nil {
		return "", errorf(n.Pos, "%v", err)
	}
	return n.Text, nil
}

func (in *Interpreter) declareFun(args []Node) error {
	if args[1].Kind != List {
		return errorf(args[1].Pos, "expected a list of sorts, found %s", abbreviate(&args[1]))
	}
	params := make([]term.Sort, 0, len(args[1].List))
	for i := range args[1].List {
		s, err := in.p.sort(&args[1].List[i])
		if err != nil {
			return err
		}
		params = append(params, s)
	}
	return in.declare(&args[0], params, &args[2])
}

func (in *Interpreter) declare(name *Node, params []term.Sort, result *Node) error {
	in.started = true
	text, err := in.symbolName(name)
	if err != nil {
		return err
	}
	s, err := in.p.sort(result)
	if err != nil {
		return err
	}
	if len(params) == 0 {
		in.p.scope.declare(text, &decl{declared: true, value: in.p.symbol(text, s)})
	} else {
		in.p.scope.declare(text, in.p.newFunction(text, params, s))
	}
	return nil
}

func (in *Interpreter) defineFun(name, params, result, body *Node) error {
	in.started = true
	text, err := in.symbolName(name)
	if err != nil {
		return err
	}
	s, err := in.p.sort(result)
	if err != nil {
		return err
	}
	if params.Kind != List {
		return errorf(params.Pos, "expected a list of parameters, found %s", abbreviate(params))
	}
	m := &macro{}
	if len(params.List) > 0 {
		in.p.template = m
		defer func() { in.p.template = nil; clear(in.p.lets) }()
	}
	for i := range params.List {
		x := &params.List[i]
		if x.Kind != List || len(x.List) != 2 || x.List[0].Kind != Symbol {
			return errorf(x.Pos, "expected (name sort), found %s", abbreviate(x))
		}
		ps, err := in.p.sort(&x.List[1])
		if err != nil {
			return err
		}
		if in.p.lets[x.List[0].Text] != nil {
			return errorf(x.Pos, "two parameters have the name %s", abbreviate(&x.List[0]))
		}
		sym := in.p.internal(x.List[0].Text, ps)
		in.p.lets[x.List[0].Text] = []term.Term{sym}
		m.params = append(m.params, sym)
	}
	t, err := in.p.term(body)
	if err != nil {
		return err
	}
	if s.IsReal() && in.st.Sort(t).IsInt() {
		t = in.st.ToReal(t)
	}
	if got := in.st.Sort(t); got != s {
		return errorf(body.Pos, "the body has sort %s, not %s", in.st.SortString(got), in.st.SortString(s))
	}
	if len(m.params) == 0 {
		in.p.scope.declare(text, &decl{value: t})
		return nil
	}
	m.body = t
	in.p.scope.declare(text, &decl{macro: m})
	return nil
}

// shift executes push and pop.
func (in *Interpreter) shift(n *Node, args []Node) error {
	name, k := n.List[0].Text, 1
	if len(args) > 1 {
		return errorf(n.Pos, "%s takes 1 argument, not %d", name, len(args))
	}
	if len(args) == 1 {
		var err error
		if k, err = index(&args[0]); err != nil {
			return err
		}
	}
	switch {
	case name == "pop" && k > len(in.levels):
		return errorf(n.Pos, "pop of %d levels, there are %d", k, len(in.levels))
	case name == "push" && len(in.levels)+k > maxLevels:
		return errorf(n.Pos, "more than %d assertion levels", maxLevels)
	}
	in.started = true
	in.last.done = in.last.done && k == 0
	for range k {
		if name == "push" {
			in.levels = append(in.levels, frame{})
			in.p.scope.push()
			if in.s != nil {
				in.s.Push()
			}
			continue
		}
		in.levels = in.levels[:len(in.levels)-1]
		in.p.scope.pop()
		if in.s != nil {
			in.s.Pop()
		}
	}
	return nil
}

func (in *Interpreter) resetAssertions() {
	in.drop()
	in.levels, in.base = nil, frame{}
	in.last = lastCheck{}
	in.p.scope.levels = nil
	in.p.scope.back(0)
}

func (in *Interpreter) getAssertions() error {
	if in.options["produce-assertions"] != "true" && in.options["interactive-mode"] != "true" {
		return fmt.Errorf("get-assertions needs (set-option :produce-assertions true)")
	}
	var all []string
	in.frames(func(f *frame) { all = append(all, f.sources...) })
	in.reply("(" + strings.Join(all, "\n ") + ")")
	return nil
}
