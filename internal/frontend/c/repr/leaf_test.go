package repr_test

import (
	"fmt"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
)

// TestLeaves: the parts of a whole object are all its bytes, each once and in order; without the padding they
// are all bytes unless the type says that it has padding.
func TestLeaves(t *testing.T) {
	types := []string{
		"char x", "long long x", "int x[3][2]", "struct { char c; int i; } x", "struct { int i; char c; } x",
		"struct { char c; short s; int i; long long l; } x[2]", "struct { int a : 3, b : 7, c : 22; } x",
		"struct { char c; int a : 3; char d; } x",
		"struct { int a; union { char c; long l; short s[3]; } u; char d; } x",
		"union { char c[7]; } x", "struct __attribute__((packed)) { char c; long l; short s; } x",
		"long double x",
		"struct { struct { char c; } in[3]; short s; } x", "struct { void *p; char n[5]; } x",
		"struct { int a : 5; int : 0; int b : 5; } x", "int x __attribute__((vector_size(16)))",
	}
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		for _, text := range types {
			ts, object := typesOf(t, model, text+"; int main(void) { return sizeof x; }")
			typ := object("x").Type()
			size, _ := ts.Size(typ)
			whole, ok := ts.WholeObject(typ)
			at := uint64(0)
			for _, l := range whole {
				if l.Off != at {
					ok = false
				}
				at = l.Off + uint64(l.Width/8)
			}
			if !ok || at != size {
				t.Errorf("%v, %s: the parts %v of %d bytes", model, text, whole, size)
			}
			leaves, ok := ts.Leaves(typ, repr.MaxLeaves)
			sum := uint64(0)
			for _, l := range leaves {
				sum += uint64(l.Width / 8)
			}
			if !ok || sum > size || sum < size && !ts.Padded(typ) {
				t.Errorf("%v, %s: %d of %d bytes, padded: %v", model, text, sum, size, ts.Padded(typ))
			}
			if _, ok := ts.Leaves(typ, len(leaves)-1); ok {
				t.Errorf("%v, %s: the limit %d is not kept", model, text, len(leaves)-1)
			}
		}
	}
	ts, object := typesOf(t, layout.LP64, fmt.Sprintf("char a[%d], b[%d]; struct e {} c[1 << 20];"+
		" int main(void) { return sizeof a + sizeof b + sizeof c; }", repr.MaxLeaves, repr.MaxLeaves+1))
	for name, want := range map[string]bool{"a": true, "b": false, "c": false} {
		if _, ok := ts.Leaves(object(name).Type(), repr.MaxLeaves); ok != want {
			t.Errorf("%s is few parts: %v, want %v", name, ok, want)
		}
	}
}
