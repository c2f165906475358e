package interp

import (
	"testing"

	"whittle.dev/internal/cfa"
)

// TestEnumerateStates: what nobody can observe makes no states of their own.
func TestEnumerateStates(t *testing.T) {
	tests := []struct {
		name    string
		build   func(b *builder)
		most    int // states
		sampled bool
	}{
		{name: "one bit of an input is read", build: func(b *builder) {
			f := b.main()
			x, _ := f.havoc("x", 64)
			f.check(b.Terms.Eq(b.Terms.Extract(0, 0, b.sym(x)), b.bv(1, 0)))
			f.ret()
		}, most: 4},
		{name: "an input is read beside one of its bits", build: func(b *builder) {
			f := b.main()
			x, _ := f.havoc("x", 64)
			f.check(b.Terms.Eq(b.Terms.Extract(0, 0, b.sym(x)), b.bv(1, 0)))
			f.check(b.Terms.Eq(b.sym(x), b.bv(64, 0)))
			f.ret()
		}, most: 9, sampled: true},
		{name: "the order in which threads allocate", build: func(b *builder) {
			f := b.main()
			for range 3 {
				g := b.global("g", 8)
				w := b.fn("w")
				for range 2 {
					a := w.reg("a", 64)
					w.do(cfa.Alloc{Dst: a, Size: b.Ptr(1)})
					w.store(b.Ptr(g.Addr), b.sym(a))
				}
				w.ret()
				f.spawn(w)
			}
			f.ret()
		}, most: 1 + 4 + 16 + 64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			tt.build(b)
			res := b.enumerate(EnumOptions{})
			if !res.Complete || res.States > tt.most || res.Sampled != tt.sampled {
				t.Errorf("%d states, complete %v, sampled %v; want at most %d states", res.States,
					res.Complete, res.Sampled, tt.most)
			}
		})
	}
}
