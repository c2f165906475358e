package lib

import (
	"math/big"
	"strconv"
	"strings"

	"whittle.dev/term"
)

// ParseValue reads a value as solvers print it, of the given sort of st: literals, negated and divided ones,
// and stores over constant arrays. It makes no terms, so st may be frozen. The error is an *Error.
func ParseValue(st *term.Store, sort term.Sort, n Node) (term.Value, error) {
	switch {
	case sort.IsBool():
		if n.is("true") || n.is("false") {
			return term.BoolValue(n.Text == "true"), nil
		}
	case sort.IsBitVec():
		if v, w := bvDigits(&n); v != nil && w == sort.Width() && v.BitLen() <= w {
			return term.BVValueBig(w, v), nil
		}
	case sort.IsInt():
		if r := rational(&n, 0); r != nil && r.IsInt() {
			return term.IntValue(r.Num()), nil
		}
	case sort.IsReal():
		if r := rational(&n, 0); r != nil {
			return term.RealValue(r), nil
		}
	case sort.IsArray():
		return arrayValue(st, sort, &n)
	case sort.IsUninterpreted():
		if k, ok := elementNumber(&n); ok {
			return st.ElementValue(sort, k), nil
		}
	}
	return term.Value{}, errorf(n.Pos, "%s is no value of sort %s", abbreviate(&n), st.SortString(sort))
}

// elementNumber returns the number of an element of an uninterpreted sort: S!val!3 of z3, @S_3 or (as @S_3 S)
// of cvc5, (as @3 S).
func elementNumber(n *Node) (uint64, bool) {
	if n.isApp("as") && len(n.List) == 3 {
		n = &n.List[1]
	}
	digits := n.Text[strings.LastIndexAny(n.Text, "!_@")+1:]
	if n.Kind != Symbol || len(digits) == len(n.Text) {
		return 0, false
	}
	k, err := strconv.ParseUint(digits, 10, 64)
	return k, err == nil
}

// bvDigits returns the number and width of a bit-vector literal, nil if n is none.
func bvDigits(n *Node) (*big.Int, int) {
	switch {
	case n.Kind == Hex:
		v, _ := new(big.Int).SetString(n.Text, 16)
		return v, 4 * len(n.Text)
	case n.Kind == Binary:
		v, _ := new(big.Int).SetString(n.Text, 2)
		return v, len(n.Text)
	case n.isApp("_") && len(n.List) == 3 && n.List[1].Kind == Symbol && len(n.List[1].Text) > 2 &&
		n.List[1].Text[:2] == "bv":
		v, ok := new(big.Int).SetString(n.List[1].Text[2:], 10)
		if w, err := index(&n.List[2]); ok && v.Sign() >= 0 && err == nil {
			return v, w
		}
	}
	return nil, 0
}

// rational returns the number that n is, nil if it is none.
func rational(n *Node, depth int) *big.Rat {
	if n.Kind == Numeral || n.Kind == Decimal {
		r, _ := new(big.Rat).SetString(n.Text)
		return r
	}
	if n.Kind != List || depth > 2 {
		return nil
	}
	switch {
	case n.isApp("-") && len(n.List) == 2:
		if r := rational(&n.List[1], depth+1); r != nil {
			return r.Neg(r)
		}
	case n.isApp("to_real") && len(n.List) == 2:
		return rational(&n.List[1], depth+1)
	case n.isApp("/") && len(n.List) == 3:
		a, b := rational(&n.List[1], depth+1), rational(&n.List[2], depth+1)
		if a != nil && b != nil && b.Sign() != 0 {
			return a.Quo(a, b)
		}
	}
	return nil
}

func arrayValue(st *term.Store, sort term.Sort, n *Node) (term.Value, error) {
	indexSort, elemSort := st.ArrayParts(sort)
	var entries []term.ArrayEntry
	base := n
	for base.isApp("store") && len(base.List) == 4 {
		i, err := ParseValue(st, indexSort, base.List[2])
		if err != nil {
			return term.Value{}, err
		}
		e, err := ParseValue(st, elemSort, base.List[3])
		if err != nil {
			return term.Value{}, err
		}
		entries = append(entries, term.ArrayEntry{Index: i, Elem: e})
		base = &base.List[1]
	}
	if base.Kind != List || len(base.List) != 2 || !base.List[0].isApp("as") || len(base.List[0].List) != 3 ||
		!base.List[0].List[1].is("const") {
		return term.Value{}, errorf(base.Pos, "%s is no array value", abbreviate(base))
	}
	def, err := ParseValue(st, elemSort, base.List[1])
	if err != nil {
		return term.Value{}, err
	}
	for i, j := 0, len(entries)-1; i < j; i, j = i+1, j-1 { // the innermost store comes first
		entries[i], entries[j] = entries[j], entries[i]
	}
	return st.ArrayValue(sort, def, entries...), nil
}
