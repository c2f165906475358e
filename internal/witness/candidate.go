package witness

import (
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Candidates are conditions that an engine suggests, in C, as invariants of the loops of a program: each has
// to be checked before it becomes part of a witness. What C has no words for is left out.
func Candidates(places *c.Places, list []engine.Candidate) []Invariant {
	loops := map[source.Pos]*c.Stmt{}
	m := newPlaceMap(places)
	for _, s := range m.stmts {
		if s.Kind == c.StmtLoop && s.Cond && !s.Opaque && !m.several[s] {
			loops[s.Begin] = s
		}
	}
	var out []Invariant
	for _, cand := range list {
		s := loops[cand.Loop]
		if s == nil {
			continue
		}
		w := formulaWriter{st: cand.Terms, vars: cand.Vars, scope: s.Vars}
		text, ok := w.condition(cand.Cond)
		if cand.Terms.Op(cand.Cond) == term.OpOr {
			text = "(" + text + ")" // it may become a part of a conjunction
		}
		if !ok || len(text) > maxFormula {
			continue
		}
		out = append(out, Invariant{Type: LoopInvariant, Location: location(s.At, s.Func), Value: text,
			Format: CExpression})
	}
	return out
}

// maxFormula is how long an invariant may be.
const maxFormula = 240

// formulaWriter writes formulas over variables in C. Words are written as unsigned numbers of their width.
type formulaWriter struct {
	st    *term.Store
	vars  map[term.Term]engine.Variable
	scope *c.Variable
}

// condition writes a Boolean term.
func (w *formulaWriter) condition(t term.Term) (string, bool) {
	switch op := w.st.Op(t); op {
	case term.OpNot:
		s, ok := w.condition(w.st.Arg(t, 0))
		return "!(" + s + ")", ok
	case term.OpAnd, term.OpOr:
		var parts []string
		for _, a := range w.st.Args(t) {
			s, ok := w.condition(a)
			if !ok {
				return "", false
			}
			parts = append(parts, "("+s+")")
		}
		return strings.Join(parts, map[term.Op]string{term.OpAnd: " && ", term.OpOr: " || "}[op]), true
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if !w.st.Sort(w.st.Arg(t, 0)).IsBitVec() {
			return "", false
		}
		a, ok1 := w.word(w.st.Arg(t, 0))
		b, ok2 := w.word(w.st.Arg(t, 1))
		word := " == "
		if op != term.OpEq {
			word = " < "
		}
		if op == term.OpBVSlt {
			signed, ok := signedTypes[w.st.Sort(w.st.Arg(t, 0)).Width()]
			a, b, ok1 = "("+signed+")"+a, "("+signed+")"+b, ok1 && ok
		}
		return a + word + b, ok1 && ok2
	}
	return "", false
}

// The types of widths that are the same in all data models.
var (
	unsignedTypes = map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned int",
		64: "unsigned long long"}
	signedTypes = map[int]string{8: "signed char", 16: "short", 32: "int", 64: "long long"}
)

// word writes a term of bits as an unsigned number. Other widths than those of types are only for extracts
// and constants.
func (w *formulaWriter) word(t term.Term) (string, bool) {
	width := w.st.Sort(t).Width()
	typ, whole := unsignedTypes[width]
	cast := func(s string, ok bool) (string, bool) {
		if width >= 32 && w.st.Op(t) != term.OpExtract && w.st.Op(t) != term.OpSignExt &&
			w.st.Op(t) != term.OpZeroExt {
			return "(" + s + ")", ok && whole // all operands have the type
		}
		return "(" + typ + ")(" + s + ")", ok && whole
	}
	if n, ok := w.st.ConstUint64(t); ok && width <= 64 {
		if width > 32 {
			return fmt.Sprintf("%dULL", n), true
		}
		return fmt.Sprintf("%dU", n), true
	}
	args := make([]string, w.st.NumArgs(t))
	switch op := w.st.Op(t); op {
	case term.OpSymbol:
		return w.variable(t, typ, whole)
	case term.OpBVAdd, term.OpBVMul, term.OpBVSub, term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVNeg,
		term.OpBVNot, term.OpZeroExt:
		for i := range args {
			a, ok := w.word(w.st.Arg(t, i))
			if !ok {
				return "", false
			}
			args[i] = a
		}
		switch op {
		case term.OpZeroExt:
			return cast(args[0], true)
		case term.OpBVNeg:
			return cast("0U - "+args[0], true)
		case term.OpBVNot:
			return cast("~"+args[0], true)
		}
		return cast(strings.Join(args, operators[op]), true)
	case term.OpSignExt:
		signed, ok := signedTypes[w.st.Sort(w.st.Arg(t, 0)).Width()]
		s, ok2 := w.word(w.st.Arg(t, 0))
		return cast("("+signed+")"+s, ok && ok2)
	case term.OpExtract:
		high, low := w.st.Params(t)
		s, ok := w.word(w.st.Arg(t, 0))
		if low > 0 {
			s = fmt.Sprintf("(%s >> %d)", s, low)
		}
		if whole {
			return cast(s, ok)
		}
		return fmt.Sprintf("(%s & %d)", s, uint64(1)<<(high-low+1)-1), ok && high-low < 63
	}
	return "", false
}

var operators = map[term.Op]string{term.OpBVAdd: " + ", term.OpBVMul: " * ", term.OpBVSub: " - ",
	term.OpBVAnd: " & ", term.OpBVOr: " | ", term.OpBVXor: " ^ "}

// variable writes a variable that is in scope and not hidden.
func (w *formulaWriter) variable(t term.Term, typ string, whole bool) (string, bool) {
	v, ok := w.vars[t]
	known := w.scope.Lookup(v.Name)
	if !ok || !whole || known == nil || known.Kind.Class != c.IntegerVar ||
		known.Kind.Width != w.st.Sort(t).Width() || known.Local != v.Pos.IsValid() ||
		known.Local && known.Pos != v.Pos || known.Static {
		return "", false
	}
	if !known.Kind.Signed {
		return v.Name, true
	}
	return "(" + typ + ")" + v.Name, true
}
