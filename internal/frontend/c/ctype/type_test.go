package ctype

import (
	"testing"

	"modernc.org/cc/v4"
)

// TestCompatible checks the rules of C11 6.2.7 on types that differ in one place.
func TestCompatible(t *testing.T) {
	integer, char, unsigned := basic(cc.Int), basic(cc.Char), basic(cc.UInt)
	array := func(e *Type, n int64) *Type { return &Type{Kind: Array, Elem: e, Len: n} }
	function := func(result *Type, params ...*Type) *Type {
		return &Type{Kind: Func, Elem: result, Params: params, Prototype: true}
	}
	old := &Type{Kind: Func, Elem: integer}
	enum := &Type{Kind: Enum, Under: unsigned, tag: 1}
	for _, c := range []struct {
		name string
		a, b *Type
		want bool
	}{
		{"same", integer, basic(cc.Int), true},
		{"other", integer, unsigned, false},
		{"const", integer, integer.Qualified(Const), false},
		{"const behind a pointer", PointerTo(integer), PointerTo(integer.Qualified(Const)), false},
		{"const behind two pointers", PointerTo(PointerTo(integer)),
			PointerTo(PointerTo(integer.Qualified(Const))), false},
		{"depth", PointerTo(integer), PointerTo(PointerTo(integer)), false},
		{"lengths", array(integer, 3), array(integer, 4), false},
		{"unknown length", array(integer, 3), array(integer, Unknown), true},
		{"parameters", function(integer, integer), function(integer, char), false},
		{"result", function(integer, integer), function(char, integer), false},
		{"no prototype", function(integer, integer), old, true},
		{"no prototype, promoted parameter", function(integer, char), old, false},
		{"enumeration and its type", enum, unsigned, true},
		{"enumeration and another type", enum, integer, false},
		{"two enumerations", enum, &Type{Kind: Enum, Under: unsigned, tag: 2}, false},
		{"width", &Type{Kind: Basic, Basic: cc.ULongLong, Bits: 40}, basic(cc.ULongLong), false},
	} {
		if got := Compatible(c.a, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := Compatible(c.b, c.a); got != c.want {
			t.Errorf("%s, exchanged: %v, want %v", c.name, got, c.want)
		}
	}
}
