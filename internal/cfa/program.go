package cfa

import (
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Dense numbers of the parts of a Program.
type (
	// ProcID indexes Program.Procs.
	ProcID int32
	// LocID indexes Proc.Locs.
	LocID int32
	// RegID indexes Program.Regs.
	RegID int32
	// EdgeID numbers the edges of a whole program; as an origin it is the
	// number the edge had in the program as lowered.
	EdgeID int32
)

// NoReg, NoProc and NoEdge stand where there is none.
const (
	NoReg  RegID  = -1
	NoProc ProcID = -1
	NoEdge EdgeID = -1
)

// Program is a whole concurrent program.
type Program struct {
	// Terms holds every term of the program. It is frozen once the program
	// is built; engines work in forks of it.
	Terms *term.Store
	// PtrWidth is the width of a pointer in bits, 32 or 64. Memory is a flat
	// little-endian address space of that width.
	PtrWidth int
	Procs    []*Proc
	Regs     []Reg
	// Objects are the objects of static storage, functions included, in
	// ascending order of Addr, with a gap of at least one byte between two.
	Objects []*Object
	// OffsetBits splits addresses: each object lies alone in a region of 2^OffsetBits bytes, so the bits
	// above name the object and an address computed with a wrong index still says which object was meant.
	OffsetBits int
	// Behind is, for people, how many bytes at the end of objects that have more a pass has put there.
	Behind uint64
	// HeapBase is the first region base that Alloc may use.
	HeapBase uint64
	// Entry is run by the initial thread; it has no parameters.
	Entry ProcID
	// Self is the register of scope Thread that holds the id of the running thread, of sort BitVec(PtrWidth).
	Self RegID
	// Files names the source files.
	Files *source.Files
	// Names tells people what names say; it may be nil.
	Names *Names
	// NumEdges is one more than the largest EdgeID in use.
	NumEdges int
	// Undefined are the functions without a definition that the program calls.
	Undefined []UndefinedFunction
	// Overruns are the places where an access may lead out of a member or an inner array of its object and
	// it is not asked whether it does.
	Overruns []source.Pos
	// Retyped are the places where a function gets a type that is another one than its own, and is
	// represented in the same way, if it may be called through that and this is no violation.
	Retyped []source.Pos
	// Checked are the calls that allocate of which the program itself compares the result with null.
	Checked []CheckedCall
	// Observer looks at the program for a formula of temporal logic; nil: there is none.
	Observer *Observer
	// Watch is the first of the edges that were added to the program as lowered to count the blocks of the
	// heap and to look at them; 0: there are none.
	Watch EdgeID
	// Unobserved says that a program of this language cannot tell where its objects lie, and frees none.
	Unobserved bool
	// Origins is the NumEdges of the program as lowered that this one was made
	// from by passes, or 0 when this is the program as lowered.
	Origins int
}

// UndefinedFunction is a function that the program calls and that has neither a definition nor a model.
type UndefinedFunction struct {
	Name string
	Pos  source.Pos // of the first call
	// Unwritten: it was given a pointer through which it could write, and is taken to write nothing there.
	Unwritten bool
	// Pointer: it returns a pointer, which is taken to lead to an object.
	Pointer bool
	// WritesPointer: it writes one that leads to an object through what it is given.
	WritesPointer bool
}

// CheckedCall is a call whose result the program compares with null.
type CheckedCall struct {
	Pos    source.Pos
	AtExit bool // where it is null the program does nothing but end
}

// Scope says for how long a register lives.
type Scope uint8

// The scopes of registers.
const (
	// Local registers belong to one activation of their procedure and start with an unspecified value.
	Local Scope = iota
	// Thread registers belong to a thread, are seen by all its procedures and start at zero.
	Thread
)

// Reg is a variable that lives in no memory: its address is never taken.
type Reg struct {
	Name  string    // for people: "main::i"
	Sym   term.Term // the symbol that stands for the register in terms, unique in the program
	Sort  term.Sort // Bool or BitVec(n)
	Scope Scope
	Proc  ProcID // of a local register; NoProc for Thread registers
	// Type is the source type for people ("unsigned int"); empty for registers made by the lowering.
	Type   string
	Signed bool // how people want to see its value
	Pos    source.Pos
}

// ObjectKind classifies static objects.
type ObjectKind uint8

// The kinds of static objects.
const (
	Global ObjectKind = iota
	ConstData
	Func
)

// Object is an object of static storage.
type Object struct {
	Name string
	Kind ObjectKind
	Addr uint64 // first byte
	Size uint64 // bytes, at least 1
	// Align is the alignment that every layout of memory gives the object; 0
	// is 1. Addr may be aligned to more.
	Align uint64
	// ReadOnly objects (string literals, const objects) may not be stored to.
	ReadOnly bool
	// Undefined objects (extern without a definition) start with
	// nondeterministic bytes; others with Init, and zero elsewhere.
	Undefined bool
	// Made objects are the front end's own: people are told nothing of accesses to them.
	Made   bool
	Init   []Init // ascending, not overlapping
	Proc   ProcID // of kind Func; NoProc otherwise
	Layout *Layout
	Pos    source.Pos
}

// Init is the initial content of a part of an object.
type Init struct {
	Offset uint64
	Value  term.Term // a constant BitVec whose width is a multiple of 8
}

// Layout describes for people what stands where in an object.
type Layout struct {
	Type string // "struct node", "int [10]"
	Size uint64
	// Elem and Len describe an array (Elem nil: not an array; Len 0: as long as there is room).
	Elem *Layout
	Len  uint64
	// Fields describe a struct or union.
	Fields []Field
	Signed bool // of a scalar
}

// Field is a member of a struct or union.
type Field struct {
	Name   string
	Offset uint64 // bytes
	Layout *Layout
}

// Proc is a procedure: a control-flow automaton.
type Proc struct {
	ID     ProcID
	Name   string
	Params []RegID
	// Result is the sort of the returned value; the zero Sort when there is none.
	Result term.Sort
	Entry  LocID
	Locs   []Loc
	Edges  []*Edge
	// Model is set for procedures of the library models: people see the call, not the steps inside.
	Model bool
	// Failures names, for people, the results by which a procedure of the library models says that it has
	// failed.
	Failures map[uint64]string
	// Moves is set for procedures of the library models that make an object in place of another one, which
	// they free.
	Moves bool
	// OfThreads is set for procedures of the library models for threads and locks: they use the ids of
	// threads as indices and owners only, so that it does not matter to them which numbers these are.
	OfThreads bool
	Pos       source.Pos
}

// Loc is a control location. Its outgoing edges are either a single edge of any operation, or two or more
// Assume edges; none only after the end of a path (Return, Exit, Violation, Unsupported, UB).
type Loc struct {
	Out []int32 // indices into Proc.Edges
	In  []int32
	Pos source.Pos
	// Label is a name for people: a C label, "loop head".
	Label string
}

// Edge is one step of a procedure. Edges of path-ending operations lead to
// an ordinary location without outgoing edges.
type Edge struct {
	ID       EdgeID
	From, To LocID
	Op       Op
	Pos      source.Pos
	// Origin is the ID of the edge in the program as lowered that this edge stems from; it equals ID in the
	// program as lowered. An Assign or Assume that a pass has added has NoEdge, since the executions of an
	// origin are counted.
	Origin EdgeID
	// Sync explains an AtomicBegin that opens a lowered library operation;
	// nil elsewhere. It never carries meaning.
	Sync *Sync
	Text string // for people: the source expression or statement, may be empty
	// Macro is, for people, the place in the definition of the macro that the step comes from, while Pos is
	// that of the macro's use; it is invalid for all other steps.
	Macro source.Pos
	// Made says, for people, what a Call returns untyped memory for; nil for other calls.
	Made *Made
	// Access is, for people, the expression by which a Load or Store follows a pointer ("p->next"), where
	// that is short.
	Access string
	// Test says of which condition of the source an Assume is an outcome, for measures of coverage; nil:
	// of none, or the front end was not asked. It never carries meaning.
	Test *Test
	// Operands are, for people, those of && in a condition that an Assume denies, or those of || in one that
	// it grants, from left to right: the first that has its value has decided. Or it is one alone, if the
	// others are Assumes of their own. Their terms are those of the program as lowered.
	Operands []Operand
	// Inside is, for people, the call in whose place the edge stands; nil: it is one of the procedure itself.
	Inside *Inside
	// Aside says, for people, that the step is one that a pass has added, and that no trace tells.
	Aside bool
}

// Inside is a call that a pass has replaced by a copy of the procedure.
type Inside struct {
	Call *Edge
	Proc *Proc
	Up   *Inside // the call in whose place the procedure of this one stands
}

// Operand is one of && or ||.
type Operand struct {
	Text string
	Cond term.Term
	// Value is the value of Cond that decides.
	Value bool
}

// Test is an outcome of an operand of a decision: of what && and || join in the condition of an if, a loop or
// a ?:, or of the value of a switch.
type Test struct {
	// Decision numbers the decisions of a program, from 1; Pos and Text are the place and the text of the
	// whole.
	Decision int
	Pos      source.Pos
	Text     string
	// Outcome is that of the operand, whose text is Operand: "true", "false", "case 3", "default".
	Outcome, Operand string
	// Decides is the outcome of the decision; empty: another operand is looked at first.
	Decides string
}

// Made says what the memory is used for that a call returns. Name and Layout are unset where the call does
// not show it; the call of the procedure that it stands in may.
type Made struct {
	Name   string  // of its type or of a variable: "node"
	Layout *Layout // of what it holds, once or several times
}
