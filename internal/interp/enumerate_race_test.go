package interp

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestEnumerateRaces checks which programs have a race, and that each race
// that is found replays.
func TestEnumerateRaces(t *testing.T) {
	pair := func(b *builder, f, g func(f *fn)) {
		t1, t2 := b.fn("t1"), b.fn("t2")
		f(t1)
		t1.ret()
		g(t2)
		t2.ret()
		m := b.main()
		x, _ := m.spawn(t1)
		y, _ := m.spawn(t2)
		m.join(x)
		m.join(y)
		m.ret()
	}
	tests := []struct {
		name  string
		build func(b *builder)
		races int
	}{
		{"lost update", func(b *builder) { lostUpdate(b, false) }, 2}, // load and store, store and store
		{"locked update", func(b *builder) { lostUpdate(b, true) }, 0},
		{"two reads", func(b *builder) {
			x := b.global("x", 4)
			read := func(f *fn) { f.load("v", 32, b.Ptr(x.Addr)) }
			pair(b, read, read)
		}, 0},
		{"neighbours", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) { f.store(b.Ptr(x.Addr), b.bv(16, 1)) },
				func(f *fn) { f.store(b.Ptr(x.Addr+2), b.bv(16, 1)) })
		}, 0},
		{"overlap", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) { f.store(b.Ptr(x.Addr), b.bv(32, 1)) },
				func(f *fn) { f.load("v", 8, b.Ptr(x.Addr+3)) })
		}, 1},
		{"atomic and plain", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) {
				f.do(cfa.Store{Addr: b.Ptr(x.Addr), Value: b.bv(32, 1),
					Order: cfa.Relaxed})
			}, func(f *fn) { f.load("v", 32, b.Ptr(x.Addr)) })
		}, 1},
		{"atomic and section", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) {
				f.do(cfa.Store{Addr: b.Ptr(x.Addr), Value: b.bv(32, 1),
					Order: cfa.Relaxed})
			}, func(f *fn) {
				f.do(cfa.AtomicBegin{})
				f.store(b.Ptr(x.Addr), b.bv(32, 2))
				f.do(cfa.AtomicEnd{})
			})
		}, 0},
		{"a section that cannot end", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) { f.store(b.Ptr(x.Addr), b.bv(32, 1)) }, func(f *fn) {
				f.do(cfa.AtomicBegin{})
				f.store(b.Ptr(x.Addr), b.bv(32, 2))
				f.do(cfa.Assume{Cond: b.Terms.False()})
				f.do(cfa.AtomicEnd{})
			})
		}, 1},
		{"a section that is disabled", func(b *builder) {
			x := b.global("x", 4)
			pair(b, func(f *fn) { f.store(b.Ptr(x.Addr), b.bv(32, 1)) }, func(f *fn) {
				f.do(cfa.AtomicBegin{})
				v, _ := f.load("v", 32, b.Ptr(x.Addr))
				f.do(cfa.Await{Cond: b.Terms.Eq(b.sym(v), b.bv(32, 7))})
				f.do(cfa.AtomicEnd{})
			})
		}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			tt.build(b)
			res, err := Enumerate(context.Background(), b.Program, EnumOptions{Races: true})
			if err != nil || !res.Complete {
				t.Fatal(err, res.Why)
			}
			if len(res.Races) != tt.races {
				t.Errorf("%d races, want %d: %+v", len(res.Races), tt.races, res.Races)
			}
			for _, r := range res.Races {
				b.replays(r.Trace)
			}
		})
	}
}
