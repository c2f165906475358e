package lib

import (
	"fmt"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// modelValues reads the model of the last check, applications of uninterpreted
// functions among them that no assertion speaks of.
type modelValues struct {
	in    *Interpreter
	extra term.Map // applications made since the check
	eval  *term.Evaluator
}

// model completes the last model; call it when all terms of interest are made.
func (in *Interpreter) model() (*modelValues, error) {
	m := &modelValues{in: in, extra: term.Map{}}
	if in.p.scope.fns == nil {
		m.eval = term.NewEvaluator(in.st, m)
		return m, nil
	}
	for _, f := range in.p.scope.fns {
		for _, a := range f.apps {
			if q := in.unknownOperand(a.args); q != nil {
				return nil,
					fmt.Errorf("no value: %s is applied to %s at %v, of which no truth value is known",
						term.Quote(f.name), q.kind(), q.pos)
			}
		}
	}
	// An application made since takes the value of an equal one, else zero. Its
	// operands may be such applications of other functions, so go by age: the
	// symbols of applications are numbered as they are made.
	type pending struct {
		f *function
		i int
	}
	var todo []pending
	for _, f := range in.p.scope.fns {
		for i := in.last.encoded[f]; i < len(f.apps); i++ {
			todo = append(todo, pending{f, i})
		}
	}
	for len(todo) > 0 {
		first := 0
		for i, x := range todo {
			if x.f.apps[x.i].sym < todo[first].f.apps[todo[first].i].sym {
				first = i
			}
		}
		x := todo[first]
		todo = append(todo[:first], todo[first+1:]...)
		m.eval = term.NewEvaluator(in.st, m)
		v, err := m.result(x.f, x.i)
		if err != nil {
			return nil, err
		}
		m.extra[x.f.apps[x.i].sym] = v
	}
	m.eval = term.NewEvaluator(in.st, m)
	return m, nil
}

// result returns the value of application i of f by those before it.
func (m *modelValues) result(f *function, i int) (term.Value, error) {
	args, err := m.values(f.apps[i].args)
	if err != nil {
		return term.Value{}, err
	}
	if m.in.last.tables[f] {
		return m.eval.Eval(m.in.st.Select(f.table, m.in.p.index(f.apps[i].args)))
	}
	for _, a := range f.apps[:i] {
		other, err := m.values(a.args)
		if err != nil {
			return term.Value{}, err
		}
		if sameValues(args, other) {
			return m.eval.Eval(a.sym)
		}
	}
	return m.in.st.ZeroValue(f.result), nil
}

func (m *modelValues) values(ts []term.Term) ([]term.Value, error) {
	out := make([]term.Value, len(ts))
	for i, t := range ts {
		v, err := m.eval.Eval(t)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func sameValues(a, b []term.Value) bool {
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// Value implements term.Assignment.
func (m *modelValues) Value(sym term.Term) (term.Value, bool) {
	if v, ok := m.extra[sym]; ok {
		return v, true
	}
	return m.in.s.Value(sym)
}

// getValue executes get-value.
func (in *Interpreter) getValue(list *Node) error {
	if list.Kind != List || len(list.List) == 0 {
		return errorf(list.Pos, "expected a list of terms, found %s", abbreviate(list))
	}
	if err := in.after(smt.Sat, "get-value"); err != nil {
		return err
	}
	ts := make([]term.Term, len(list.List))
	for i := range list.List {
		t, err := in.p.term(&list.List[i])
		if err != nil {
			return err
		}
		if ms := in.p.marks(t); len(ms) > 0 {
			return errorf(list.List[i].Pos, "a term with quantifiers has no value here")
		}
		ts[i] = t
	}
	m, err := in.model()
	if err != nil {
		return err
	}
	vs, err := m.values(ts)
	if err != nil {
		return fmt.Errorf("no value: %w", err)
	}
	lines := make([]string, len(vs))
	for i, v := range vs {
		lines[i] = "(" + list.List[i].String() + " " + v.String() + ")"
	}
	in.reply("(" + strings.Join(lines, "\n ") + ")")
	return nil
}

// getModel executes get-model: a definition of each declared name.
func (in *Interpreter) getModel() error {
	if err := in.after(smt.Sat, "get-model"); err != nil {
		return err
	}
	m, err := in.model()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("(\n")
	for _, name := range in.p.scope.order {
		d := in.p.scope.decls[name]
		if !d.declared {
			continue
		}
		text, err := m.definition(name, d)
		if err != nil {
			return fmt.Errorf("no value for %s: %w", term.Quote(name), err)
		}
		b.WriteString("  " + text + "\n")
	}
	b.WriteString(")")
	in.reply(b.String())
	return nil
}

// definition returns the define-fun of a declared name.
func (m *modelValues) definition(name string, d *decl) (string, error) {
	st := m.in.st
	if d.symbol != term.None {
		return m.functionDefinition(name, d.symbol)
	}
	if d.fn == nil {
		v, err := m.eval.Eval(d.value)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("(define-fun %s () %s %v)", term.Quote(name), st.SortString(st.Sort(d.value)), v),
			nil
	}
	f := d.fn
	params := make([]string, len(f.params))
	for i, s := range f.params {
		params[i] = fmt.Sprintf("(x!%d %s)", i, st.SortString(s))
	}
	if m.in.last.tables[f] {
		v, err := m.eval.Eval(f.table)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("(define-fun %s (%s) %s %s)", term.Quote(name), strings.Join(params, " "),
			st.SortString(f.result), f.cases(v)), nil
	}
	var cases []string
	var known [][]term.Value
next:
	for _, a := range f.apps {
		args, err := m.values(a.args)
		if err != nil {
			return "", err
		}
		for _, k := range known {
			if sameValues(k, args) {
				continue next
			}
		}
		known = append(known, args)
		v, err := m.eval.Eval(a.sym)
		if err != nil {
			return "", err
		}
		cases = append(cases, caseText(args, v))
	}
	return fmt.Sprintf("(define-fun %s (%s) %s %s%v%s)", term.Quote(name), strings.Join(params, " "),
		st.SortString(f.result),
		strings.Join(cases, ""), st.ZeroValue(f.result), strings.Repeat(")", len(cases))), nil
}

// functionDefinition returns the define-fun of a function symbol.
func (m *modelValues) functionDefinition(name string, f term.Term) (string, error) {
	v, err := m.eval.Eval(f)
	if err != nil {
		return "", err
	}
	st := m.in.st
	sorts, result := st.FuncParts(st.Sort(f))
	params := make([]string, len(sorts))
	for i, s := range sorts {
		params[i] = fmt.Sprintf("(x!%d %s)", i, st.SortString(s))
	}
	var cases strings.Builder
	def, entries := v.Table()
	for _, e := range entries {
		cases.WriteString(caseText(e.Args, e.Result))
	}
	return fmt.Sprintf("(define-fun %s (%s) %s %s%v%s)", term.Quote(name), strings.Join(params, " "),
		st.SortString(result), cases.String(), def, strings.Repeat(")", len(entries))), nil
}

// caseText returns the beginning of an ite that gives a function's result for values of x!0, x!1, ...
func caseText(args []term.Value, result term.Value) string {
	conds := make([]string, len(args))
	for i, x := range args {
		conds[i] = fmt.Sprintf("(= x!%d %v)", i, x)
	}
	cond := conds[0]
	if len(conds) > 1 {
		cond = "(and " + strings.Join(conds, " ") + ")"
	}
	return fmt.Sprintf("(ite %s %v ", cond, result)
}
