package multistate

import (
	"context"
	"math/rand"
	"reflect"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// newTest returns a stepper for a program with one object of 16 bytes that is zero, and one that is
// undefined, and its initial state.
func newTest(t *testing.T) (*Stepper, *State) {
	t.Helper()
	p := cfa.NewProgram(32, &source.Files{})
	p.OffsetBits = 20
	for i := range 2 {
		p.Objects = append(p.Objects, &cfa.Object{Name: "o", Size: 16, Addr: p.RegionStart(uint64(i + 1)),
			Proc: cfa.NoProc, Undefined: i == 1})
	}
	p.HeapBase = p.RegionStart(3)
	p.Self = p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	m := p.NewProc("main", source.Pos{})
	p.Entry = m.ID
	c := cursor.New(p, m)
	c.Emit(cfa.Return{})
	p.Terms.Freeze()
	x, err := NewStepper(context.Background(), p, Config{})
	if err != nil {
		t.Fatal(err)
	}
	return x, x.Initial()
}

// read reads n bytes of the object in a region.
func read(x *Stepper, st *State, region, off, n uint64) term.Term {
	return st.read(x.p.RegionStart(region)+off, n, func(_ *object, _ uint64, sort term.Sort) term.Term {
		return x.symbols.fresh(&st.used, sort)
	})
}

// TestContent compares reads and writes of parts of an object with an array of bytes.
func TestContent(t *testing.T) {
	for seed := range int64(30) {
		r := rand.New(rand.NewSource(seed))
		x, st := newTest(t)
		var bytes [16]byte
		symbol := x.symbols.fresh(&st.used, term.BitVec(32))
		const value = 0xa1b2c3d4
		model := term.Map{symbol: term.BVValue(32, value)}
		for step := range 60 {
			n := uint64(1 + r.Intn(4))
			off := uint64(r.Intn(int(17 - n)))
			if r.Intn(2) == 0 {
				v, w := r.Uint64(), x.s.BV(int(8*n), 0)
				switch r.Intn(3) {
				case 0:
					v = value & (1<<(8*n) - 1)
					w = x.s.Extract(int(8*n)-1, 0, symbol)
				case 1:
					v = 0
				default:
					w = x.s.BV(int(8*n), v)
				}
				st.write(x.p.RegionStart(1)+off, w)
				for i := range n {
					bytes[off+i] = byte(v >> (8 * i))
				}
				if r.Intn(4) == 0 {
					old := st
					st = old.fork()
					old.write(x.p.RegionStart(1), x.s.BV(32, 0xffffffff)) // must not be seen in st
				}
				continue
			}
			got, err := x.s.Eval(read(x, st, 1, off, n), model)
			if err != nil {
				t.Fatal(err)
			}
			want := uint64(0)
			for i := range n {
				want |= uint64(bytes[off+i]) << (8 * i)
			}
			if got.Uint64() != want {
				t.Fatalf("seed %d, step %d: %d bytes at %d are %#x, want %#x", seed, step, n, off,
					got.Uint64(), want)
			}
		}
	}
}

// TestUndefinedContent: undefined bytes have some value, and keep it however they are read.
func TestUndefinedContent(t *testing.T) {
	x, st := newTest(t)
	half := read(x, st, 2, 2, 2)
	word := read(x, st, 2, 0, 4)
	if x.s.IsConst(half) || x.s.Extract(31, 16, word) != half {
		t.Errorf("read %s, then %s", x.s.String(half), x.s.String(word))
	}
	if read(x, st, 2, 0, 4) != word {
		t.Error("the content changed")
	}
}

// TestAssume looks at the parts of a path condition.
func TestAssume(t *testing.T) {
	x, st := newTest(t)
	fresh := func() term.Term { return x.symbols.fresh(&st.used, term.BitVec(8)) }
	a, b, c := fresh(), fresh(), fresh()
	ten := x.s.BV(8, 10)
	for _, cond := range []term.Term{x.s.BVUlt(a, ten), x.s.BVUlt(ten, b), x.s.BVUlt(c, ten)} {
		if x.conditions.assume(st, cond) != smt.Sat {
			t.Fatal("not satisfiable")
		}
	}
	if len(st.parts) != 3 {
		t.Fatalf("%d parts, want 3", len(st.parts))
	}
	if s := x.conditions.assume(st.fork(), x.s.BVUlt(b, a)); s != smt.Unsat {
		t.Errorf("10 < b < a < 10 is %s", s)
	}
	if x.conditions.assume(st, x.s.BVUlt(a, c)) != smt.Sat || len(st.parts) != 2 {
		t.Errorf("%d parts, want 2", len(st.parts))
	}
	// A value replaces its symbol, which leaves what it says of the other.
	if x.conditions.assume(st, x.s.Eq(a, x.s.BV(8, 5))) != smt.Sat {
		t.Fatal("not satisfiable")
	}
	for _, p := range st.parts {
		for _, sym := range p.syms {
			if sym == a {
				t.Error("a symbol with a value is left")
			}
		}
	}
	if x.conditions.assume(st.fork(), x.s.Eq(c, x.s.BV(8, 5))) != smt.Unsat {
		t.Error("5 < c is lost")
	}
	for _, p := range st.parts {
		for _, cond := range p.conj {
			if v, err := x.s.Eval(cond, Model{x.s, p.model}); err != nil || !v.Bool() {
				t.Errorf("the model does not satisfy %s", x.s.String(cond))
			}
		}
	}
}

func TestScript(t *testing.T) {
	for _, s := range []Script{
		{}, {cut: 3}, {choices: []choice{{1, 0}, {7, 1 << 40}}, stops: []int{9}},
		{choices: []choice{{2, 2}}, cut: 300, stops: []int{4, 4, 1000}, wakes: []int{2, 1, 2}},
	} {
		b := s.Append([]byte("before"))
		got, rest := ReadScript(append(b, 77)[len("before"):])
		if !reflect.DeepEqual(got, s) || len(rest) != 1 || rest[0] != 77 {
			t.Errorf("%+v came back as %+v, rest %v", s, got, rest)
		}
	}
}

func TestRename(t *testing.T) {
	st := term.NewStore()
	r := NewRenamer(st, "n!")
	a, b, c := st.Symbol("a", term.BitVec(8)), st.Symbol("b", term.BitVec(8)), st.Symbol("c", term.BitVec(8))
	one, _ := r.Rename([]term.Term{st.BVUlt(a, b), st.BVUlt(b, c)})
	two, syms := r.Rename([]term.Term{st.BVUlt(c, a), st.BVUlt(a, b)})
	if !reflect.DeepEqual(one, two) || !reflect.DeepEqual(syms, []term.Term{c, a, b}) {
		t.Error("equal lists under other names differ")
	}
	three, _ := r.Rename([]term.Term{st.BVUlt(c, a), st.BVUlt(b, a)})
	if reflect.DeepEqual(one, three) {
		t.Error("different lists are equal")
	}
}
