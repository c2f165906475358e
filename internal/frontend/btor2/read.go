package btor2

import (
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// maxWidth bounds the width of words, so that a few characters cannot ask for gigabytes.
const maxWidth = 1 << 20

// maxArrays bounds how deeply sorts of arrays nest, which the language does not forbid.
const maxArrays = 8

// Read makes a transition system of the text of a file, which is entered into files. The error is a
// *source.FileError, or a *term.Exhausted.
func Read(files *source.Files, name string, text []byte) (sys *transition.System, err error) {
	defer term.Recover(&err)
	return newReader(files, name).read(text)
}

func newReader(files *source.Files, name string) *reader {
	st := term.NewStore()
	return &reader{name: name, file: files.Add(name), st: st,
		sys:   &transition.System{Terms: st, Files: files, Names: map[string]term.Term{}},
		sorts: map[int64]term.Sort{}, values: map[int64]value{}, lines: map[int64]int{},
		states: map[term.Term]int{}, names: map[string]bool{}, depth: map[term.Sort]int{}}
}

// read reads all lines.
func (r *reader) read(text []byte) (*transition.System, error) {
	r.sys.Files.SetText(r.file, text)
	number := 0
	for l := range strings.Lines(string(text)) {
		number++
		if err := r.line(r.newLine(number, strings.TrimRight(l, "\r\n"))); err != nil {
			return nil, err
		}
	}
	return r.system(number)
}

// value is what a node stands for. Words of one bit are terms of sort Bool.
type value struct {
	term term.Term
	sort term.Sort // that of BTOR2
}

// reader holds what the lines so far have defined.
type reader struct {
	name   string
	file   int32
	st     *term.Store
	sys    *transition.System
	sorts  map[int64]term.Sort
	values map[int64]value
	lines  map[int64]int // the lines that numbers are defined in
	depth  map[term.Sort]int
	names  map[string]bool // of goals
	inputs []term.Term
	// states has the variables by their symbols; inits and nexts are by variable.
	states       map[term.Term]int
	inits, nexts []term.Term
	constraints  []term.Term
	bad          []transition.Goal
	// justice are the properties of infinite runs, and fair the conditions that recur in those that count.
	justice []transition.Temporal
	fair    []term.Term
}

// line reads a line.
func (r *reader) line(l *line) error {
	if len(l.words) == 0 {
		return nil
	}
	first, _ := l.take("a number")
	id, err := strconv.ParseInt(first.text, 10, 64)
	if err != nil || id <= 0 {
		return l.fail(first, "expected the number of a line, found %s", short(first.text))
	}
	if at, twice := r.lines[id]; twice {
		return l.fail(first, "the number %d is that of line %d already", id, at)
	}
	r.lines[id] = l.number
	keyword, err := l.take("a keyword")
	if err != nil {
		return err
	}
	switch keyword.text {
	case "sort":
		err = r.sort(l, id)
	case "input", "state":
		return r.symbol(l, id, keyword)
	case "init", "next":
		err = r.equation(l, keyword)
	case "bad", "constraint", "output", "fair":
		return r.property(l, keyword)
	case "justice":
		return r.recurring(l, keyword)
	default:
		err = r.node(l, id, keyword)
	}
	if err == nil {
		err = r.named(l, r.values[id].term)
	}
	return err
}

// named reads the symbol at the end of a line, which is a name for a term.
func (r *reader) named(l *line, t term.Term) error {
	name, err := l.symbol()
	if _, twice := r.sys.Names[name]; err == nil && name != "" && t != term.None && !twice {
		r.sys.Names[name] = t
	}
	return err
}

// sort reads the rest of a line that defines a sort.
func (r *reader) sort(l *line, id int64) error {
	kind, err := l.take("bitvec or array")
	if err != nil {
		return err
	}
	switch kind.text {
	case "bitvec":
		w, _, err := l.natural("the width of a bit-vector", 1, maxWidth)
		if err != nil {
			return err
		}
		r.sorts[id] = term.BitVec(w)
	case "array":
		index, _, err := l.sort()
		if err != nil {
			return err
		}
		elem, at, err := l.sort()
		if err != nil {
			return err
		}
		if d := max(r.depth[index], r.depth[elem]) + 1; d > maxArrays {
			return l.fail(at, "arrays of arrays nest more than %d deep", maxArrays)
		}
		s := r.st.ArraySort(index, elem)
		r.depth[s] = max(r.depth[index], r.depth[elem]) + 1
		r.sorts[id] = s
	default:
		return l.fail(kind, "expected bitvec or array, found %s", short(kind.text))
	}
	return nil
}

// sortName is a sort for a message.
func (r *reader) sortName(s term.Sort) string {
	if s.IsBitVec() {
		return fmt.Sprintf("a bit-vector of width %d", s.Width())
	}
	return "an array of sort " + r.st.SortString(s)
}

// symbol reads the rest of a line that declares an input or a state.
func (r *reader) symbol(l *line, id int64, keyword token) error {
	sort, _, err := l.sort()
	if err != nil {
		return err
	}
	name, err := l.symbol()
	if err != nil {
		return err
	}
	if name == "" {
		name = fmt.Sprintf("%s%d", keyword.text, id)
	}
	of := sort
	if sort == term.BitVec(1) {
		of = term.Bool
	}
	if keyword.text == "input" {
		x := r.sys.Fresh(name, of)
		r.inputs = append(r.inputs, x)
		r.values[id] = value{x, sort}
		return nil
	}
	v := &r.sys.Vars[r.sys.AddVar(name, of)]
	v.Name, v.Pos = r.st.Name(v.Sym), source.Pos{File: r.file, Line: int32(l.number), Col: int32(keyword.col)}
	r.states[v.Sym] = len(r.inits)
	r.inits, r.nexts = append(r.inits, term.None), append(r.nexts, term.None)
	r.values[id] = value{v.Sym, sort}
	return nil
}

// equation reads the rest of a line init or next.
func (r *reader) equation(l *line, keyword token) error {
	sort, _, err := l.sort()
	if err != nil {
		return err
	}
	state, at, err := l.value()
	if err != nil {
		return err
	}
	v, ok := r.states[state.term]
	if !ok {
		return l.fail(at, "%s is no state", at.text)
	}
	if state.sort != sort {
		return l.fail(at, "the state %s is %s, not %s", at.text, r.sortName(state.sort), r.sortName(sort))
	}
	e, at, err := l.value()
	if err != nil {
		return err
	}
	of := r.inits
	if keyword.text == "next" {
		of = r.nexts
	} else if sort.IsArray() && e.sort.IsBitVec() {
		if _, elem := r.st.ArrayParts(sort); elem == e.sort {
			e = value{r.st.ConstArray(sort, r.word(e)), sort}
		}
	}
	switch {
	case e.sort != sort:
		return l.fail(at, "operand %s is %s, want %s", at.text, r.sortName(e.sort), r.sortName(sort))
	case of[v] != term.None:
		return l.fail(keyword, "the state has its %s value already", map[string]string{"init": "initial",
			"next": "next"}[keyword.text])
	}
	if keyword.text == "init" {
		for _, x := range r.st.Symbols(e.term) {
			if _, ok := r.states[x]; !ok {
				return l.fail(at, "the initial value depends on the input %s, which is not supported",
					r.st.Name(x))
			}
		}
	}
	of[v] = e.term
	return nil
}

// bit reads a word of one bit.
func (l *line) bit() (term.Term, error) {
	v, at, err := l.value()
	if err == nil && v.sort != term.BitVec(1) {
		err = l.fail(at, "operand %s is %s, want one bit", at.text, l.r.sortName(v.sort))
	}
	return v.term, err
}

// property reads the rest of a line bad, constraint, fair or output.
func (r *reader) property(l *line, keyword token) error {
	if keyword.text == "output" {
		v, _, err := l.value()
		if err != nil {
			return err
		}
		return r.named(l, v.term)
	}
	v, err := l.bit()
	if err != nil {
		return err
	}
	if err := r.named(l, v); err != nil {
		return err
	}
	switch keyword.text {
	case "constraint":
		r.constraints = append(r.constraints, v)
		return nil
	case "fair":
		r.fair = append(r.fair, v)
		return nil
	}
	name, _ := l.symbol()
	number := len(r.bad)
	if name == "" || r.names[name] {
		name = fmt.Sprintf("b%d", number)
	}
	r.names[name] = true
	r.bad = append(r.bad, transition.Goal{Name: name, Number: number, Cond: v, Origin: number,
		Pos: source.Pos{File: r.file, Line: int32(l.number), Col: int32(keyword.col)}})
	return nil
}

// recurring reads the rest of a line justice.
func (r *reader) recurring(l *line, keyword token) error {
	n, _, err := l.natural("the number of conditions", 1, len(l.words))
	if err != nil {
		return err
	}
	p := transition.Temporal{Property: property.Justice, Number: len(r.justice),
		Formula: &ltl.Formula{Op: ltl.False},
		Pos:     source.Pos{File: r.file, Line: int32(l.number), Col: int32(keyword.col)}}
	for range n {
		c, err := l.bit()
		if err != nil {
			return err
		}
		p.Fair = append(p.Fair, c)
	}
	if p.Name, err = l.symbol(); err != nil {
		return err
	}
	if p.Name == "" || r.names[p.Name] {
		p.Name = fmt.Sprintf("j%d", p.Number)
	}
	r.names[p.Name] = true
	r.justice = append(r.justice, p)
	return nil
}

// system makes the transition system when all lines are read.
func (r *reader) system(lines int) (*transition.System, error) {
	if len(r.bad)+len(r.justice) == 0 {
		return nil, &source.FileError{File: r.name, Line: max(lines, 1), Col: 1,
			Msg: "the file ends without a bad state, and without justice"}
	}
	st, s := r.st, r.sys
	t := transition.Transition{Name: "step", Inputs: r.inputs, Process: transition.Shared}
	assumed := st.And(append([]term.Term{st.True()}, r.constraints...)...)
	if assumed != st.True() {
		t.Guards = append(t.Guards, assumed)
		if st.Op(assumed) == term.OpAnd {
			t.Guards = append([]term.Term(nil), st.Args(assumed)...)
		}
	}
	init := []term.Term{st.True()}
	for v := range s.Vars {
		if e := r.inits[v]; e != term.None {
			init = append(init, st.Eq(s.Vars[v].Sym, e))
		}
		if e := r.nexts[v]; e != term.None {
			t.Updates = append(t.Updates, transition.Update{Var: v, Value: e})
		}
	}
	s.Init = st.And(init...)
	s.Transitions = []transition.Transition{t}
	for _, g := range r.bad {
		g.Cond, g.Inputs = st.And(g.Cond, assumed), r.inputs
		s.Goals = append(s.Goals, g)
	}
	for _, p := range r.justice {
		p.Fair = append(p.Fair, r.fair...)
		s.Temporals = append(s.Temporals, p)
	}
	s.Fair = r.fair
	return s, nil
}
