package multistate

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
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
		return x.symbols.Fresh(&st.used, sort)
	})
}

// TestContent compares reads and writes of parts of an object with an array of bytes.
func TestContent(t *testing.T) {
	for seed := range int64(30) {
		r := rand.New(rand.NewSource(seed))
		x, st := newTest(t)
		var bytes [16]byte
		symbol := x.symbols.Fresh(&st.used, term.BitVec(32))
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
