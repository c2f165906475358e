package pointsto

import (
	"fmt"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

// TestBeside has an array of pointers in the first 16 bytes of an object and numbers after it.
func TestBeside(t *testing.T) {
	p := cursor.NewProgram(t)
	c, o := p.Global("c", 1), p.Global("o", 32)
	s := p.Terms
	f := p.Procedure("main")
	index, low, whole := f.Local("i", term.BitVec(64)), f.Local("low", term.BitVec(32)),
		f.Local("whole", term.BitVec(64))
	f.Emit(cfa.Havoc{Dst: index, What: "i"})
	elem := p.PtrAdd(o, s.BVShl(p.Sym(index), p.Ptr(3)))
	store := cfa.Store{Addr: elem, Value: c}
	f.Emit(store)
	number := cfa.Store{Addr: elem, Value: p.Ptr(0)}
	f.Emit(number)
	f.Emit(cfa.Load{Dst: low, Addr: p.PtrAdd(o, p.Ptr(20))})
	f.Emit(cfa.Load{Dst: whole, Addr: p.PtrAdd(o, p.Ptr(16))})
	f.Emit(cfa.Assume{Cond: s.Eq(p.Sym(whole), s.ZeroExt(32, p.Sym(low)))})
	f.Emit(cfa.Return{})
	p.Entry = f.Proc.ID
	if x := pointsTo(t, p); len(x.Reg(low).Refs) != 1 {
		t.Errorf("low is %v", x.Reg(low))
	}
	x, err := pointsTo(t, p).Beside(t.Context(), func(cfa.RegID) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Reg(low).Refs) != 0 || len(x.Reg(whole).Refs) != 1 {
		t.Errorf("low is %v, the whole %v", x.Reg(low), x.Reg(whole))
	}
	var got []string
	for _, e := range f.Proc.Edges {
		for _, a := range x.Avoids(e) {
			got = append(got, fmt.Sprintf("e%d: %d+%d of object %d", e.ID, a.Off, a.Size, a.Ref.Obj))
		}
	}
	if len(got) != 1 || got[0] != "e1: 20+4 of object 1" {
		t.Errorf("avoided: %q", got)
	}
}
