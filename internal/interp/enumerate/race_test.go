package enumerate

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
)

// TestEnumerateRaces checks which programs have a race, and that each race that is found replays.
func TestEnumerateRaces(t *testing.T) {
	pair := func(b *build.Builder, f, g func(f *build.Procedure)) {
		t1, t2 := b.Procedure("t1"), b.Procedure("t2")
		f(t1)
		t1.Ret()
		g(t2)
		t2.Ret()
		m := b.Main()
		x, _ := m.Spawn(t1)
		y, _ := m.Spawn(t2)
		m.Join(x)
		m.Join(y)
		m.Ret()
	}
	tests := []struct {
		name  string
		build func(b *build.Builder)
		races int
	}{
		// load and store, store and store
		{"lost update", func(b *build.Builder) { build.LostUpdate(b, false) }, 2},
		{"locked update", func(b *build.Builder) { build.LostUpdate(b, true) }, 0},
		{"two reads", func(b *build.Builder) {
			x := b.Global("x", 4)
			read := func(f *build.Procedure) { f.Load("v", 32, b.Ptr(x.Addr)) }
			pair(b, read, read)
		}, 0},
		{"neighbours", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) { f.Store(b.Ptr(x.Addr), b.BV(16, 1)) },
				func(f *build.Procedure) { f.Store(b.Ptr(x.Addr+2), b.BV(16, 1)) })
		}, 0},
		{"overlap", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) { f.Store(b.Ptr(x.Addr), b.BV(32, 1)) },
				func(f *build.Procedure) { f.Load("v", 8, b.Ptr(x.Addr+3)) })
		}, 1},
		{"atomic and plain", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) {
				f.Do(cfa.Store{Addr: b.Ptr(x.Addr), Value: b.BV(32, 1),
					Order: cfa.Relaxed})
			}, func(f *build.Procedure) { f.Load("v", 32, b.Ptr(x.Addr)) })
		}, 1},
		{"atomic and section", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) {
				f.Do(cfa.Store{Addr: b.Ptr(x.Addr), Value: b.BV(32, 1),
					Order: cfa.Relaxed})
			}, func(f *build.Procedure) {
				f.Do(cfa.AtomicBegin{})
				f.Store(b.Ptr(x.Addr), b.BV(32, 2))
				f.Do(cfa.AtomicEnd{})
			})
		}, 0},
		{"a section that cannot end", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) { f.Store(b.Ptr(x.Addr), b.BV(32, 1)) },
				func(f *build.Procedure) {
					f.Do(cfa.AtomicBegin{})
					f.Store(b.Ptr(x.Addr), b.BV(32, 2))
					f.Do(cfa.Assume{Cond: b.Terms.False()})
					f.Do(cfa.AtomicEnd{})
				})
		}, 1},
		{"a section that is disabled", func(b *build.Builder) {
			x := b.Global("x", 4)
			pair(b, func(f *build.Procedure) { f.Store(b.Ptr(x.Addr), b.BV(32, 1)) },
				func(f *build.Procedure) {
					f.Do(cfa.AtomicBegin{})
					v, _ := f.Load("v", 32, b.Ptr(x.Addr))
					f.Do(cfa.Await{Cond: b.Terms.Eq(b.Sym(v), b.BV(32, 7))})
					f.Do(cfa.AtomicEnd{})
				})
		}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b)
			res, err := Run(context.Background(), b.Program, Options{Races: true})
			if err != nil || !res.Complete {
				t.Fatal(err, res.Why)
			}
			if len(res.Races) != tt.races {
				t.Errorf("%d races, want %d: %+v", len(res.Races), tt.races, res.Races)
			}
			for _, r := range res.Races {
				replays(b, r.Trace)
			}
		})
	}
}
