package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// Values makes constants and holds values in registers.
type Values struct {
	flow  *flow.Builder
	types *repr.Types
	ts    *term.Store
	prog  *cfa.Program
}

// Memory moves values to and from memory.
type Memory struct {
	values    *Values
	made      *Made
	flow      *flow.Builder
	frame     *flow.Frame
	types     *repr.Types
	ts        *term.Store
	prog      *cfa.Program
	bitFields map[cc.Node]*repr.BitField
	// constants answers for reads in constant expressions.
	constants Constants
	// inputsWritten: see Needs.
	inputsWritten bool
}

// Constants knows what objects hold that are constants themselves.
type Constants interface {
	// Fold is the value of a constant scalar; ok is false if the place is none.
	Fold(p Place) (v Value, ok bool)
	// Content is what memory holds at a place, of so many bits.
	Content(p Place, width int) term.Term
}

// Made remembers calls that made untyped memory, to say of it for people what it is used as. A call of malloc
// says nothing of what its memory is for, and people do not want to read "malloc#4+104". So three things that
// stand around the call are noted at its edge, for traces alone: the type that its size speaks of, the type
// of the pointer that the result becomes, and the variable that it is stored in. A function of the program
// that passes such a pointer on, as xmalloc does, is such a call itself.
type Made struct {
	types *repr.Types
	prog  *cfa.Program
	by    map[term.Term]*cfa.Made // by results
}

// Arith converts values and applies operators.
type Arith struct {
	// Overflow, Undefined and Behaviour say that signed overflow, undefined arithmetic and other undefined
	// behaviour are violations, and Node which operation is computed.
	Overflow, Undefined, Behaviour bool
	Node                           cc.Node

	values    *Values
	mem       *Memory
	vec       *Vectors
	made      *Made
	flow      *flow.Builder
	types     *repr.Types
	ts        *term.Store
	prog      *cfa.Program
	stride    func(cc.Type) term.Term
	unchecked func() bool
}

// Vectors computes with the vectors of GNU C. They are aggregates here, like arrays in a struct: they are in
// memory, are copied element by element, and are passed and returned as structs are. An operator reads the
// elements of its operands, works on each as on a scalar that is not promoted, and leaves the result in an
// object of its own. The parser keeps the attribute vector_size with the type of the elements and takes the
// result of an operator for one element, so what an expression has as its type is found by repr.Types.Of.
type Vectors struct {
	values *Values
	mem    *Memory
	arith  *Arith
	flow   *flow.Builder
	types  *repr.Types
	ts     *term.Store
	prog   *cfa.Program
}

// Needs is what values need of what is around them.
type Needs struct {
	Flow  *flow.Builder
	Frame *flow.Frame
	Types *repr.Types
	// BitFields, if not nil, gets the bit-fields that expressions designate.
	BitFields map[cc.Node]*repr.BitField
	Constants Constants
	// Overflow, Undefined and Behaviour say that signed overflow, undefined arithmetic and other undefined
	// behaviour are looked for, unless Unchecked does not want that at a place.
	Overflow, Undefined, Behaviour bool
	Unchecked                      func() bool
	// InputsWritten says that it matters what was written: objects that are inputs are, and copies of objects
	// copy what lies between their members.
	InputsWritten bool
	// Stride is the size of what a pointer points to, which may be a variable-length array.
	Stride func(cc.Type) term.Term
}

// New returns what computes with values in one procedure.
func New(n Needs) (*Values, *Memory, *Arith, *Vectors, *Made) {
	b := n.Flow
	prog, ts := b.Prog, b.Prog.Terms
	v := &Values{flow: b, types: n.Types, ts: ts, prog: prog}
	made := &Made{types: n.Types, prog: prog, by: map[term.Term]*cfa.Made{}}
	m := &Memory{values: v, made: made, flow: b, frame: n.Frame, types: n.Types, ts: ts, prog: prog,
		bitFields: n.BitFields, constants: n.Constants, inputsWritten: n.InputsWritten}
	x := &Vectors{values: v, mem: m, flow: b, types: n.Types, ts: ts, prog: prog}
	a := &Arith{Overflow: n.Overflow, Undefined: n.Undefined, Behaviour: n.Behaviour, values: v, mem: m,
		vec: x, made: made, flow: b, types: n.Types, ts: ts, prog: prog, stride: n.Stride,
		unchecked: n.Unchecked}
	x.arith = a
	return v, m, a, x, made
}
