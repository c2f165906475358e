package enumerate

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/build"
)

// TestNestedAwait: an Await of an inner section disables the outer one.
func TestNestedAwait(t *testing.T) {
	b := build.LP64(t)
	m, g := b.Global("m", 4), b.Global("g", 4)
	other := b.Procedure("other")
	x, _ := other.Load("x", 32, b.Ptr(g.Addr))
	other.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 0)))
	other.Unlock(b.Ptr(m.Addr))
	other.Ret()
	f := b.Main()
	f.Store(b.Ptr(m.Addr), b.BV(32, 1))
	id, _ := f.Spawn(other)
	f.Do(cfa.AtomicBegin{})
	f.Store(b.Ptr(g.Addr), b.BV(32, 1))
	f.Lock(b.Ptr(m.Addr))
	f.Do(cfa.AtomicEnd{})
	f.Join(id)
	y, _ := f.Load("y", 32, b.Ptr(g.Addr))
	f.Check(b.Terms.Eq(b.Sym(y), b.BV(32, 1)))
	f.Ret()
	res := enumerate(b, Options{})
	if len(res.Violations)+len(res.Deadlocks) != 0 || !res.Complete {
		t.Errorf("%+v", res)
	}
	for seed := range uint64(10) {
		out, _, err := interp.Run(context.Background(), b.Program, interp.RunOptions{Seed: seed})
		if err != nil || out.Kind != interp.Exited {
			t.Errorf("seed %d: %v, %s", seed, err, out.String())
		}
	}
}

// TestSectionsExclude: no other thread runs inside of a section.
func TestSectionsExclude(t *testing.T) {
	b := build.LP64(t)
	g := b.Global("g", 4)
	inc := b.Procedure("inc")
	inc.Do(cfa.AtomicBegin{})
	x, _ := inc.Load("x", 32, b.Ptr(g.Addr))
	inc.Store(b.Ptr(g.Addr), b.Terms.BVAdd(b.Sym(x), b.BV(32, 1)))
	inc.Do(cfa.AtomicEnd{})
	inc.Ret()
	f := b.Main()
	t1, _ := f.Spawn(inc)
	t2, _ := f.Spawn(inc)
	f.Join(t1)
	f.Join(t2)
	y, _ := f.Load("y", 32, b.Ptr(g.Addr))
	f.Check(b.Terms.Eq(b.Sym(y), b.BV(32, 2)))
	f.Ret()
	if res := enumerate(b, Options{}); len(res.Violations) != 0 || !res.Complete {
		t.Errorf("%+v", res)
	}
}
