package btor2

import (
	"errors"
	"fmt"
	"strings"

	"whittle.dev/term"
)

// ErrNoWords is the error of Write for a system that is not over words.
var ErrNoWords = errors.New("BTOR2 has words and arrays of words alone")

// printer makes lines. The first error stays.
type printer struct {
	st    *term.Store
	lines []string
	last  int // the number of the last line
	sorts map[term.Sort]int
	nodes map[term.Term]int
	used  map[string]bool // symbols
	// keywords are those of operators.
	keywords map[term.Op]string
	err      error
}

func (p *printer) text(line string) { p.lines = append(p.lines, line) }

// line adds a line with a number, which it returns.
func (p *printer) line(format string, args ...any) int {
	p.last++
	p.text(fmt.Sprintf("%d ", p.last) + fmt.Sprintf(format, args...))
	return p.last
}

func (p *printer) refuse(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: %s", ErrNoWords, fmt.Sprintf(format, args...))
	}
}

// system prints all lines. Initial values come before their states, as some readers want it.
func (p *printer) system(f *functional) {
	for i, v := range f.s.Vars {
		p.state(v.Sym, v.Name, f.inits[i])
	}
	if f.begun != term.None {
		next := p.node(p.st.True())
		n := p.state(f.begun, "begun", p.st.False())
		p.line("next %d %d %d", p.sort(term.Bool), n, next)
	}
	for i, v := range f.s.Vars {
		value := p.node(f.nexts[i])
		p.line("next %d %d %d", p.sort(p.st.Sort(v.Sym)), p.nodes[v.Sym], value)
	}
	for _, c := range f.constraints {
		n := p.node(c)
		p.line("constraint %d", n)
	}
	if len(f.s.Goals) == 0 { // the language wants a bad state
		n := p.node(p.st.False())
		p.line("bad %d", n)
	}
	for _, g := range f.s.Goals {
		n := p.node(g.Cond)
		p.line("bad %d %s", n, p.symbol(g.Name))
	}
}

// state prints a state with its initial value, None: any.
func (p *printer) state(x term.Term, name string, init term.Term) int {
	value, sort := 0, p.sort(p.st.Sort(x))
	if init != term.None {
		if p.st.Op(init) == term.OpConstArray {
			init = p.st.Arg(init, 0) // a word stands for the array that has it everywhere
		}
		value = p.node(init)
	}
	n := p.line("state %d %s", sort, p.symbol(name))
	if p.nodes[x] = n; init != term.None {
		p.line("init %d %d %d", sort, n, value)
	}
	return n
}

// sort returns the line of a sort.
func (p *printer) sort(s term.Sort) int {
	if s.IsBool() {
		s = term.BitVec(1)
	}
	if n, ok := p.sorts[s]; ok {
		return n
	}
	switch {
	case s.IsBitVec():
		p.sorts[s] = p.line("sort bitvec %d", s.Width())
	case s.IsArray():
		index, elem := p.st.ArrayParts(s)
		i, e := p.sort(index), p.sort(elem)
		p.sorts[s] = p.line("sort array %d %d", i, e)
	default:
		p.refuse("there is a value of sort %s", p.st.SortString(s))
	}
	return p.sorts[s]
}

// symbol is a name as a word that nothing else has.
func (p *printer) symbol(name string) string {
	base := strings.Join(strings.Fields(strings.ReplaceAll(name, ";", ",")), "_")
	if base == "" {
		base = "_"
	}
	name = base
	for n := 2; p.used[name]; n++ {
		name = fmt.Sprintf("%s~%d", base, n)
	}
	p.used[name] = true
	return name
}

// node returns the line of a term, after those of its operands. Terms are deep, so it does not recurse.
func (p *printer) node(t term.Term) int {
	for todo := []term.Term{t}; len(todo) > 0 && p.err == nil; {
		x := todo[len(todo)-1]
		if _, ok := p.nodes[x]; ok {
			todo = todo[:len(todo)-1]
			continue
		}
		ready := true
		for _, a := range p.st.Args(x) {
			if _, ok := p.nodes[a]; !ok {
				todo, ready = append(todo, a), false
			}
		}
		if ready {
			p.nodes[x] = p.define(x)
			todo = todo[:len(todo)-1]
		}
	}
	return p.nodes[t]
}

// keywords are those of the operators that are written as they are.
func keywords() map[term.Op]string {
	out := map[term.Op]string{term.OpNot: "not", term.OpBVNot: "not", term.OpBVNeg: "neg", term.OpAnd: "and",
		term.OpOr: "or", term.OpXor: "xor", term.OpImplies: "implies", term.OpEq: "eq", term.OpIte: "ite",
		term.OpConcat: "concat", term.OpSelect: "read", term.OpStore: "write"}
	for name, op := range same {
		out[op] = name
	}
	for name, op := range ordered {
		out[op] = name
	}
	return out
}

// define prints the line of a term whose operands have theirs.
func (p *printer) define(t term.Term) int {
	st := p.st
	sort := p.sort(st.Sort(t))
	args := make([]int, st.NumArgs(t))
	for i, a := range st.Args(t) {
		args[i] = p.nodes[a]
	}
	hi, lo := st.Params(t)
	switch op := st.Op(t); op {
	case term.OpSymbol:
		return p.line("input %d %s", sort, p.symbol(st.Name(t)))
	case term.OpConst:
		return p.line("const %d %s", sort, binary(st.ConstValue(t)))
	case term.OpConstArray:
		return p.constantArray(t, sort, args[0])
	case term.OpExtract:
		return p.line("slice %d %d %d %d", sort, args[0], hi, lo)
	case term.OpZeroExt:
		return p.line("uext %d %d %d", sort, args[0], hi)
	case term.OpSignExt:
		return p.line("sext %d %d %d", sort, args[0], hi)
	case term.OpDistinct:
		return p.distinct(sort, args)
	default:
		name, ok := p.keywords[op]
		if !ok {
			p.refuse("there is an application of %v", op)
			return 0
		}
		return p.apply(op, name, t, sort, args)
	}
}

// apply prints an application; more than two operands of an associative operator are taken two by two.
func (p *printer) apply(op term.Op, name string, t term.Term, sort int, args []int) int {
	switch {
	case op == term.OpIte || op == term.OpStore:
		return p.line("%s %d %d %d %d", name, sort, args[0], args[1], args[2])
	case op == term.OpNot || op == term.OpBVNot || op == term.OpBVNeg:
		return p.line("%s %d %d", name, sort, args[0])
	}
	n, width := args[0], p.st.Sort(p.st.Arg(t, 0)).Width()
	for i, a := range args[1:] {
		if op == term.OpConcat {
			width += p.st.Sort(p.st.Arg(t, i+1)).Width()
			sort = p.sort(term.BitVec(width))
		}
		n = p.line("%s %d %d %d", name, sort, n, a)
	}
	return n
}

// distinct prints that all operands differ.
func (p *printer) distinct(sort int, args []int) int {
	n := 0
	for i, a := range args {
		for _, b := range args[:i] {
			d := p.line("neq %d %d %d", sort, a, b)
			if n != 0 {
				d = p.line("and %d %d %d", sort, n, d)
			}
			n = d
		}
	}
	return n
}

// constantArray prints an array with one value everywhere, which only a state can be: one that begins so and
// stays.
func (p *printer) constantArray(t term.Term, sort, value int) int {
	if !p.st.IsConst(p.st.Arg(t, 0)) {
		p.refuse("there is an array of a value that is no constant")
	}
	n := p.line("state %d %s", sort, p.symbol("constant"))
	p.line("init %d %d %d", sort, n, value)
	p.line("next %d %d %d", sort, n, n)
	return n
}
