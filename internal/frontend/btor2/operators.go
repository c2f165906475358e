package btor2

import (
	"math/big"
	"slices"

	"whittle.dev/term"
)

// word is a value as a bit-vector or array, also if it has one bit.
func (r *reader) word(v value) term.Term {
	if v.sort == term.BitVec(1) {
		return r.st.Ite(v.term, r.st.BV(1, 1), r.st.BV(1, 0))
	}
	return v.term
}

// ofWord is the value that a bit-vector or array is.
func (r *reader) ofWord(t term.Term) value {
	sort := r.st.Sort(t)
	if sort == term.BitVec(1) {
		return value{r.st.Eq(t, r.st.BV(1, 1)), sort}
	}
	return value{t, sort}
}

// ofTruth is the word of one bit that a formula is.
func ofTruth(t term.Term) value { return value{t, term.BitVec(1)} }

func (r *reader) not(v value) value {
	if v.sort == term.BitVec(1) {
		return ofTruth(r.st.Not(v.term))
	}
	return value{r.st.BVNot(v.term), v.sort}
}

// same are the operators on two words of one sort, which is that of the result.
var same = map[string]term.Op{
	"and": term.OpBVAnd, "nand": term.OpBVNand, "nor": term.OpBVNor, "or": term.OpBVOr, "xnor": term.OpBVXnor,
	"xor": term.OpBVXor, "sll": term.OpBVShl, "srl": term.OpBVLShr, "sra": term.OpBVAShr, "add": term.OpBVAdd,
	"sub": term.OpBVSub, "mul": term.OpBVMul, "sdiv": term.OpBVSDiv, "udiv": term.OpBVUDiv,
	"smod": term.OpBVSMod, "srem": term.OpBVSRem, "urem": term.OpBVURem,
}

// ordered are the operators on two words of one sort whose result is one bit.
var ordered = map[string]term.Op{
	"sgt": term.OpBVSgt, "sgte": term.OpBVSge, "slt": term.OpBVSlt, "slte": term.OpBVSle,
	"ugt": term.OpBVUgt, "ugte": term.OpBVUge, "ult": term.OpBVUlt, "ulte": term.OpBVUle,
	"saddo": term.OpBVSAddO, "sdivo": term.OpBVSDivO, "smulo": term.OpBVSMulO, "ssubo": term.OpBVSSubO,
	"uaddo": term.OpBVUAddO, "umulo": term.OpBVUMulO, "usubo": term.OpBVUSubO,
}

// others are further operators on words.
var others = []string{"not", "inc", "dec", "neg", "redand", "redor", "redxor", "uext", "sext", "slice", "iff",
	"implies", "concat", "rol", "ror"}

// node reads the rest of a line that defines a value: its sort, operands and parameters.
func (r *reader) node(l *line, id int64, keyword token) error {
	op := keyword.text
	var made value
	var err error
	var sort term.Sort
	switch op {
	case "const", "constd", "consth", "zero", "one", "ones":
		if sort, err = l.word(); err == nil {
			made, err = r.constant(l, op, sort.Width())
		}
	case "read", "write", "ite", "eq", "neq":
		var at token
		if sort, at, err = l.sort(); err == nil {
			made, err = r.general(l, op, sort, at)
		}
	default:
		if same[op] == 0 && ordered[op] == 0 && !slices.Contains(others, op) {
			return l.fail(keyword, "unknown keyword %s", short(op))
		}
		if sort, err = l.word(); err == nil {
			made, err = r.onWords(l, op, sort)
		}
	}
	if err != nil {
		return err
	}
	if made.sort != sort {
		return l.fail(l.words[2], "the result of %s is %s, not %s", op, r.sortName(made.sort),
			r.sortName(sort))
	}
	r.values[id] = made
	return nil
}

// constant reads a constant.
func (r *reader) constant(l *line, op string, width int) (value, error) {
	v, err := big.NewInt(0), error(nil)
	switch op {
	case "one":
		v.SetInt64(1)
	case "ones":
		v.SetInt64(-1)
	case "const":
		v, err = l.literal(width, 2)
	case "constd":
		v, err = l.literal(width, 10)
	case "consth":
		v, err = l.literal(width, 16)
	}
	if err != nil {
		return value{}, err
	}
	if width == 1 {
		return ofTruth(r.st.Bool(v.Bit(0) == 1)), nil
	}
	return value{r.st.BVBig(width, v), term.BitVec(width)}, nil
}

// general applies an operator that arrays may be operands of.
func (r *reader) general(l *line, op string, sort term.Sort, at token) (value, error) {
	switch op {
	case "eq", "neq":
		a, _, err := l.value()
		if err != nil {
			return value{}, err
		}
		b, err := l.operand(a.sort)
		if err != nil {
			return value{}, err
		}
		t := r.st.Eq(a.term, b.term)
		if op == "neq" {
			t = r.st.Not(t)
		}
		return ofTruth(t), nil
	case "ite":
		c, err := l.operand(term.BitVec(1))
		if err != nil {
			return value{}, err
		}
		a, err := l.operand(sort)
		if err != nil {
			return value{}, err
		}
		b, err := l.operand(sort)
		if err != nil {
			return value{}, err
		}
		return value{r.st.Ite(c.term, a.term, b.term), sort}, nil
	}
	a, w, err := l.value()
	if err != nil {
		return value{}, err
	}
	if !a.sort.IsArray() {
		return value{}, l.fail(w, "operand %s is %s, want an array", w.text, r.sortName(a.sort))
	}
	index, elem := r.st.ArrayParts(a.sort)
	i, err := l.operand(index)
	if err != nil {
		return value{}, err
	}
	if op == "read" {
		return r.ofWord(r.st.Select(a.term, r.word(i))), nil
	}
	e, err := l.operand(elem)
	if err != nil {
		return value{}, err
	}
	return value{r.st.Mk(term.OpStore, nil, a.term, r.word(i), r.word(e)), a.sort}, nil
}

// onWords applies an operator whose operands are words.
func (r *reader) onWords(l *line, op string, sort term.Sort) (value, error) {
	a, err := l.anyWord()
	if err != nil {
		return value{}, err
	}
	switch op {
	case "not":
		return r.not(a), nil
	case "inc":
		return r.ofWord(r.st.BVAdd(r.word(a), r.st.BV(a.sort.Width(), 1))), nil
	case "dec":
		return r.ofWord(r.st.BVSub(r.word(a), r.st.BV(a.sort.Width(), 1))), nil
	case "neg":
		return r.ofWord(r.st.BVNeg(r.word(a))), nil
	case "redand":
		return ofTruth(r.st.Eq(r.word(a), r.st.BVBig(a.sort.Width(), big.NewInt(-1)))), nil
	case "redor":
		return ofTruth(r.st.Not(r.st.Eq(r.word(a), r.st.BV(a.sort.Width(), 0)))), nil
	case "redxor":
		return r.parity(a), nil
	case "uext", "sext":
		by, _, err := l.natural("the number of bits to extend by", 0, maxWidth-a.sort.Width())
		if err != nil {
			return value{}, err
		}
		ext := map[string]term.Op{"uext": term.OpZeroExt, "sext": term.OpSignExt}[op]
		return r.ofWord(r.st.Mk(ext, []int{by}, r.word(a))), nil
	case "slice":
		hi, _, err := l.natural("the upper bit of a slice", 0, a.sort.Width()-1)
		if err != nil {
			return value{}, err
		}
		lo, _, err := l.natural("the lower bit of a slice", 0, hi)
		if err != nil {
			return value{}, err
		}
		return r.ofWord(r.st.Extract(hi, lo, r.word(a))), nil
	}
	return r.onTwoWords(l, op, a)
}

// parity is whether the number of ones in a word is odd: that of the exclusive or of its halves.
func (r *reader) parity(a value) value {
	odd, x := r.st.False(), r.word(a)
	for w := a.sort.Width(); w > 1; w /= 2 {
		if w%2 == 1 {
			odd = r.st.Xor(odd, r.ofWord(r.st.Extract(w-1, w-1, x)).term)
		}
		x = r.st.BVXor(r.st.Extract(w/2*2-1, w/2, x), r.st.Extract(w/2-1, 0, x))
	}
	return ofTruth(r.st.Xor(odd, r.ofWord(x).term))
}

// onTwoWords applies an operator to a word and another one, which is read.
func (r *reader) onTwoWords(l *line, op string, a value) (value, error) {
	if op == "concat" {
		b, err := l.anyWord()
		if err != nil {
			return value{}, err
		}
		if w := a.sort.Width() + b.sort.Width(); w > maxWidth {
			return value{}, l.fail(l.words[1], "the result has %d bits, at most %d are supported", w,
				maxWidth)
		}
		return r.ofWord(r.st.Concat(r.word(a), r.word(b))), nil
	}
	b, err := l.operand(a.sort)
	if err != nil {
		return value{}, err
	}
	if (op == "iff" || op == "implies") && a.sort != term.BitVec(1) {
		return value{}, l.fail(l.words[3], "operand %s is %s, want one bit", l.words[3].text,
			r.sortName(a.sort))
	}
	if a.sort == term.BitVec(1) {
		if t := r.onBits(op, a.term, b.term); t != term.None {
			return ofTruth(t), nil
		}
	}
	x, y := r.word(a), r.word(b)
	switch op {
	case "rol":
		return r.ofWord(r.rotate(term.OpBVShl, term.OpBVLShr, x, y)), nil
	case "ror":
		return r.ofWord(r.rotate(term.OpBVLShr, term.OpBVShl, x, y)), nil
	}
	if o := ordered[op]; o != 0 {
		return ofTruth(r.st.Mk(o, nil, x, y)), nil
	}
	return r.ofWord(r.st.Mk(same[op], nil, x, y)), nil
}

// onBits applies a logical operator to formulas; None: op is none.
func (r *reader) onBits(op string, a, b term.Term) term.Term {
	st := r.st
	switch op {
	case "and":
		return st.And(a, b)
	case "nand":
		return st.Not(st.And(a, b))
	case "or":
		return st.Or(a, b)
	case "nor":
		return st.Not(st.Or(a, b))
	case "xor":
		return st.Xor(a, b)
	case "xnor", "iff":
		return st.Eq(a, b)
	case "implies":
		return st.Implies(a, b)
	}
	return term.None
}

// rotate shifts by y modulo the width one way, and by the rest of the width the other way. Shifting by the
// whole width gives zero.
func (r *reader) rotate(one, other term.Op, x, y term.Term) term.Term {
	w := r.st.Sort(x).Width()
	if w == 1 {
		return x
	}
	by := r.st.BVURem(y, r.st.BV(w, uint64(w)))
	rest := r.st.BVSub(r.st.BV(w, uint64(w)), by)
	return r.st.BVOr(r.st.Mk(one, nil, x, by), r.st.Mk(other, nil, x, rest))
}
