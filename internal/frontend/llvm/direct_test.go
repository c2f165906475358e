package llvm

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
)

// TestShadowIsShort checks that a function of a program with exceptions costs the C front end few words: it
// takes longer to read them than all of the module.
func TestShadowIsShort(t *testing.T) {
	var text strings.Builder
	text.WriteString("declare void @__cxa_throw(ptr, ptr, ptr)\n@_ZTIi = external constant ptr\n")
	const n = 50
	for i := range n {
		fmt.Fprintf(&text, "define i64 @f%d(ptr %%p, i64 %%n) {\n", i)
		fmt.Fprintf(&text, "%%r = call i64 @f%d(ptr %%p, i64 %%n)\nret i64 %%r\n}\n", i+1)
	}
	fmt.Fprintf(&text, `define i64 @f%d(ptr %%p, i64 %%n) {
	call void @__cxa_throw(ptr %%p, ptr @_ZTIi, ptr null)
	unreachable
}
define i32 @main() {
	%%r = call i64 @f0(ptr null, i64 1)
	ret i32 0
}
`, n)
	l, _ := reached(t, text.String())
	if words := len(strings.Fields(l.shadow())); words > 200+25*n {
		t.Errorf("the shadow of %d functions has %d words", n, words)
	}
}

// reached makes a lowerer of a module and follows what its entry function reaches.
func reached(t *testing.T, text string) (*lowerer, *ir.Module) {
	t.Helper()
	m, err := ir.Read("a.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLowerer(t.Context(), []*ir.Module{m}, &c.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.reach(); err != nil {
		t.Fatal(err)
	}
	return l, m
}

// TestAddressesOfAnyFunction checks that the shadow mentions functions that it declares, and no others: C has
// no name for what a function with a long double takes.
func TestAddressesOfAnyFunction(t *testing.T) {
	l, _ := reached(t, `declare x86_fp80 @outside(x86_fp80)
declare i32 @declared(i32)
@t = global [2 x ptr] [ptr @inside, ptr @outside]
define x86_fp80 @inside(x86_fp80 %x) {
	ret x86_fp80 %x
}
define i32 @main() {
	%c = icmp eq ptr @declared, @inside
	%p = load ptr, ptr @t
	ret i32 0
}
`)
	shadow := l.shadow()
	for name, want := range map[string]bool{"inside": false, "outside": false, "declared": true} {
		if got := strings.Contains(shadow, "("+name+" == 0)"); got != want {
			t.Errorf("%s is mentioned: %t, want %t\n%s", name, got, want, shadow)
		}
	}
}
