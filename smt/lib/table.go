package lib

import (
	"fmt"
	"math/big"
	"strings"

	"whittle.dev/term"
)

// read returns the application of a function to operands with bound variables: a
// read of an array that has the values of the function. Ackermann's expansion does
// not do, as there are as many applications as values of the variables.
func (p *parser) read(pos Pos, f *function, args []term.Term) (term.Term, error) {
	if f.table == term.None {
		width := 0
		for _, s := range append([]term.Sort{f.result}, f.params...) {
			if !s.IsBool() && !s.IsBitVec() {
				return term.None, errorf(pos, "the function %s with the sort %s is applied to a bound "+
					"variable, which is not supported",
					term.Quote(f.name), p.st.SortString(s))
			}
		}
		for _, s := range f.params {
			width += max(1, s.Width())
		}
		if width > maxBits {
			return term.None, errorf(pos, "the operands of %s have %d bits, at most %d are supported under "+
				"quantifiers", term.Quote(f.name), width, maxBits)
		}
		f.table = p.internal(f.name, p.st.ArraySort(term.BitVec(width), f.result))
	}
	return p.st.Select(f.table, p.index(args)), nil
}

// index returns operands as one bit-vector.
func (p *parser) index(args []term.Term) term.Term {
	st := p.st
	out := term.None
	for _, a := range args {
		if st.Sort(a).IsBool() {
			a = st.Ite(a, st.BV(1, 1), st.BV(1, 0))
		}
		if out == term.None {
			out = a
		} else {
			out = st.Concat(out, a)
		}
	}
	return out
}

// links returns the equations of applications with the array of their function
// that are not in force yet, and counts them as asserted at the present level.
func (p *parser) links() []term.Term {
	var out []term.Term
	for _, f := range p.scope.fns {
		if f.table == term.None || f.linked == len(f.apps) {
			continue
		}
		for _, a := range f.apps[f.linked:] {
			out = append(out, p.st.Eq(a.sym, p.st.Select(f.table, p.index(a.args))))
		}
		p.scope.trail = append(p.scope.trail, undo{lnk: f, old: f.linked})
		f.linked = len(f.apps)
	}
	return out
}

// cases returns the body of a function that has the values of its array: text over
// the parameters x!0, x!1, ...
func (f *function) cases(v term.Value) string {
	def, entries := v.Entries()
	var b strings.Builder
	for _, e := range entries {
		rest := e.Index.Big()
		args := make([]term.Value, len(f.params))
		for i := len(f.params) - 1; i >= 0; i-- {
			w := max(1, f.params[i].Width())
			part := new(big.Int).And(rest, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)),
				big.NewInt(1)))
			rest = new(big.Int).Rsh(rest, uint(w))
			if f.params[i].IsBool() {
				args[i] = term.BoolValue(part.Sign() != 0)
			} else {
				args[i] = term.BVValueBig(w, part)
			}
		}
		b.WriteString(caseText(args, e.Elem))
	}
	fmt.Fprintf(&b, "%v%s", def, strings.Repeat(")", len(entries)))
	return b.String()
}
