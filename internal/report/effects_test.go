package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

func TestSections(t *testing.T) {
	b := newBuilder()
	b.step(0, 3, trace.KindBegin, func(s *trace.Step) {
		s.Model, s.Sync = true, &trace.SyncNote{Kind: "lock", Object: "m"}
	})
	b.step(0, 3, trace.KindLoad, func(s *trace.Step) {
		s.Model = true
		s.Object, s.Value = "m.owner",
			num(0)
	})
	b.step(0, 3, trace.KindStore, func(s *trace.Step) {
		s.Model = true
		s.Object, s.Value = "m.owner",
			num(1)
	})
	b.step(0, 3, trace.KindEnd, func(s *trace.Step) { s.Model = true })
	b.step(0, 4, trace.KindBegin, nil)
	b.step(0, 4, trace.KindStore, access("counter", 5, 0))
	b.step(0, 4, trace.KindEnd, nil)
	got := b.print(Options{})
	if !strings.Contains(got, "takes m\n") || !strings.Contains(got, "atomic { counter := 5 }") {
		t.Errorf("got:\n%s", got)
	}
}

// TestLibraryOperations looks at what is said of locks and of what the library does for itself.
func TestLibraryOperations(t *testing.T) {
	operation := func(kind cfa.SyncKind, stores bool) string {
		b := newBuilder()
		b.step(0, 3, trace.KindInput, func(s *trace.Step) {
			s.Model, s.Value = true, num(7)
			s.Inputs = []trace.InputNote{{Kind: trace.Havoc, What: "uninitialised n"}}
		})
		b.step(0, 3, trace.KindBegin, func(s *trace.Step) {
			s.Model, s.Sync = true,
				&trace.SyncNote{Kind: kind, Object: "m"}
		})
		if stores {
			b.step(0, 3, trace.KindStore, func(s *trace.Step) {
				s.Model, s.Object, s.Value = true, "m",
					num(1)
			})
		}
		b.step(0, 3, trace.KindEnd, func(s *trace.Step) { s.Model = true })
		return b.print(Options{})
	}
	for _, c := range []struct {
		kind   cfa.SyncKind
		stores bool
		want   string
	}{
		{"lock", true, "takes m"}, {"trylock", true, "takes m"}, {"trylock", false, "does not get m"},
		{"rdlock", false, "does not get m for reading"}, {"wrlock", true, "takes m for writing"},
		{"unlock", true, "releases m"}, {"sem-post", true, "raises m"},
	} {
		got := operation(c.kind, c.stores)
		if !strings.Contains(got, "  "+c.want+"\n") || strings.Contains(got, "uninitialised") {
			t.Errorf("%s, stores %v: want %q:\n%s", c.kind, c.stores, c.want, got)
		}
	}
	b := newBuilder()
	b.step(0, 3, trace.KindLoad, access("a", 2, 0))
	b.step(0, 3, trace.KindJoin, func(s *trace.Step) { s.Model, s.Child = true, 1 })
	b.step(0, 4, trace.KindLoad, access("x", 2, 0))
	if got := b.print(Options{}); strings.Contains(got, "a is 2") || !strings.Contains(got, "joins T1") ||
		!strings.Contains(got, "x is 2") {
		t.Errorf("got:\n%s", got)
	}
}

// TestCopies: what a library function copies byte by byte is told by members, without what is between them.
func TestCopies(t *testing.T) {
	b := newBuilder()
	put := func(object string, addr, v uint64) {
		b.step(0, 3, trace.KindStore, func(s *trace.Step) {
			s.Model, s.Object, s.Addr = true, object, addr
			s.Value = &trace.Value{Bits: v, Width: 8}
		})
	}
	for i, v := range []uint64{0xfb, 0xff, 0xff, 0xff} {
		put("c.key"+[]string{"", "+1", "+2", "+3"}[i], 4096+uint64(i), v)
	}
	put("c+4", 4100, 9)
	put("c+5", 4101, 9)
	put("c.s", 4102, 7)
	put("c.s+1", 4103, 1)
	if got := b.print(Options{}); !strings.Contains(got, "  c.key := -5; c.s := 263\n") {
		t.Errorf("got:\n%s", got)
	}
	if name, v := newWords(&b.t, false).copied(&b.t.Steps[2]); name != "c.key" || v.String() != "-5" {
		t.Errorf("the third byte is of %s, which is %v", name, v)
	}
	if _, v := newWords(&b.t, false).copied(&b.t.Steps[4]); v != nil {
		t.Errorf("what is between the members is told as %v", v)
	}
}
