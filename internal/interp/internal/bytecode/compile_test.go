package bytecode

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// randomTerm builds a term of the given width (0: Bool) over registers.
func randomTerm(s *term.Store, r *rand.Rand, width, depth int, regs []term.Term) term.Term {
	sub := func(w int) term.Term { return randomTerm(s, r, w, depth-1, regs) }
	if depth == 0 || r.IntN(8) == 0 {
		var fit []term.Term
		for _, x := range regs {
			if s.Sort(x).Width() == width {
				fit = append(fit, x)
			}
		}
		if len(fit) > 0 && r.IntN(4) > 0 {
			return fit[r.IntN(len(fit))]
		}
		if width == 0 {
			return s.Bool(r.IntN(2) == 0)
		}
		return s.BVBig(width, term.BVValue(64, r.Uint64()>>r.IntN(64)).Big())
	}
	if width == 0 {
		w := regWidths[1+r.IntN(len(regWidths)-1)]
		ops := []term.Op{term.OpBVUlt, term.OpBVUle, term.OpBVUgt, term.OpBVUge, term.OpBVSlt, term.OpBVSle,
			term.OpBVSgt, term.OpBVSge, term.OpEq,
			term.OpDistinct, term.OpBVUAddO, term.OpBVSAddO, term.OpBVUSubO, term.OpBVSSubO, term.OpBVUMulO,
			term.OpBVSMulO, term.OpBVSDivO}
		switch n := r.IntN(len(ops) + 6); {
		case n < len(ops):
			return s.Mk(ops[n], nil, sub(w), sub(w))
		case n == len(ops):
			return s.Not(sub(0))
		case n == len(ops)+1:
			return s.Mk(term.OpBVNegO, nil, sub(w))
		case n == len(ops)+2:
			return s.And(sub(0), sub(0), sub(0))
		case n == len(ops)+3:
			return s.Or(sub(0), sub(0), sub(0))
		case n == len(ops)+4:
			return s.Xor(sub(0), sub(0))
		}
		return s.Ite(sub(0), sub(0), sub(0))
	}
	ops := []term.Op{term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVAdd, term.OpBVSub, term.OpBVMul,
		term.OpBVUDiv, term.OpBVURem,
		term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod, term.OpBVShl, term.OpBVLShr, term.OpBVAShr,
		term.OpBVNand, term.OpBVNor, term.OpBVXnor}
	switch n := r.IntN(len(ops) + 8); {
	case n < len(ops):
		return s.Mk(ops[n], nil, sub(width), sub(width))
	case n == len(ops):
		return s.BVNot(sub(width))
	case n == len(ops)+1:
		return s.BVNeg(sub(width))
	case n == len(ops)+2:
		return s.Ite(sub(0), sub(width), sub(width))
	case n == len(ops)+3 && width > 1:
		w := 1 + r.IntN(width-1)
		return s.Concat(sub(width-w), sub(w))
	case n == len(ops)+4 && width > 1:
		w := 1 + r.IntN(width-1)
		return s.SignExt(width-w, sub(w))
	case n == len(ops)+5 && width > 1:
		w := 1 + r.IntN(width-1)
		return s.ZeroExt(width-w, sub(w))
	case n == len(ops)+6 && width < 128:
		w := width + r.IntN(129-width)
		lo := r.IntN(w - width + 1)
		return s.Extract(lo+width-1, lo, sub(w))
	}
	return s.RotateLeft(r.IntN(width), sub(width))
}

var regWidths = []int{0, 1, 7, 8, 32, 63, 64, 100, 128}

// TestValues compares compiled terms with the evaluation of the store.
func TestValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		b := build.LP64(t)
		f := b.Main()
		var sources []cfa.RegID
		var regs []term.Term
		for _, w := range regWidths {
			for i := range 2 {
				x := f.Reg(fmt.Sprintf("x%d_%d", w, i), w)
				sources, regs = append(sources, x), append(regs, b.Sym(x))
			}
		}
		for i := range 40 {
			w := regWidths[r.IntN(len(regWidths))]
			f.Do(cfa.Assign{Dst: f.Reg(fmt.Sprintf("d%d", i), w),
				Value: randomTerm(b.Terms, r, w, 1+r.IntN(5), regs)})
		}
		f.Ret()
		c, err := Compile(b.Program)
		if err != nil {
			t.Fatal(err)
		}
		p := &c.Procs[f.ID]
		fr := make([]uint64, p.Words)
		for range 5 {
			for _, x := range sources {
				lo, hi := c.Regs[x].Fit(r.Uint64()>>r.IntN(64), r.Uint64())
				c.Regs[x].Set(fr, nil, lo, hi)
			}
			for i := range p.Edges {
				if op, ok := p.Edges[i].CFA.Op.(cfa.Assign); ok {
					check(t, c, p, &p.Edges[i], op, fr)
				}
			}
		}
	}
}

// check executes an assignment and compares the register with the value of the term.
func check(t *testing.T, c *Program, p *Proc, e *Edge, op cfa.Assign, fr []uint64) {
	t.Helper()
	values := c.Assignment(fr, nil)
	want, err := c.Terms.Eval(op.Value, values)
	if err != nil {
		t.Fatal(err)
	}
	if e.Kind == Assign {
		c.Assign(e, p, fr, nil)
	} else {
		lo, hi := c.Value(&e.A, p, fr, nil)
		e.Dst.Set(fr, nil, lo, hi)
	}
	if got, _ := values.Value(c.CFA.Regs[op.Dst].Sym); !got.Equal(want) {
		t.Fatalf("%s = %s, want %s", c.Terms.String(op.Value), got, want)
	}
}

// TestCompileErrors: programs that cannot be executed are refused.
func TestCompileErrors(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *build.Builder, f *build.Procedure)
	}{
		{"foreign register", func(b *build.Builder, f *build.Procedure) {
			g := b.Procedure("g")
			f.Do(cfa.Assign{Dst: f.Reg("x", 8), Value: b.Sym(g.Reg("y", 8))})
		}},
		{"no register", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Assign{Dst: f.Reg("x", 8), Value: b.Terms.Symbol("s", term.BitVec(8))})
		}},
		{"width", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Assign{Dst: f.Reg("x", 8),
				Value: b.BV(9, 1)})
		}},
		{"address width", func(b *build.Builder, f *build.Procedure) { f.Load("x", 8, b.BV(32, 1)) }},
		{"bits", func(b *build.Builder, f *build.Procedure) { f.Load("x", 12, b.Ptr(1)) }},
		{"Bool load", func(b *build.Builder, f *build.Procedure) { f.Load("x", 0, b.Ptr(1)) }},
		{"wide register", func(b *build.Builder, f *build.Procedure) { f.Havoc("x", 129) }},
		{"condition", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.Assume{Cond: b.BV(1, 1)}) }},
		{"arguments", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Call{Dst: cfa.NoReg, Proc: b.Procedure("g", 32).ID})
		}},
		{"argument width", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Call{Dst: cfa.NoReg, Proc: b.Procedure("g", 32).ID, Args: []term.Term{b.BV(8, 0)}})
		}},
		{"two edges", func(b *build.Builder, f *build.Procedure) {
			f.To(cfa.Fence{}, f.Cur)
			f.To(cfa.Assume{Cond: b.Terms.True()}, f.Cur)
		}},
		{"entry with parameters", func(b *build.Builder, f *build.Procedure) {
			b.Entry = b.Procedure("g", 32).ID
		}},
		{"no entry", func(b *build.Builder, f *build.Procedure) { b.Entry = cfa.NoProc }},
		{"no regions", func(b *build.Builder, f *build.Procedure) { b.OffsetBits = 0 }},
		{"two objects in a region", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 4)
			b.Global("h", 4).Addr = g.Addr + 8
		}},
		{"object outside of its region", func(b *build.Builder, f *build.Procedure) { b.Global("g", 1<<33) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b, b.Main())
			if _, err := Compile(b.Program); err == nil {
				t.Error("the program was accepted")
			} else {
				t.Log(err)
			}
		})
	}
}
