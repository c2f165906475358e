package enumerate

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
)

// TestEnumerateStates: what cannot be observed makes no states of their own.
func TestEnumerateStates(t *testing.T) {
	tests := []struct {
		name    string
		build   func(b *build.Builder)
		most    int // states
		sampled bool
	}{
		{name: "one bit of an input is read", build: func(b *build.Builder) {
			f := b.Main()
			x, _ := f.Havoc("x", 64)
			f.Check(b.Terms.Eq(b.Terms.Extract(0, 0, b.Sym(x)), b.BV(1, 0)))
			f.Ret()
		}, most: 4},
		{name: "an input is read beside one of its bits", build: func(b *build.Builder) {
			f := b.Main()
			x, _ := f.Havoc("x", 64)
			f.Check(b.Terms.Eq(b.Terms.Extract(0, 0, b.Sym(x)), b.BV(1, 0)))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(64, 0)))
			f.Ret()
		}, most: 9, sampled: true},
		{name: "the order in which threads allocate", build: func(b *build.Builder) {
			f := b.Main()
			for range 3 {
				g := b.Global("g", 8)
				w := b.Procedure("w")
				for range 2 {
					a := w.Reg("a", 64)
					w.Do(cfa.Alloc{Dst: a, Size: b.Ptr(1)})
					w.Store(b.Ptr(g.Addr), b.Sym(a))
				}
				w.Ret()
				f.Spawn(w)
			}
			f.Ret()
		}, most: 1 + 4 + 16 + 64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b)
			res := enumerate(b, Options{})
			if !res.Complete || res.States > tt.most || res.Sampled != tt.sampled {
				t.Errorf("%d states, complete %v, sampled %v; want at most %d states", res.States,
					res.Complete, res.Sampled, tt.most)
			}
		})
	}
}
