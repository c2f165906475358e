package term

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"
)

// Value is the value of a term: a truth value, a bit-vector, an integer, a rational, an array, an element of
// an uninterpreted sort or a function. The zero Value is no value. Values are immutable.
type Value struct {
	sort Sort
	bits uint64 // Bool, bit-vectors of at most 64 bits, Int within int64, the number of an element
	ref  any    // else *big.Int, *big.Rat, *arrayValue, *funcValue; sortName of an element
}

// BoolValue returns the value of b.
func BoolValue(b bool) Value {
	if b {
		return Value{sort: Bool, bits: 1}
	}
	return Value{sort: Bool}
}

// BVValue returns the bit-vector v modulo 2^width.
func BVValue(width int, v uint64) Value {
	if width > 64 {
		return BVValueBig(width, new(big.Int).SetUint64(v))
	}
	return Value{sort: BitVec(width), bits: v & ones(width)}
}

// BVValueBig returns the bit-vector v modulo 2^width; v may be negative.
func BVValueBig(width int, v *big.Int) Value {
	m := wrapBig(width, v)
	if width <= 64 {
		return Value{sort: BitVec(width), bits: m.Uint64()}
	}
	return Value{sort: BitVec(width), ref: m}
}

// IntValue returns the integer v.
func IntValue(v *big.Int) Value {
	if v.IsInt64() {
		return Value{sort: Int, bits: uint64(v.Int64())}
	}
	return Value{sort: Int, ref: new(big.Int).Set(v)}
}

// RealValue returns the rational v.
func RealValue(v *big.Rat) Value { return Value{sort: Real, ref: new(big.Rat).Set(v)} }

// Sort returns the sort of the value, 0 for the zero Value. An array sort is one
// of the store that the value came from.
func (v Value) Sort() Sort { return v.sort }

// Bool returns whether the value is true. It is false for other sorts.
func (v Value) Bool() bool { return v.sort == Bool && v.bits != 0 }

// Uint64 returns the low 64 bits of a Bool (0 or 1), bit-vector or Int value.
func (v Value) Uint64() uint64 {
	if b, ok := v.ref.(*big.Int); ok {
		return wrapBig(64, b).Uint64()
	}
	return v.bits
}

// Int64 returns a bit-vector of at most 64 bits as a signed number, and the low 64 bits of other values.
func (v Value) Int64() int64 {
	if w := v.sort.Width(); w > 0 && w <= 64 {
		return sext(w, v.bits)
	}
	return int64(v.Uint64())
}

// Big returns a Bool (0 or 1), bit-vector (unsigned) or Int value as a new number, nil for other sorts.
func (v Value) Big() *big.Int {
	switch b := v.ref.(type) {
	case *big.Int:
		return new(big.Int).Set(b)
	case nil:
		if v.sort == Int {
			return big.NewInt(int64(v.bits))
		}
		return new(big.Int).SetUint64(v.bits)
	}
	return nil
}

// big is Big for reading only.
func (v Value) big() *big.Int {
	if b, ok := v.ref.(*big.Int); ok {
		return b
	}
	return v.Big()
}

// Rat returns an Int or Real value as a new number, nil for other sorts.
func (v Value) Rat() *big.Rat {
	if r, ok := v.ref.(*big.Rat); ok {
		return new(big.Rat).Set(r)
	}
	if v.sort == Int {
		return new(big.Rat).SetInt(v.big())
	}
	return nil
}

func (v Value) rat() *big.Rat {
	if r, ok := v.ref.(*big.Rat); ok {
		return r
	}
	return v.Rat()
}

// Equal reports whether two values are the same. Values of different sorts differ.
func (v Value) Equal(w Value) bool {
	if v.sort != w.sort || v.bits != w.bits {
		return false
	}
	switch x := v.ref.(type) {
	case *big.Int:
		y, ok := w.ref.(*big.Int)
		return ok && x.Cmp(y) == 0
	case *big.Rat:
		return x.Cmp(w.ref.(*big.Rat)) == 0
	case *arrayValue:
		return x.equal(w.ref.(*arrayValue))
	case *funcValue:
		return x.equal(w.ref.(*funcValue))
	case sortName:
		return true
	}
	return w.ref == nil
}

// compare orders the values of one sort, as keys of arrays are ordered: numbers by
// size, bit-vectors as unsigned numbers.
func (v Value) compare(w Value) int {
	switch v.sort {
	case Real:
		return v.rat().Cmp(w.rat())
	case Int:
		if v.ref == nil && w.ref == nil {
			return cmp.Compare(int64(v.bits), int64(w.bits))
		}
		return v.big().Cmp(w.big())
	}
	if x, ok := v.ref.(*big.Int); ok {
		return x.Cmp(w.big())
	}
	if x, ok := v.ref.(*arrayValue); ok {
		return x.compare(w.ref.(*arrayValue))
	}
	switch {
	case v.bits < w.bits:
		return -1
	case v.bits > w.bits:
		return 1
	}
	return 0
}

// String returns the SMT-LIB text of the value.
func (v Value) String() string {
	switch {
	case v.sort == Bool:
		return fmt.Sprint(v.bits != 0)
	case v.sort == Int:
		return intText(v.big())
	case v.sort == Real:
		return realText(v.rat())
	case v.sort.IsBitVec():
		return bvText(v.sort.Width(), v.big())
	case v.sort.IsArray():
		return v.ref.(*arrayValue).text(v.sort)
	case v.sort.IsFunc():
		return v.ref.(*funcValue).text()
	case v.sort.IsUninterpreted():
		return elementText(v)
	}
	return "none"
}

func intText(v *big.Int) string {
	if v.Sign() < 0 {
		return "(- " + new(big.Int).Neg(v).String() + ")"
	}
	return v.String()
}

func realText(r *big.Rat) string {
	num, den := new(big.Int).Abs(r.Num()), r.Denom()
	t := num.String() + ".0"
	if !r.IsInt() {
		t = "(/ " + t + " " + den.String() + ".0)"
	}
	if r.Sign() < 0 {
		return "(- " + t + ")"
	}
	return t
}

// bvText writes #x where the width is a multiple of 4, else #b.
func bvText(w int, v *big.Int) string {
	base, digits, prefix := 2, w, "#b"
	if w%4 == 0 {
		base, digits, prefix = 16, w/4, "#x"
	}
	t := v.Text(base)
	return prefix + strings.Repeat("0", digits-len(t)) + t
}

// ZeroValue returns the default value of a sort: false, 0, element 0, or the array or function that is the
// default everywhere. It panics if sort is no sort of the store.
func (s *Store) ZeroValue(sort Sort) Value {
	switch {
	case sort == Real:
		return Value{sort: Real, ref: new(big.Rat)}
	case sort.Width() > 64:
		return Value{sort: sort, ref: new(big.Int)}
	case sort.IsArray():
		_, elem := s.ArrayParts(sort)
		return s.ArrayValue(sort, s.ZeroValue(elem))
	case sort.IsFunc():
		_, result := s.FuncParts(sort)
		return s.FuncValue(sort, s.ZeroValue(result))
	case sort.IsUninterpreted():
		return s.ElementValue(sort, 0)
	}
	return Value{sort: sort}
}

// FromValue returns the literal of a value; an array becomes a chain of stores over a constant array. The
// value of an array or an element must come from this store or a base of it. It panics on functions, which
// have no literals; [Store.BodyOf] has their terms.
func (s *Store) FromValue(v Value) Term {
	switch {
	case v.sort == Bool:
		return s.Bool(v.bits != 0)
	case v.sort == Int:
		return s.Int(v.big())
	case v.sort == Real:
		return s.Real(v.rat())
	case v.sort.IsBitVec():
		if v.ref == nil {
			return s.bv(v.sort, v.bits)
		}
		return s.BVBig(v.sort.Width(), v.big())
	case v.sort.IsArray():
		a := v.ref.(*arrayValue)
		t := s.ConstArray(v.sort, s.FromValue(a.def))
		for _, e := range a.entries() {
			t = s.StoreArr(t, s.FromValue(e.Index), s.FromValue(e.Elem))
		}
		return t
	case v.sort.IsUninterpreted():
		return s.intern(head(OpConst, v.sort), 0, Term(v.bits), Term(v.bits>>32))
	}
	panic("term: FromValue of no value or a function")
}
