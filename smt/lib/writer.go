package lib

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"whittle.dev/term"
)

// maxNest bounds how deeply the text of a term nests: readers of solvers recurse.
const maxNest = 16

// Writer turns terms into SMT-LIB 2 commands. Symbols are declared where they
// first occur, shared and deep subterms are defined once, and operators that older
// solvers lack are written out. Push and Pop undo declarations as solvers do.
type Writer struct {
	st     *term.Store
	out    strings.Builder
	plain  bool
	defs   map[term.Term]string // names of symbols and of defined terms in force
	used   map[string]bool
	seen   map[term.Term]bool   // operations that were written before
	sorts  map[term.Sort]string // uninterpreted sorts that are declared
	trail  []named
	levels []int
	next   int
}

// named is what a level has brought: a term with a name, or a sort.
type named struct {
	t    term.Term
	sort term.Sort
}

// NewWriter returns a writer for terms of st. Symbols keep their names as far as they clash with nothing; if
// plain is set they get numbers instead, which clash with no solver's own names.
func NewWriter(st *term.Store, plain bool) *Writer {
	return &Writer{st: st, plain: plain, defs: map[term.Term]string{}, used: map[string]bool{},
		seen: map[term.Term]bool{}, sorts: map[term.Sort]string{}}
}

// WriteScript writes a script that asserts the terms and checks them.
func WriteScript(w io.Writer, st *term.Store, logic string, asserted ...term.Term) error {
	wr := NewWriter(st, false)
	wr.Raw("(set-logic " + logic + ")\n")
	for _, t := range asserted {
		wr.Assert(t)
	}
	wr.Raw("(check-sat)\n")
	_, err := io.WriteString(w, wr.Take())
	return err
}

// Take returns the commands since the last call.
func (w *Writer) Take() string {
	text := w.out.String()
	w.out.Reset()
	return text
}

// Raw adds text as it is.
func (w *Writer) Raw(text string) { w.out.WriteString(text) }

// Push opens an assertion level.
func (w *Writer) Push() {
	w.Raw("(push 1)\n")
	w.levels = append(w.levels, len(w.trail))
}

// Pop drops the innermost level, and the names that it brought.
func (w *Writer) Pop() {
	w.Raw("(pop 1)\n")
	n := w.levels[len(w.levels)-1]
	w.levels = w.levels[:len(w.levels)-1]
	for _, x := range w.trail[n:] {
		if x.t == term.None {
			delete(w.used, w.sorts[x.sort])
			delete(w.sorts, x.sort)
			continue
		}
		delete(w.used, w.defs[x.t])
		delete(w.defs, x.t)
	}
	w.trail = w.trail[:n]
}

// Assert asserts a Bool term.
func (w *Writer) Assert(t term.Term) { w.Raw("(assert " + w.Ref(t) + ")\n") }

// Literal returns a constant that implies the Bool term t, declared at the
// present level, for solvers that assume nothing but literals.
func (w *Writer) Literal(t term.Term) string {
	if w.st.Op(t) == term.OpSymbol {
		return w.Ref(t)
	}
	text := w.Ref(t)
	name := w.fresh("assume!")
	w.Raw("(declare-fun " + name + " () Bool)\n(assert (=> " + name + " " + text + "))\n")
	return name
}

// Declared returns the symbols that are declared at present, oldest first, and Ref their names.
func (w *Writer) Declared() []term.Term {
	var out []term.Term
	for _, x := range w.trail {
		if x.t != term.None && w.st.Op(x.t) == term.OpSymbol {
			out = append(out, x.t)
		}
	}
	return out
}

// Ref returns text for t, after declaring and defining what it needs.
func (w *Writer) Ref(t term.Term) string {
	count := map[term.Term]int{}
	order := w.walk(t, count)
	text := map[term.Term]string{}
	depth := map[term.Term]int{}
	for _, x := range order {
		if w.st.Op(x) == term.OpSymbol {
			w.declare(x)
			continue
		}
		d := 0
		args := w.st.Args(x)
		refs := make([]string, len(args))
		for i, a := range args {
			d = max(d, depth[a])
			if refs[i] = w.defs[a]; refs[i] == "" {
				refs[i] = text[a]
			}
		}
		s := w.application(x, refs)
		if len(args) > 0 && (count[x] > 1 || w.seen[x] || d >= maxNest) {
			w.define(x, s)
			continue
		}
		if len(args) > 0 {
			w.seen[x] = true
		}
		depth[x] = d + 1
		text[x] = s
	}
	if name := w.defs[t]; name != "" {
		return name
	}
	return text[t]
}

// walk returns the terms below t that have no name yet, operands first, and counts their uses.
func (w *Writer) walk(t term.Term, count map[term.Term]int) []term.Term {
	type item struct {
		t    term.Term
		next int
	}
	var order []term.Term
	var stack []item
	visit := func(x term.Term) {
		if w.defs[x] != "" {
			return
		}
		if count[x]++; count[x] == 1 {
			stack = append(stack, item{t: x})
		}
	}
	visit(t)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if args := w.st.Args(top.t); top.next < len(args) {
			top.next++
			visit(args[top.next-1])
			continue
		}
		order = append(order, top.t)
		stack = stack[:len(stack)-1]
	}
	return order
}

func (w *Writer) declare(x term.Term) {
	name := w.st.Name(x)
	_, operator := operators[name]
	quoted := term.Quote(name)
	switch {
	case w.plain:
		quoted = w.fresh("s!")
	case operator, isCore(name), strings.HasPrefix(name, "bv"), w.used[quoted],
		strings.ContainsAny(name, `|\`),
		strings.HasPrefix(name, "@"), strings.HasPrefix(name, "."), quoted == "|"+name+"|" &&
			isReserved(name):
		quoted = w.fresh("s!")
	}
	w.used[quoted] = true
	w.name(x, quoted)
	var params []term.Sort
	result := w.st.Sort(x)
	if result.IsFunc() {
		params, result = w.st.FuncParts(result)
	}
	texts := make([]string, len(params))
	for i, p := range params {
		texts[i] = w.sort(p)
	}
	text := w.sort(result)
	w.Raw("(declare-fun " + quoted + " (" + strings.Join(texts, " ") + ") " + text + ")\n")
}

// sort returns the text of a sort, after declaring what it needs.
func (w *Writer) sort(s term.Sort) string {
	switch {
	case s.IsArray():
		index, elem := w.st.ArrayParts(s)
		return "(Array " + w.sort(index) + " " + w.sort(elem) + ")"
	case !s.IsUninterpreted():
		return s.String()
	}
	name := w.sorts[s]
	if name == "" {
		if name = w.st.SortString(s); w.plain {
			name = w.fresh("S!")
		}
		w.sorts[s] = name
		w.trail = append(w.trail, named{sort: s})
		w.Raw("(declare-sort " + name + " 0)\n")
	}
	return name
}

// isReserved reports whether a name is a word of the language, which some
// solvers do not take even between bars.
func isReserved(name string) bool {
	switch name {
	case "", "_", "!", "as", "let", "exists", "forall", "match", "par", "const", "lambda":
		return true
	}
	return false
}

func (w *Writer) define(x term.Term, text string) {
	name := w.fresh("d!")
	w.name(x, name)
	w.Raw("(define-fun " + name + " () " + w.sort(w.st.Sort(x)) + " " + text + ")\n")
}

func (w *Writer) name(x term.Term, name string) {
	w.defs[x] = name
	w.trail = append(w.trail, named{t: x})
}

func (w *Writer) fresh(prefix string) string {
	for {
		w.next++
		if name := prefix + strconv.Itoa(w.next); !w.used[name] {
			w.used[name] = true
			return name
		}
	}
}

// application returns the text of x with the given texts of its operands.
func (w *Writer) application(x term.Term, a []string) string {
	st := w.st
	op := st.Op(x)
	if op == term.OpConst {
		return st.ConstValue(x).String()
	}
	hi, lo := st.Params(x)
	width := 0
	if len(a) > 0 {
		width = st.Sort(st.Arg(x, 0)).Width()
	}
	switch op {
	case term.OpApply:
		return "(" + strings.Join(a, " ") + ")"
	case term.OpConstArray:
		return "((as const " + w.sort(st.Sort(x)) + ") " + a[0] + ")"
	case term.OpIntToBV:
		return fmt.Sprintf("((_ int2bv %d) %s)", hi, a[0])
	case term.OpUBVToInt:
		return "(bv2nat " + a[0] + ")"
	case term.OpSBVToInt:
		two := term.BVValue(width, 0).String()
		return fmt.Sprintf("(let ((?a %s)) (ite (bvslt ?a %s) (- (bv2nat ?a) %s) (bv2nat ?a)))", a[0], two,
			powerOfTwo(width))
	}
	if text := overflow(op, a, width); text != "" {
		return text
	}
	head := op.String()
	switch op.NumParams() {
	case 1:
		head = fmt.Sprintf("(_ %s %d)", head, hi)
	case 2:
		head = fmt.Sprintf("(_ %s %d %d)", head, hi, lo)
	}
	if (op == term.OpAnd || op == term.OpOr || op == term.OpAdd || op == term.OpMul) && len(a) == 1 {
		return a[0]
	}
	return "(" + head + " " + strings.Join(a, " ") + ")"
}
