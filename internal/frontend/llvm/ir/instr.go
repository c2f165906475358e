package ir

// Block is a basic block: instructions of which the last alone leaves it.
type Block struct {
	Name   string // without the sigil
	Instrs []Instr
	Off    int // where it begins in the text
}

// Body is what a definition consists of. The first block is the entry.
type Body struct {
	Blocks []*Block
	// Slots are the local values: first the parameters, then the results of instructions.
	Slots []Slot
	// BlockIndex finds blocks by their names.
	BlockIndex map[string]int

	definitions []*Instr // by slots; nil: not yet looked for
}

// Definition is the instruction that a local value is the result of; nil: it is a parameter.
func (b *Body) Definition(slot uint64) *Instr {
	if b.definitions == nil {
		b.definitions = make([]*Instr, len(b.Slots))
		for _, block := range b.Blocks {
			for i := range block.Instrs {
				if in := &block.Instrs[i]; in.Res >= 0 {
					b.definitions[in.Res] = in
				}
			}
		}
	}
	return b.definitions[slot]
}

// Slot is a local value.
type Slot struct {
	Name    string // without the sigil
	Type    *Type
	defined bool
	off     int // of its first use
}

// Instr is an instruction.
//
// What Args are: for ret the result, if there is one; for br the condition, if there is one; for switch the
// value and then those of the cases, whose targets follow the default in Targets; for indirectbr the address;
// for store the value and the address; for cmpxchg the address, the expected and the new value; for atomicrmw
// the address and the operand; for alloca the number of elements, if it is given; for phi what comes from
// each of Targets; for calls the arguments; for landingpad the clauses; else the operands in order. A call of
// llvm.dbg.declare or of llvm.dbg.value is a DbgDeclare or a DbgValue with the address or the value.
type Instr struct {
	Op    Op
	Pred  Pred
	RMW   RMW
	Order Order // of an atomic access; of a cmpxchg that succeeds
	Fail  Order // of a cmpxchg that fails
	Flags Flags
	Res   int32 // the slot of the result; -1: there is none
	Dbg   int32 // the node of the place; -1: there is none
	Off   int   // where it stands in the text
	Align uint64
	Type  *Type // of the result; of calls: what the function returns
	// Elem is what an alloca makes, what a load loads, what a store stores, what a getelementptr steps
	// through.
	Elem    *Type
	Args    []Value
	Targets []int // blocks; of an invoke the normal one first
	Index   []int // of extractvalue and insertvalue; of landingpad: 1 for filters
	Call    *CallInfo
	Record  *Record
}

// CallInfo is what calls have besides arguments.
type CallInfo struct {
	Callee Value
	Func   *Type
	Params []Attrs // of the arguments; may be shorter
	Ret    Attrs
	Attrs  string // words of the call itself: nounwind, #4
	// Bundles names the operand bundles; what is in them is not kept.
	Bundles []string
}

// Record is what a DbgDeclare or a DbgValue says of a variable.
type Record struct {
	Var  MDRef // a DILocalVariable
	Expr MDRef // a DIExpression
}

// Attrs are the attributes of a parameter or a result that are of interest.
type Attrs struct {
	ByVal   *Type // the argument points to what is copied
	SRet    *Type // the argument points to where the result goes
	NoUndef bool
	SignExt bool
	Align   uint64
}
