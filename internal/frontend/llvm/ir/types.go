package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is the kind of a type.
type Kind uint8

// The kinds of types.
const (
	Void Kind = iota
	Int
	Half
	BFloat
	Float
	Double
	X86FP80
	FP128
	PPCFP128
	Pointer
	Vector
	Array
	Struct
	Func
	LabelType
	MetadataType
	TokenType
	MMX
	Target // a type of a target: target("name", ...)
)

// Type is a type. All pointers are one sort: what they point to is not kept.
type Type struct {
	Kind      Kind
	Bits      int     // of an Int
	Len       uint64  // of an Array or a Vector
	Elem      *Type   // of an Array or a Vector; the result of a Func
	Fields    []*Type // of a Struct; the parameters of a Func
	Packed    bool    // a Struct without padding
	Variadic  bool    // of a Func
	Scalable  bool    // of a Vector whose length the machine decides
	Name      string  // of a Struct or a Target; empty: the type has none
	Opaque    bool    // a Struct whose fields are not known
	AddrSpace int     // of a Pointer
}

// Types that there is one of.
var (
	voidType     = &Type{Kind: Void}
	labelType    = &Type{Kind: LabelType}
	metadataType = &Type{Kind: MetadataType}
	tokenType    = &Type{Kind: TokenType}
	mmxType      = &Type{Kind: MMX}
	pointerType  = &Type{Kind: Pointer}
	floatTypes   = map[string]*Type{"half": {Kind: Half}, "bfloat": {Kind: BFloat}, "float": {Kind: Float},
		"double": {Kind: Double}, "x86_fp80": {Kind: X86FP80}, "fp128": {Kind: FP128},
		"ppc_fp128": {Kind: PPCFP128}}
	commonInts = func() (t [129]*Type) {
		for i := range t {
			t[i] = &Type{Kind: Int, Bits: i}
		}
		return t
	}()
)

// IntType is the type of integers of some bits.
func IntType(bits int) *Type {
	if bits >= 0 && bits < len(commonInts) {
		return commonInts[bits]
	}
	return &Type{Kind: Int, Bits: bits}
}

// PointerType is the type of pointers.
func PointerType() *Type { return pointerType }

// IsFloat reports whether t is a type of floating-point numbers.
func (t *Type) IsFloat() bool { return t.Kind >= Half && t.Kind <= PPCFP128 }

// IsAggregate reports whether t is an array or a structure.
func (t *Type) IsAggregate() bool { return t.Kind == Array || t.Kind == Struct }

// String writes the type as LLVM 15 and later do.
func (t *Type) String() string {
	switch t.Kind {
	case Void:
		return "void"
	case Int:
		return "i" + strconv.Itoa(t.Bits)
	case Half:
		return "half"
	case BFloat:
		return "bfloat"
	case Float:
		return "float"
	case Double:
		return "double"
	case X86FP80:
		return "x86_fp80"
	case FP128:
		return "fp128"
	case PPCFP128:
		return "ppc_fp128"
	case Pointer:
		if t.AddrSpace != 0 {
			return fmt.Sprintf("ptr addrspace(%d)", t.AddrSpace)
		}
		return "ptr"
	case Vector:
		if t.Scalable {
			return fmt.Sprintf("<vscale x %d x %v>", t.Len, t.Elem)
		}
		return fmt.Sprintf("<%d x %v>", t.Len, t.Elem)
	case Array:
		return fmt.Sprintf("[%d x %v]", t.Len, t.Elem)
	case Struct:
		if t.Name != "" {
			return "%" + t.Name
		}
		s := "{ " + list(t.Fields) + " }"
		if len(t.Fields) == 0 {
			s = "{}"
		}
		if t.Packed {
			return "<" + s + ">"
		}
		return s
	case Func:
		params := list(t.Fields)
		switch {
		case t.Variadic && params != "":
			params += ", ..."
		case t.Variadic:
			params = "..."
		}
		return fmt.Sprintf("%v (%s)", t.Elem, params)
	case LabelType:
		return "label"
	case MetadataType:
		return "metadata"
	case TokenType:
		return "token"
	case MMX:
		return "x86_mmx"
	}
	return fmt.Sprintf("target(%q)", t.Name)
}

func list(types []*Type) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

// startsType reports whether the current token begins a type.
func (p *parser) startsType() bool {
	switch p.tok.kind {
	case tLocal:
		return true
	case tPunct:
		return p.tok.text == "[" || p.tok.text == "{" || p.tok.text == "<"
	case tWord:
		switch p.tok.text {
		case "void", "ptr", "label", "metadata", "token", "x86_mmx", "opaque", "target":
			return true
		}
		return intBits(p.tok.text) > 0 || floatTypes[p.tok.text] != nil
	}
	return false
}

// intBits is the width that a word like i32 says, or 0.
func intBits(s string) int {
	if len(s) < 2 || s[0] != 'i' || s[1] < '1' || s[1] > '9' {
		return 0
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil || n >= 1<<23 {
		return 0
	}
	return n
}

// typ reads a type.
func (p *parser) typ() *Type {
	p.enter()
	defer p.leave()
	t := p.baseType()
	for p.tok.kind == tPunct || p.tok.kind == tWord {
		switch p.tok.text {
		case "*":
			p.next()
			t = pointerType
		case "addrspace":
			n := p.addrSpace()
			p.accept("*")
			t = &Type{Kind: Pointer, AddrSpace: n}
		case "(":
			t = p.funcType(t)
		default:
			return t
		}
	}
	return t
}

func (p *parser) addrSpace() int {
	p.expect("addrspace")
	p.expect("(")
	n := 0
	if p.tok.kind == tString { // "A", "G" or "P" of the data layout
		p.next()
	} else {
		n = int(p.count())
	}
	p.expect(")")
	return n
}

func (p *parser) funcType(result *Type) *Type {
	f := &Type{Kind: Func, Elem: result}
	p.expect("(")
	for !p.accept(")") {
		if len(f.Fields) > 0 {
			p.expect(",")
		}
		if p.accept("...") {
			f.Variadic = true
			p.expect(")")
			return f
		}
		f.Fields = append(f.Fields, p.typ())
	}
	return f
}

func (p *parser) baseType() *Type {
	switch p.tok.kind {
	case tLocal:
		t := p.m.named(p.str())
		p.next()
		return t
	case tWord:
		if n := intBits(p.tok.text); n > 0 {
			p.next()
			return IntType(n)
		}
		if t := floatTypes[p.tok.text]; t != nil {
			p.next()
			return t
		}
		switch p.tok.text {
		case "void":
			p.next()
			return voidType
		case "ptr":
			p.next()
			return pointerType
		case "label":
			p.next()
			return labelType
		case "metadata":
			p.next()
			return metadataType
		case "token":
			p.next()
			return tokenType
		case "x86_mmx":
			p.next()
			return mmxType
		case "opaque":
			p.next()
			return &Type{Kind: Struct, Opaque: true}
		case "target":
			p.next()
			t := &Type{Kind: Target}
			p.peekIs("(")
			begin := p.off
			p.skipBalanced()
			if s := strings.SplitN(p.src[begin:], `"`, 3); len(s) == 3 {
				t.Name = s[1]
			}
			return t
		}
	case tPunct:
		switch p.tok.text {
		case "[":
			p.next()
			t := &Type{Kind: Array, Len: p.count()}
			p.expect("x")
			t.Elem = p.typ()
			p.expect("]")
			return t
		case "{":
			return p.structType(false)
		case "<":
			p.next()
			if p.is("{") {
				t := p.structType(true)
				p.expect(">")
				return t
			}
			t := &Type{Kind: Vector}
			if p.accept("vscale") {
				t.Scalable = true
				p.expect("x")
			}
			t.Len = p.count()
			p.expect("x")
			t.Elem = p.typ()
			p.expect(">")
			return t
		}
	}
	p.fail("%s where a type was expected", p.describe())
	return nil
}

func (p *parser) structType(packed bool) *Type {
	t := &Type{Kind: Struct, Packed: packed}
	p.expect("{")
	for !p.accept("}") {
		if len(t.Fields) > 0 {
			p.expect(",")
		}
		t.Fields = append(t.Fields, p.typ())
	}
	return t
}

// count reads a number that is not negative.
func (p *parser) count() uint64 {
	n, err := strconv.ParseUint(p.tok.text, 10, 64)
	if p.tok.kind != tNumber || err != nil {
		p.fail("%s where a number was expected", p.describe())
	}
	p.next()
	return n
}

// alignment reads an alignment, which is at most 2^32.
func (p *parser) alignment() uint64 {
	at := p.tok.off
	n := p.count()
	if n > 1<<32 {
		failAt(at, "the alignment %d is too large", n)
	}
	return n
}

// small reads a number that is not negative and less than 2^31.
func (p *parser) small() int {
	at := p.tok.off
	n := p.count()
	if n >= 1<<31 {
		failAt(at, "the number %d is too large here", n)
	}
	return int(n)
}
