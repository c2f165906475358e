package cfa_test

import (
	"fmt"
	"os"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

// The example of the package documentation: two threads that increment a shared counter in two steps each.
func Example() {
	p := cfa.NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	x := p.AddObject(&cfa.Object{Name: "x", Size: 4})
	inc := cursor.New(p, p.NewProc("inc", source.Pos{}))
	t := inc.Local("t", term.BitVec(32))
	inc.Emit(cfa.Load{Dst: t, Addr: x})
	inc.Emit(cfa.Store{Addr: x, Value: p.Terms.BVAdd(p.Sym(t), p.Terms.BV(32, 1))})
	inc.Emit(cfa.Return{})
	main := cursor.New(p, p.NewProc("main", source.Pos{}))
	main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: inc.Proc.ID})
	main.Emit(cfa.Call{Dst: cfa.NoReg, Proc: inc.Proc.ID})
	main.Emit(cfa.Return{})
	p.Entry = main.Proc.ID
	if err := cfa.Check(p); err != nil {
		fmt.Println(err)
	}
	if err := cfa.FprintProc(os.Stdout, p, inc.Proc); err != nil {
		fmt.Println(err)
	}
	// Output:
	// proc inc() from L0
	//   L0:
	//     e0: |inc::t#1| := *#x0000000140000000 -> L1
	//   L1:
	//     e1: *#x0000000140000000 := (bvadd |inc::t#1| #x00000001) -> L2
	//   L2:
	//     e2: return
}
