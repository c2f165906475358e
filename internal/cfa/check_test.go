package cfa_test

import (
	"strings"
	"testing"

	. "whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

// counter builds the example of the package documentation, with the store in
// an atomic section that waits for the counter to be below ten.
func counter() (*Program, *cursor.Cursor, *cursor.Cursor) {
	p := NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	x := p.AddObject(&Object{Name: "x", Size: 4, Init: []Init{{Offset: 0, Value: p.Terms.BV(32, 1)}}})
	inc := cursor.New(p, p.NewProc("inc", source.Pos{}))
	by := inc.Param("by", term.BitVec(32))
	t := inc.Local("t", term.BitVec(32))
	inc.Emit(AtomicBegin{})
	inc.Emit(Load{Dst: t, Addr: x})
	inc.Emit(Await{Cond: p.Terms.BVUlt(p.Sym(t), p.Terms.BV(32, 10))})
	inc.Emit(Store{Addr: x, Value: p.Terms.BVAdd(p.Sym(t), p.Sym(by))})
	inc.Emit(AtomicEnd{})
	inc.Emit(Return{})
	main := cursor.New(p, p.NewProc("main", source.Pos{}))
	tid := main.Local("tid", term.BitVec(64))
	one := p.Terms.BV(32, 1)
	main.Emit(Spawn{Dst: tid, Proc: inc.Proc.ID, Args: []term.Term{one}})
	main.Emit(Call{Dst: NoReg, Proc: inc.Proc.ID, Args: []term.Term{one}})
	main.Emit(Join{Dst: NoReg, Thread: p.Sym(tid)})
	v := main.Local("v", term.BitVec(32))
	main.Emit(Load{Dst: v, Addr: x})
	bad, good := main.Branch(p.Terms.Eq(p.Sym(v), p.Terms.BV(32, 2)))
	main.At = bad
	main.Emit(Violation{Property: "unreach-call"})
	main.At = good
	main.Emit(Return{})
	p.Entry = main.Proc.ID
	return p, inc, main
}

func TestCheckAccepts(t *testing.T) {
	p, _, _ := counter()
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if err := Check(p.Clone()); err != nil {
		t.Fatalf("clone: %v", err)
	}
}

// TestCheckAwaitInCallee lets a procedure await in the section of its caller.
func TestCheckAwaitInCallee(t *testing.T) {
	p, inc, main := counter()
	inc.Proc.Edges[0].Op, inc.Proc.Edges[4].Op = Fence{}, Fence{}
	main.Proc.Edges[0].Op = AtomicBegin{}
	main.Proc.Edges[2].Op = AtomicEnd{}
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
}

func TestCheckRejects(t *testing.T) {
	tests := []struct {
		name string
		bad  func(p *Program, inc, main *cursor.Cursor)
		want string
	}{
		{"entry out of range", func(p *Program, _, _ *cursor.Cursor) { p.Entry = 9 },
			"entry procedure 9 is out of range"},
		{"entry with parameters", func(p *Program, inc, _ *cursor.Cursor) { p.Entry = inc.Proc.ID },
			"entry procedure inc has parameters"},
		{"no self", func(p *Program, _, _ *cursor.Cursor) { p.Self = NoReg }, "Self is no register"},
		{"location out of range", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[0].To = 99 },
			"out of range"},
		{"in list", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Locs[1].In = nil },
			"0 times as incoming"},
		{"out list", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Locs[2].Out = inc.Proc.Locs[1].Out },
			"lists edge 1 as outgoing, wrongly"},
		{"two edges of one number", func(p *Program, inc,
			_ *cursor.Cursor) {
			inc.Proc.Edges[0].ID = 1
			inc.Proc.Edges[0].Origin = 1
		}, "another edge has the same number"},
		{"origin", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[0].Origin = 1 },
			"origin e1 in a program as lowered"},
		{"origin range", func(p *Program, inc, _ *cursor.Cursor) { p.Origins = 1 },
			"origin e1 outside of 0..0"},
		{"sort of a value", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[0].Op = Assign{Dst: 2, Value: p.Terms.BV(8, 0)}
		}, "value has the sort (_ BitVec 8), not (_ BitVec 32)"},
		{"condition", func(p *Program, inc,
			_ *cursor.Cursor) {
			inc.Proc.Edges[2].Op = Await{Cond: p.Terms.BV(1, 1)}
		}, "condition has the sort"},
		{"missing term", func(p *Program, inc,
			_ *cursor.Cursor) {
			inc.Proc.Edges[3].Op = Store{Addr: p.Ptr(4)}
		}, "value is missing"},
		{"odd width", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[3].Op = Store{Addr: p.Ptr(4), Value: p.Terms.BV(7, 0)}
		}, "no whole number of bytes"},
		{"foreign symbol", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[2].Op = Await{Cond: p.Terms.Symbol("c", term.Bool)}
		}, "symbol c is no register"},
		{"foreign register", func(p *Program, inc, main *cursor.Cursor) {
			inc.Proc.Edges[1].Op = Load{Dst: main.Local("q", term.BitVec(32)), Addr: p.Ptr(4)}
		}, "register main::q of another procedure"},
		{"edges out of one location", func(p *Program, inc, _ *cursor.Cursor) {
			p.NewEdge(inc.Proc, 0, 1, AtomicBegin{}, source.Pos{})
		}, "is no Assume"},
		{"path goes on", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[3].Op = Exit{} },
			"ends a path, but"},
		{"path stops", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[5].Op = Fence{} },
			"does not stand behind the end of a path"},
		{"section left open", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[4].Op = Fence{} },
			"an atomic section is left open"},
		{"section not opened", func(p *Program, inc, _ *cursor.Cursor) { inc.Proc.Edges[0].Op = AtomicEnd{} },
			"closes an atomic section that was not opened"},
		{"two depths", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[0].Op = Assume{Cond: p.Terms.True()}
			l := inc.Proc.NewLoc(source.Pos{})
			p.NewEdge(inc.Proc, 0, l, Assume{Cond: p.Terms.True()}, source.Pos{})
			p.NewEdge(inc.Proc, l, 1, AtomicBegin{}, source.Pos{})
		}, "with 0 and with 1 open atomic sections"},
		{"await outside", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[0].Op, inc.Proc.Edges[4].Op = Fence{}, Fence{}
		}, "outside of an atomic section"},
		{"await for the caller, late", func(p *Program, inc, main *cursor.Cursor) {
			inc.Proc.Edges[0].Op, inc.Proc.Edges[4].Op = Fence{}, Fence{}
			main.Proc.Edges[0].Op = AtomicBegin{}
			main.Proc.Edges[2].Op = AtomicEnd{}
			main.Proc.Edges[3].Op = Call{Dst: NoReg, Proc: inc.Proc.ID, Args: []term.Term{p.Terms.BV(32, 1)}}
		}, "awaits outside of an atomic section"},
		{"await late", func(p *Program, inc, _ *cursor.Cursor) {
			e := inc.Proc.Edges
			e[2].Op, e[3].Op = e[3].Op, e[2].Op
		}, "awaits behind more than loads"},
		{"argument count", func(p *Program, inc, main *cursor.Cursor) {
			main.Proc.Edges[1].Op = Call{Dst: NoReg, Proc: inc.Proc.ID}
		}, "0 arguments for the 1 parameters of inc"},
		{"argument sort", func(p *Program, inc, main *cursor.Cursor) {
			main.Proc.Edges[1].Op = Call{Dst: NoReg, Proc: inc.Proc.ID, Args: []term.Term{p.Ptr(1)}}
		}, "argument has the sort"},
		{"result of none", func(p *Program, inc, main *cursor.Cursor) {
			main.Proc.Edges[1].Op = Call{Dst: 3, Proc: inc.Proc.ID, Args: []term.Term{p.Terms.BV(32, 1)}}
		}, "uses the result of inc, which has none"},
		{"return of a value", func(p *Program, inc, _ *cursor.Cursor) {
			inc.Proc.Edges[5].Op = Return{Value: p.Terms.BV(32, 1)}
		}, "a value in a procedure without a result"},
		{"alignment", func(p *Program, inc, main *cursor.Cursor) {
			main.Proc.Edges[2].Op = Alloc{Dst: 3, Size: p.Ptr(4), Align: 3}
		}, "alignment 3 is no power of two"},
		{"two objects in a region", func(p *Program, _, _ *cursor.Cursor) {
			p.Objects = append(p.Objects, &Object{Name: "y", Addr: p.Objects[0].Addr + 8, Size: 1,
				Proc: NoProc})
		}, "lies below the end of the last region"},
		{"object too large", func(p *Program, _, _ *cursor.Cursor) { p.Objects[0].Size = 1 << 40 },
			"does not fit into its region"},
		{"initial content outside", func(p *Program, _, _ *cursor.Cursor) { p.Objects[0].Init[0].Offset = 2 },
			"at 2 lies outside"},
		{"heap base", func(p *Program, _, _ *cursor.Cursor) { p.HeapBase = 0 }, "heap base"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, inc, main := counter()
			tt.bad(p, inc, main)
			err := Check(p)
			if err == nil {
				t.Fatal("Check accepts the program")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Check = %v\nwant %q in it", err, tt.want)
			}
		})
	}
}
