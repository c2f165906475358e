package layout

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// MaxBitInt is the largest width of a _BitInt that is supported.
const MaxBitInt = 128

// bitIntMark begins the visibility of a _BitInt. The parser does not know such types, so for it a _BitInt(N)
// is the smallest basic type with N bits that bears this attribute, the only one with a text that is kept
// with a type everywhere.
const bitIntMark = "whittle _BitInt "

// BitIntMacros defines _BitInt and _ExtInt for the widths that are supported.
func BitIntMacros() string {
	var b strings.Builder
	b.WriteString("#define _BitInt(n) __whittle_bitint(n)\n#define _ExtInt(n) __whittle_bitint(n)\n" +
		"#define __whittle_bitint(n) " + BitIntBase + "##n __attribute__((visibility(\"" + bitIntMark +
		"\" #n)))\n")
	define := func(n int, base string) {
		b.WriteString("#define " + BitIntBase + strconv.Itoa(n) + " " + base + "\n")
	}
	for n := 1; n <= MaxBitInt; n++ {
		switch {
		case n <= 8:
			define(n, "char")
		case n <= 16:
			define(n, "short")
		case n <= 32:
			define(n, "int")
		case n <= 64:
			define(n, "long long")
		default:
			define(n, "__int128")
		}
	}
	return b.String()
}

// BitIntBase begins the names of the macros for the types that stand for _BitInt; their ends are the widths.
const BitIntBase = "__whittle_bits_"

// BitInt returns N if t is _BitInt(N), else 0.
func BitInt(t cc.Type) int {
	if _, ok := t.(*cc.PredefinedType); !ok {
		return 0
	}
	a := t.Attributes()
	if a == nil {
		return 0
	}
	digits, ok := strings.CutPrefix(a.Visibility(), bitIntMark)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// MarksBitInt reports whether attributes of a declaration make its type a _BitInt.
func MarksBitInt(l *cc.AttributeSpecifierList) bool {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil && v.AttributeValue.Token.SrcStr() == "visibility" &&
				v.AttributeValue.ArgumentExpressionList != nil &&
				strings.Contains(cc.NodeSource(v.AttributeValue.ArgumentExpressionList), bitIntMark) {
				return true
			}
		}
	}
	return false
}
