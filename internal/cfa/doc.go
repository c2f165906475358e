// Package cfa is the program model that front ends produce and engines read: a concurrent program as
// procedures, each a control-flow automaton whose edges carry one operation over terms.
//
// # Model
//
// A [Program] has procedures, registers and static objects. A [Proc] is a graph of locations ([Loc]) and
// edges ([Edge]); an edge has one operation ([Op]) and a source position. An expression is a term over the
// symbols of registers ([Reg].Sym), so postconditions, preconditions and path formulas are renamings and
// substitutions of terms. What has an address lives in memory objects and is reached by Load and Store only;
// each of them is one atomic step, and sections between AtomicBegin and AtomicEnd are atomic as a whole.
//
// The operations, with the forms in which [Fprint] prints them:
//
//	Assign       x := t                     set a register to the value of a term
//	Assume       assume c                   a guard; the path ends where c is false
//	Await        await c                    the thread is disabled while c is false
//	Havoc        x := input "what"          set a register to an input
//	Load         x := *a seq_cst disputed   read memory, one atomic step
//	Store        *a := t                    write memory, one atomic step
//	AtomicBegin  atomic {                   open an atomic section (they nest)
//	AtomicEnd    }                          close it
//	Spawn        x := spawn f(t, u)         start a thread; also spawn *a(t)
//	Join         x := join t                wait for the end of a thread
//	Call         x := call f(t, u)          also call *a(t), through an address
//	Return       return t                   end the procedure
//	Alloc        x := alloc t align 8       create a memory object; stack, zero
//	Free         free a                     end the life of an object; stack
//	Fence        fence seq_cst              a memory fence
//	Exit         exit thread t              end the thread; exit process t: all of them
//	Violation    violation unreach-call     the property is violated here
//	Unsupported  unsupported "what"         what the front end cannot express
//	UB           undefined behaviour "what" the path ends and is counted
//	Print        print *f(t) "printf"       output of a run, without other effect
//
// A location has one outgoing edge of any kind, or several Assume edges (whose
// conditions may overlap), or none after an operation that ends a path.
// [Check] verifies this and every other invariant; its comment lists them.
// [NewCallGraph] says which procedures call and start which.
//
// # Numbers that stay
//
// Each edge has a number, unique in its program, and an origin: the number of the edge of the program as
// lowered that it stems from. Passes renumber and copy edges and keep origins, because traces speak of
// origins: a visible step or an input is named by its thread, its origin, and how often the thread had
// executed that origin before ([IsCounted] says which operations count).
//
// # Addresses
//
// Memory is a flat little-endian address space of PtrWidth bits, cut into regions of 2^OffsetBits bytes with
// at most one object each (see [Program.RegionStart]). A constant that lies in the region of an object
// therefore says which object a computation started from, even when a constant folder has moved it out of the
// object's bounds.
//
// # Example
//
// Two threads that increment a shared counter in two steps each:
//
//	p := cfa.NewProgram(64, files)
//	p.OffsetBits = 32
//	p.AddSelf()
//	x := p.AddObject(&cfa.Object{Name: "x", Size: 4})
//	inc := cursor.New(p, p.NewProc("inc", pos))
//	t := inc.Local("t", term.BitVec(32))
//	inc.Emit(cfa.Load{Dst: t, Addr: x})
//	inc.Emit(cfa.Store{Addr: x, Value: p.Terms.BVAdd(p.Sym(t), p.Terms.BV(32, 1))})
//	inc.Emit(cfa.Return{})
//	main := cursor.New(p, p.NewProc("main", pos))
//	main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: inc.Proc.ID})
//	main.Emit(cfa.Call{Dst: cfa.NoReg, Proc: inc.Proc.ID})
//	main.Emit(cfa.Return{})
//	p.Entry = main.Proc.ID
//	err := cfa.Check(p)
//
// is printed as
//
//	proc inc() from L0
//	  L0:
//	    e0: |inc::t#1| := *#x0000000140000000 -> L1
//	  L1:
//	    e1: *#x0000000140000000 := (bvadd |inc::t#1| #x00000001) -> L2
//	  L2:
//	    e2: return
//
// # Limits
//
// Registers are Booleans and bit-vectors. The nesting of atomic sections in one
// procedure is at most 60. Sections may not stay open over a return.
package cfa
