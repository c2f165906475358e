package lib

import (
	"math/big"
	"slices"
	"strings"

	"whittle.dev/term"
)

// operators has the operators by name, older names among them.
var operators = operatorTable()

func operatorTable() map[string]term.Op {
	m := map[string]term.Op{}
	for op := term.OpNot; op < term.OpConstArray; op++ {
		if op != term.OpNeg { // written as -, which stands for OpSub here
			m[op.String()] = op
		}
	}
	m["bv2nat"] = term.OpUBVToInt
	m["nat2bv"] = term.OpIntToBV
	m["int2bv"] = term.OpIntToBV
	return m
}

// isCore reports whether a name belongs to the theory Core, which scripts cannot
// declare anew. Other names of theories may be absent from the script's logic.
func isCore(name string) bool {
	switch name {
	case "true", "false", "not", "and", "or", "xor", "=>", "=", "distinct", "ite":
		return true
	}
	return false
}

// apply applies an operator to operands of any legal number and mix of sorts.
func (p *parser) apply(pos Pos, op term.Op, params []int, args []term.Term) (term.Term, error) {
	if op.NumParams() != len(params) {
		return term.None, errorf(pos, "%v takes %d parameters, not %d", op, op.NumParams(), len(params))
	}
	if len(args) == 0 {
		return term.None, errorf(pos, "%v needs operands", op)
	}
	args = p.toReal(op, args)
	switch op {
	case term.OpEq, term.OpLe, term.OpLt, term.OpGe, term.OpGt:
		if len(args) > 2 {
			var all []term.Term
			for i := range args[1:] {
				t, err := p.mk(pos, op, nil, args[i:i+2])
				if err != nil {
					return term.None, err
				}
				all = append(all, t)
			}
			return p.st.And(all...), nil
		}
	case term.OpImplies:
		for len(args) > 2 { // right-associative
			k := len(args)
			t, err := p.mk(pos, op, nil, args[k-2:])
			if err != nil {
				return term.None, err
			}
			args = append(args[:k-2:k-2], t)
		}
	case term.OpSub:
		if len(args) == 1 {
			op = term.OpNeg
		}
	}
	return p.mk(pos, op, params, args)
}

// mk makes a term after checking its sorts and its width.
func (p *parser) mk(pos Pos, op term.Op, params []int, args []term.Term) (term.Term, error) {
	switch op {
	case term.OpRepeat, term.OpZeroExt, term.OpSignExt, term.OpIntToBV:
		w := int64(params[0])
		if s := p.st.Sort(args[0]); op == term.OpRepeat {
			w *= int64(s.Width())
		} else if op != term.OpIntToBV {
			w += int64(s.Width())
		}
		if w > maxBits {
			return term.None, errorf(pos, "the result of %v would have %d bits, at most %d are supported", op,
				w, maxBits)
		}
	case term.OpConcat:
		w := 0
		for _, a := range args {
			w += p.st.Sort(a).Width()
		}
		if w > maxBits {
			return term.None, errorf(pos, "the result of concat would have %d bits, at most %d are supported",
				w, maxBits)
		}
	}
	if _, err := p.st.SortOf(op, params, args...); err != nil {
		return term.None, errorf(pos, "%v", err)
	}
	switch op {
	case term.OpDiv, term.OpMod, term.OpRDiv:
		t := args[0]
		for _, b := range args[1:] {
			t = p.divide(op, t, b)
		}
		return t, nil
	}
	return p.st.Mk(op, params, args...), nil
}

// toReal makes operands Real where Int and Real are mixed, operands of /, and indexes and elements of arrays.
func (p *parser) toReal(op term.Op, args []term.Term) []term.Term {
	switch op {
	case term.OpSelect, term.OpStore:
		return p.arrayReal(args)
	case term.OpEq, term.OpDistinct, term.OpIte, term.OpAdd, term.OpSub, term.OpMul, term.OpRDiv,
		term.OpLe, term.OpLt, term.OpGe, term.OpGt, term.OpToInt, term.OpIsInt:
	default:
		return args
	}
	ints, real := false, op == term.OpRDiv || op == term.OpToInt || op == term.OpIsInt
	for _, a := range args {
		ints = ints || p.st.Sort(a).IsInt()
		real = real || p.st.Sort(a).IsReal()
	}
	if !ints || !real {
		return args
	}
	out := make([]term.Term, len(args))
	for i, a := range args {
		if out[i] = a; p.st.Sort(a).IsInt() {
			out[i] = p.st.ToReal(a)
		}
	}
	return out
}

// arrayReal makes indexes and elements of arrays Real where the array has such and they are Int.
func (p *parser) arrayReal(args []term.Term) []term.Term {
	if !p.st.Sort(args[0]).IsArray() {
		return args
	}
	index, elem := p.st.ArrayParts(p.st.Sort(args[0]))
	want := []term.Sort{p.st.Sort(args[0]), index, elem}
	out := slices.Clone(args)
	for i, a := range args[:min(len(args), 3)] {
		if want[i].IsReal() && p.st.Sort(a).IsInt() {
			out[i] = p.st.ToReal(a)
		}
	}
	return out
}

// bvLiteral reads (_ bvN w), and reports whether n has that form.
func (p *parser) bvLiteral(n *Node) (term.Term, bool, error) {
	if !n.isApp("_") || len(n.List) != 3 || n.List[1].Kind != Symbol {
		return term.None, false, nil
	}
	digits, ok := strings.CutPrefix(n.List[1].Text, "bv")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return term.None, false, nil
	}
	w, err := index(&n.List[2])
	if err != nil {
		return term.None, true, err
	}
	v, _ := new(big.Int).SetString(digits, 10)
	if w < 1 || w > maxBits {
		return term.None, true, errorf(n.List[2].Pos, "bit-vectors have 1 to %d bits, not %d", maxBits, w)
	}
	if v.BitLen() > w {
		return term.None, true, errorf(n.Pos, "the value of %s needs more than %d bits", abbreviate(n), w)
	}
	return p.st.BVBig(w, v), true, nil
}

// literal reads a literal constant; false if n is none.
func (p *parser) literal(n *Node) (term.Term, bool, error) {
	switch n.Kind {
	case Numeral:
		v, _ := new(big.Int).SetString(n.Text, 10)
		if p.realNumerals {
			return p.st.Real(new(big.Rat).SetInt(v)), true, nil
		}
		return p.st.Int(v), true, nil
	case Decimal:
		v, _ := new(big.Rat).SetString(n.Text)
		return p.st.Real(v), true, nil
	case Hex, Binary:
		base, w := 16, 4*len(n.Text)
		if n.Kind == Binary {
			base, w = 2, len(n.Text)
		}
		if w > maxBits {
			return term.None, true, errorf(n.Pos, "the literal has %d bits, at most %d are supported", w,
				maxBits)
		}
		v, _ := new(big.Int).SetString(n.Text, base)
		return p.st.BVBig(w, v), true, nil
	case String:
		return term.None, true, errorf(n.Pos, "strings are not supported as terms")
	}
	return term.None, false, nil
}
