package ir

// Op is an operation of instructions and of constant expressions.
type Op uint8

// The operations, by the words of the language.
const (
	BadOp Op = iota

	// Ends of blocks.
	Ret
	Br
	Switch
	IndirectBr
	Invoke
	CallBr
	Resume
	Unreachable
	CleanupRet
	CatchRet
	CatchSwitch

	// Arithmetic on integers.
	Add
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	Shl
	LShr
	AShr
	And
	Or
	Xor

	// Arithmetic on floating-point numbers.
	FNeg
	FAdd
	FSub
	FMul
	FDiv
	FRem

	// Parts of vectors and aggregates.
	ExtractElement
	InsertElement
	ShuffleVector
	ExtractValue
	InsertValue

	// Memory.
	Alloca
	Load
	Store
	Fence
	CmpXchg
	AtomicRMW
	GetElementPtr

	// Conversions.
	Trunc
	ZExt
	SExt
	FPTrunc
	FPExt
	FPToUI
	FPToSI
	UIToFP
	SIToFP
	PtrToInt
	IntToPtr
	BitCast
	AddrSpaceCast

	// The rest.
	ICmp
	FCmp
	Phi
	Select
	Freeze
	Call
	VAArg
	LandingPad
	CatchPad
	CleanupPad

	// Records of debug information: calls of llvm.dbg.* up to LLVM 18, and #dbg_* from 19 on.
	DbgDeclare
	DbgValue
	DbgOther
)

var opNames = [...]string{Ret: "ret", Br: "br", Switch: "switch", IndirectBr: "indirectbr", Invoke: "invoke",
	CallBr: "callbr", Resume: "resume", Unreachable: "unreachable", CleanupRet: "cleanupret",
	CatchRet: "catchret", CatchSwitch: "catchswitch", Add: "add", Sub: "sub", Mul: "mul", UDiv: "udiv",
	SDiv: "sdiv", URem: "urem", SRem: "srem", Shl: "shl", LShr: "lshr", AShr: "ashr", And: "and", Or: "or",
	Xor: "xor", FNeg: "fneg", FAdd: "fadd", FSub: "fsub", FMul: "fmul", FDiv: "fdiv", FRem: "frem",
	ExtractElement: "extractelement", InsertElement: "insertelement", ShuffleVector: "shufflevector",
	ExtractValue: "extractvalue", InsertValue: "insertvalue", Alloca: "alloca", Load: "load", Store: "store",
	Fence: "fence", CmpXchg: "cmpxchg", AtomicRMW: "atomicrmw", GetElementPtr: "getelementptr",
	Trunc: "trunc", ZExt: "zext", SExt: "sext", FPTrunc: "fptrunc", FPExt: "fpext", FPToUI: "fptoui",
	FPToSI: "fptosi", UIToFP: "uitofp", SIToFP: "sitofp", PtrToInt: "ptrtoint", IntToPtr: "inttoptr",
	BitCast: "bitcast", AddrSpaceCast: "addrspacecast", ICmp: "icmp", FCmp: "fcmp", Phi: "phi",
	Select: "select", Freeze: "freeze", Call: "call", VAArg: "va_arg", LandingPad: "landingpad",
	CatchPad: "catchpad", CleanupPad: "cleanuppad", DbgDeclare: "dbg_declare", DbgValue: "dbg_value",
	DbgOther: "dbg_..."}

// String is the word of the language.
func (op Op) String() string {
	if int(op) < len(opNames) && opNames[op] != "" {
		return opNames[op]
	}
	return "?"
}

var ops = func() map[string]Op {
	m := map[string]Op{}
	for op := Ret; op < DbgDeclare; op++ {
		m[opNames[op]] = op
	}
	return m
}()

// EndsBlock reports whether the operation is the last one of a block.
func (op Op) EndsBlock() bool { return op >= Ret && op <= CatchSwitch }

// IsBinary reports whether the operation has two operands of the type of its result.
func (op Op) IsBinary() bool { return op >= Add && op <= FRem && op != FNeg }

// IsConversion reports whether the operation turns a value into one of another type.
func (op Op) IsConversion() bool { return op >= Trunc && op <= AddrSpaceCast }

// Pred is the condition of a comparison.
type Pred uint8

// The conditions of integers, then those of floating-point numbers: ordered ones are false for numbers that
// are none, the others are true.
const (
	BadPred Pred = iota
	EQ
	NE
	UGT
	UGE
	ULT
	ULE
	SGT
	SGE
	SLT
	SLE

	FalsePred
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UNO
	UEQ
	FUGT
	FUGE
	FULT
	FULE
	UNE
	TruePred
)

var intPreds = map[string]Pred{"eq": EQ, "ne": NE, "ugt": UGT, "uge": UGE, "ult": ULT, "ule": ULE, "sgt": SGT,
	"sge": SGE, "slt": SLT, "sle": SLE}

var floatPreds = map[string]Pred{"false": FalsePred, "oeq": OEQ, "ogt": OGT, "oge": OGE, "olt": OLT,
	"ole": OLE, "one": ONE, "ord": ORD, "uno": UNO, "ueq": UEQ, "ugt": FUGT, "uge": FUGE, "ult": FULT,
	"ule": FULE, "une": UNE, "true": TruePred}

// Order is the order of an atomic access.
type Order uint8

// The orders.
const (
	NotAtomic Order = iota
	Unordered
	Monotonic
	Acquire
	Release
	AcqRel
	SeqCst
)

var orders = map[string]Order{"unordered": Unordered, "monotonic": Monotonic, "acquire": Acquire,
	"release": Release, "acq_rel": AcqRel, "seq_cst": SeqCst}

// RMW is what an atomicrmw does.
type RMW uint8

// The operations of atomicrmw.
const (
	BadRMW RMW = iota
	RMWXchg
	RMWAdd
	RMWSub
	RMWAnd
	RMWNand
	RMWOr
	RMWXor
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
	RMWFAdd
	RMWFSub
	RMWFMax
	RMWFMin
	RMWUIncWrap
	RMWUDecWrap
	RMWUSubCond
	RMWUSubSat
)

var rmws = map[string]RMW{"xchg": RMWXchg, "add": RMWAdd, "sub": RMWSub, "and": RMWAnd, "nand": RMWNand,
	"or": RMWOr, "xor": RMWXor, "max": RMWMax, "min": RMWMin, "umax": RMWUMax, "umin": RMWUMin,
	"fadd": RMWFAdd, "fsub": RMWFSub, "fmax": RMWFMax, "fmin": RMWFMin, "uinc_wrap": RMWUIncWrap,
	"udec_wrap": RMWUDecWrap, "usub_cond": RMWUSubCond, "usub_sat": RMWUSubSat}

// Flags are what follows the word of an instruction.
type Flags uint16

// The flags.
const (
	NUW Flags = 1 << iota
	NSW
	Exact
	InBounds
	Disjoint
	NonNeg
	Volatile
	Atomic
	Weak // a cmpxchg that may fail for no reason
	Tail
	MustTail
	Cleanup      // of a landingpad
	SingleThread // an atomic operation that is one for signal handlers of the thread alone
	Fast         // any of the flags that allow inexact arithmetic
)

var flagWords = map[string]Flags{"nuw": NUW, "nsw": NSW, "exact": Exact, "inbounds": InBounds,
	"disjoint": Disjoint, "nneg": NonNeg, "fast": Fast, "nnan": Fast, "ninf": Fast, "nsz": Fast, "arcp": Fast,
	"contract": Fast, "afn": Fast, "reassoc": Fast, "nusw": 0, "samesign": 0}
