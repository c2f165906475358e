package term

// Op is the operator at the top of a term.
type Op uint8

// The operators. Those marked "derived" are accepted by [Store.Mk] and by the named constructors, which
// express them by the others; they occur in a store only if [Store.MkRaw] made them.
const (
	OpNone   Op = iota
	OpSymbol    // a free constant or function
	OpConst     // a literal of any sort, true and false among them

	// Core.
	OpNot
	OpAnd      // n-ary
	OpOr       // n-ary
	OpXor      // derived: not =
	OpImplies  // derived: or
	OpEq       // two operands of any one sort
	OpDistinct // n-ary; of two operands derived: not =
	OpIte

	// Bit-vectors: bitwise and arithmetic.
	OpBVNot
	OpBVAnd
	OpBVOr
	OpBVXor
	OpBVNand // derived
	OpBVNor  // derived
	OpBVXnor // derived
	OpBVNeg
	OpBVAdd
	OpBVSub
	OpBVMul
	OpBVUDiv
	OpBVURem
	OpBVSDiv
	OpBVSRem
	OpBVSMod
	OpBVShl
	OpBVLShr
	OpBVAShr
	OpBVComp // derived: ite over =

	// Bit-vectors: predicates.
	OpBVUlt
	OpBVUle // derived: not bvult
	OpBVUgt // derived
	OpBVUge // derived
	OpBVSlt
	OpBVSle // derived: not bvslt
	OpBVSgt // derived
	OpBVSge // derived

	// Bit-vectors: structure.
	OpConcat
	OpExtract     // parameters hi, lo
	OpZeroExt     // parameter by
	OpSignExt     // parameter by
	OpRotateLeft  // parameter by; derived: concat of extracts
	OpRotateRight // parameter by; derived
	OpRepeat      // parameter n; derived: concat

	// Bit-vectors: overflow predicates (SMT-LIB 2.7).
	OpBVNegO // derived
	OpBVUAddO
	OpBVSAddO
	OpBVUSubO // derived: bvult
	OpBVSSubO
	OpBVUMulO
	OpBVSMulO
	OpBVSDivO // derived

	// Conversions between bit-vectors and integers.
	OpUBVToInt
	OpSBVToInt
	OpIntToBV // parameter width

	// Int and Real.
	OpNeg // derived: multiplication by -1
	OpAdd // n-ary
	OpSub // derived: + and * -1
	OpMul // n-ary
	OpDiv // Int
	OpMod // Int
	OpAbs // Int; derived: ite
	OpLe
	OpLt   // derived: not <=
	OpGe   // derived
	OpGt   // derived
	OpRDiv // Real
	OpToReal
	OpToInt
	OpIsInt     // derived: = to_real of to_int
	OpDivisible // parameter n; derived: = mod

	// Arrays.
	OpSelect
	OpStore
	OpConstArray // the array that holds its operand everywhere; the sort is that of the term

	// Uninterpreted functions.
	OpApply // n-ary: a function symbol, then what it is applied to

	numOps
)

// opInfo says how an operator is written and applied.
type opInfo struct {
	name   string // SMT-LIB
	args   int8   // number of operands; -n: n or more
	params int8   // number of numeric parameters; only unary operators have any
	chain  bool   // left-associative: Mk folds further operands
}

var opTable = [numOps]opInfo{
	OpNone:   {name: "none"},
	OpSymbol: {name: "symbol"},
	OpConst:  {name: "constant"},

	OpNot:      {name: "not", args: 1},
	OpAnd:      {name: "and", args: -1},
	OpOr:       {name: "or", args: -1},
	OpXor:      {name: "xor", args: 2, chain: true},
	OpImplies:  {name: "=>", args: 2},
	OpEq:       {name: "=", args: 2},
	OpDistinct: {name: "distinct", args: -2},
	OpIte:      {name: "ite", args: 3},

	OpBVNot:  {name: "bvnot", args: 1},
	OpBVAnd:  {name: "bvand", args: 2, chain: true},
	OpBVOr:   {name: "bvor", args: 2, chain: true},
	OpBVXor:  {name: "bvxor", args: 2, chain: true},
	OpBVNand: {name: "bvnand", args: 2},
	OpBVNor:  {name: "bvnor", args: 2},
	OpBVXnor: {name: "bvxnor", args: 2, chain: true},
	OpBVNeg:  {name: "bvneg", args: 1},
	OpBVAdd:  {name: "bvadd", args: 2, chain: true},
	OpBVSub:  {name: "bvsub", args: 2},
	OpBVMul:  {name: "bvmul", args: 2, chain: true},
	OpBVUDiv: {name: "bvudiv", args: 2},
	OpBVURem: {name: "bvurem", args: 2},
	OpBVSDiv: {name: "bvsdiv", args: 2},
	OpBVSRem: {name: "bvsrem", args: 2},
	OpBVSMod: {name: "bvsmod", args: 2},
	OpBVShl:  {name: "bvshl", args: 2},
	OpBVLShr: {name: "bvlshr", args: 2},
	OpBVAShr: {name: "bvashr", args: 2},
	OpBVComp: {name: "bvcomp", args: 2},

	OpBVUlt: {name: "bvult", args: 2},
	OpBVUle: {name: "bvule", args: 2},
	OpBVUgt: {name: "bvugt", args: 2},
	OpBVUge: {name: "bvuge", args: 2},
	OpBVSlt: {name: "bvslt", args: 2},
	OpBVSle: {name: "bvsle", args: 2},
	OpBVSgt: {name: "bvsgt", args: 2},
	OpBVSge: {name: "bvsge", args: 2},

	OpConcat:      {name: "concat", args: 2, chain: true},
	OpExtract:     {name: "extract", args: 1, params: 2},
	OpZeroExt:     {name: "zero_extend", args: 1, params: 1},
	OpSignExt:     {name: "sign_extend", args: 1, params: 1},
	OpRotateLeft:  {name: "rotate_left", args: 1, params: 1},
	OpRotateRight: {name: "rotate_right", args: 1, params: 1},
	OpRepeat:      {name: "repeat", args: 1, params: 1},

	OpBVNegO:  {name: "bvnego", args: 1},
	OpBVUAddO: {name: "bvuaddo", args: 2},
	OpBVSAddO: {name: "bvsaddo", args: 2},
	OpBVUSubO: {name: "bvusubo", args: 2},
	OpBVSSubO: {name: "bvssubo", args: 2},
	OpBVUMulO: {name: "bvumulo", args: 2},
	OpBVSMulO: {name: "bvsmulo", args: 2},
	OpBVSDivO: {name: "bvsdivo", args: 2},

	OpUBVToInt: {name: "ubv_to_int", args: 1},
	OpSBVToInt: {name: "sbv_to_int", args: 1},
	OpIntToBV:  {name: "int_to_bv", args: 1, params: 1},

	OpNeg:       {name: "-", args: 1},
	OpAdd:       {name: "+", args: -1},
	OpSub:       {name: "-", args: 2, chain: true},
	OpMul:       {name: "*", args: -1},
	OpDiv:       {name: "div", args: 2, chain: true},
	OpMod:       {name: "mod", args: 2},
	OpAbs:       {name: "abs", args: 1},
	OpLe:        {name: "<=", args: 2},
	OpLt:        {name: "<", args: 2},
	OpGe:        {name: ">=", args: 2},
	OpGt:        {name: ">", args: 2},
	OpRDiv:      {name: "/", args: 2, chain: true},
	OpToReal:    {name: "to_real", args: 1},
	OpToInt:     {name: "to_int", args: 1},
	OpIsInt:     {name: "is_int", args: 1},
	OpDivisible: {name: "divisible", args: 1, params: 1},

	OpSelect:     {name: "select", args: 2},
	OpStore:      {name: "store", args: 3},
	OpConstArray: {name: "const", args: 1},

	OpApply: {name: "apply", args: -2},
}

// String returns the SMT-LIB name of the operator.
func (op Op) String() string {
	if op < numOps {
		return opTable[op].name
	}
	return "invalid"
}

// NumParams returns how many numeric parameters the operator takes: 2 for
// extract, 1 for extensions, rotations, repeat, int_to_bv and divisible, else 0.
func (op Op) NumParams() int {
	if op < numOps {
		return int(opTable[op].params)
	}
	return 0
}
