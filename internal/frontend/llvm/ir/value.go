package ir

import (
	"math"
	"math/big"
	"strconv"
)

// ValueKind is the kind of a Value.
type ValueKind uint8

// The kinds of values.
const (
	None         ValueKind = iota
	Local                  // the slot N of the function
	ConstInt               // N, or X.Big where that is wider than 64 bits; of type Int
	ConstFloat             // the bits N, or X.Big where they are more than 64
	Null                   // the null pointer, or none of a token
	Undef                  // any value, another one at each use
	Poison                 // the result of something undefined
	Zero                   // zeroinitializer, of any type
	Global                 // the address of X.Name
	Aggregate              // of X.Elems: an Array, a Struct or a Vector
	Bytes                  // an Array of bytes, X.Name
	Expr                   // the constant expression X
	BlockAddress           // of the block X.Label in the function X.Name
	Asm                    // inline assembly, an operand of calls; X.Name is its code, X.Label what ties it
	Meta                   // metadata, an operand of calls of intrinsics
)

// Value is an operand: a constant, or a value of the function.
type Value struct {
	Kind ValueKind
	Type *Type
	N    uint64
	X    *Const
}

// Const is the rest of a constant that is no number.
type Const struct {
	Name  string
	Label string
	Big   *big.Int // not negative
	Elems []Value
	Op    Op    // of an expression: an operation like those of instructions, its operands are Elems
	Elem  *Type // of a getelementptr: the type that it steps through
	Pred  Pred  // of a comparison
	Index []int // of extractvalue and insertvalue
	Flags Flags // of an expression
	Meta  MDRef // of metadata
}

// value reads an operand of a type.
func (p *parser) value(t *Type) Value {
	p.enter()
	defer p.leave()
	switch p.tok.kind {
	case tLocal:
		if p.fn == nil {
			p.fail("a local value outside of a function")
		}
		v := Value{Kind: Local, Type: t, N: uint64(p.slot(p.str(), t))}
		p.next()
		return v
	case tGlobal:
		v := p.global()
		v.Type = t
		return v
	case tNumber:
		return p.number(t)
	case tChars:
		v := Value{Kind: Bytes, Type: t, X: &Const{Name: p.str()}}
		p.next()
		return v
	case tPunct:
		return p.aggregate(t)
	case tMeta, tBang:
		return Value{Kind: Meta, Type: t, X: &Const{Meta: p.mdRef()}}
	case tWord:
		return p.wordValue(t)
	}
	p.fail("%s where a value was expected", p.describe())
	return Value{}
}

// global reads a global name.
func (p *parser) global() Value {
	if p.tok.kind != tGlobal {
		p.fail("%s where a global name was expected", p.describe())
	}
	v := Value{Kind: Global, Type: pointerType, X: &Const{Name: symbol(p.str())}}
	p.next()
	return v
}

// symbol is the name in the object file: a first character 1 says that nothing is put in front of the rest.
func symbol(name string) string {
	if name != "" && name[0] == 1 {
		return name[1:]
	}
	return name
}

// typedValue reads a type and an operand of it.
func (p *parser) typedValue() Value {
	t := p.typ()
	return p.value(t)
}

func (p *parser) wordValue(t *Type) Value {
	simple := func(k ValueKind) Value {
		p.next()
		return Value{Kind: k, Type: t}
	}
	switch p.tok.text {
	case "null", "none":
		return simple(Null)
	case "undef":
		return simple(Undef)
	case "poison":
		return simple(Poison)
	case "zeroinitializer":
		return simple(Zero)
	case "true":
		p.next()
		return Value{Kind: ConstInt, Type: t, N: 1}
	case "false":
		return simple(ConstInt)
	case "blockaddress":
		p.next()
		p.expect("(")
		v := Value{Kind: BlockAddress, Type: t, X: &Const{Name: p.global().X.Name}}
		p.expect(",")
		if p.tok.kind != tLocal {
			p.fail("%s where a label was expected", p.describe())
		}
		v.X.Label = p.str()
		p.next()
		p.expect(")")
		return v
	case "dso_local_equivalent", "no_cfi":
		p.next()
		v := p.global()
		v.Type = t
		return v
	case "asm":
		p.next()
		v := Value{Kind: Asm, Type: t, X: &Const{}}
		for p.tok.kind == tWord {
			p.next() // sideeffect, alignstack, inteldialect, unwind
		}
		v.X.Name = p.str()
		p.next()
		p.expect(",")
		v.X.Label = p.str()
		p.next()
		return v
	case "splat":
		p.next()
		p.expect("(")
		e := p.typedValue()
		p.expect(")")
		if t.Kind != Vector || t.Len > maxSplat {
			p.fail("splat for the type %v", t)
		}
		v := Value{Kind: Aggregate, Type: t, X: &Const{}}
		for range t.Len {
			v.X.Elems = append(v.X.Elems, e)
		}
		return v
	}
	return p.constExpr(t)
}

// maxSplat limits how many elements one word stands for.
const maxSplat = 1 << 16

// aggregate reads the constant of an array, a structure or a vector.
func (p *parser) aggregate(t *Type) Value {
	v := Value{Kind: Aggregate, Type: t, X: &Const{}}
	end, packed := "", false
	switch {
	case p.accept("["):
		end = "]"
	case p.accept("{"):
		end = "}"
	case p.accept("<"):
		end = ">"
		if p.accept("{") {
			end, packed = "}", true
		}
	default:
		p.fail("%s where a value was expected", p.describe())
	}
	for !p.accept(end) {
		if len(v.X.Elems) > 0 {
			p.expect(",")
		}
		v.X.Elems = append(v.X.Elems, p.typedValue())
	}
	if packed {
		p.expect(">")
	}
	return v
}

// number reads a number of a type.
func (p *parser) number(t *Type) Value {
	text := p.tok.text
	v := Value{Kind: ConstInt, Type: t}
	switch {
	case t.Kind == Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err == nil && t.Bits <= 64 {
			v.N = uint64(n) & mask(t.Bits)
			break
		}
		b := new(big.Int)
		digits, base := text, 10
		if len(text) > 3 && text[1:3] == "0x" { // u0x or s0x
			digits, base = text[3:], 16
		}
		if _, ok := b.SetString(digits, base); !ok {
			p.fail("%s is no integer", p.describe())
		}
		b.And(b, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(t.Bits)), big.NewInt(1)))
		if t.Bits <= 64 {
			v.N = b.Uint64()
		} else {
			v.X = &Const{Big: b}
		}
	case t.IsFloat():
		v.Kind = ConstFloat
		bits, problem := floatBits(text, t.Kind)
		if bits == nil {
			p.fail("%s is no number of type %v%s", p.describe(), t, problem)
		}
		if bits.IsUint64() {
			v.N = bits.Uint64()
		} else {
			v.X = &Const{Big: bits}
		}
	case t.Kind == Pointer && text == "0":
		v.Kind = Null
	default:
		p.fail("a number of type %v", t)
	}
	p.next()
	return v
}

func mask(bits int) uint64 {
	if bits >= 64 {
		return math.MaxUint64
	}
	return 1<<bits - 1
}

// floatBits is the representation of a floating-point number of a kind. LLVM writes numbers of type float and
// double in hexadecimal as the double of the same value.
func floatBits(text string, k Kind) (bits *big.Int, problem string) {
	if len(text) > 2 && text[:2] == "0x" {
		digits := text[2:]
		letter := map[Kind]byte{Half: 'H', BFloat: 'R', X86FP80: 'K', FP128: 'L', PPCFP128: 'M'}[k]
		if letter != 0 {
			if len(digits) < 2 || digits[0] != letter {
				return nil, ", it is of another type"
			}
			digits = digits[1:]
		}
		b, ok := new(big.Int).SetString(digits, 16)
		if !ok || b.Sign() < 0 {
			return nil, ""
		}
		switch {
		case (k == Float || k == Double) && !b.IsUint64():
			return nil, ""
		case k == Float:
			return new(big.Int).SetUint64(uint64(narrow(b.Uint64()))), ""
		case (k == FP128 || k == PPCFP128) && len(digits) == 32:
			// The low half stands first.
			lo := new(big.Int).Rsh(b, 64)
			hi := new(big.Int).And(b, new(big.Int).SetUint64(math.MaxUint64))
			return hi.Or(hi.Lsh(hi, 64), lo), ""
		}
		return b, ""
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, ""
	}
	switch k {
	case Double:
		return new(big.Int).SetUint64(math.Float64bits(f)), ""
	case Float:
		return new(big.Int).SetUint64(uint64(math.Float32bits(float32(f)))), ""
	}
	return nil, ", which is written in hexadecimal"
}

// narrow turns the bits of a double into those of a float of the same value, and keeps what a NaN carries.
func narrow(d uint64) uint32 {
	f := math.Float64frombits(d)
	if f != f {
		return uint32(d>>32)&(1<<31) | 0x7f800000 | uint32(d>>29)&(1<<23-1)
	}
	return math.Float32bits(float32(f))
}
