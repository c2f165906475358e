package words

import "whittle.dev/smt/internal/termtable"

import "whittle.dev/term"

// Op is what a node computes. Bool is the width 1, so that the connectives are
// the bitwise operators.
type Op uint8

// The operators. Each of OpNot to OpSlt and of OpConcat has the operands a, or a and b.
const (
	OpInput Op = iota
	OpConst    // k
	OpNot
	OpNeg
	OpAnd
	OpOr
	OpXor
	OpAdd
	OpSub
	OpMul
	OpUDiv
	OpURem
	OpShl
	OpLShr
	OpAShr
	OpEq
	OpUlt
	OpSlt
	OpIte     // if a then b else c
	OpConcat  // a above b
	OpExtract // of a from bit k
	OpZeroExt
	OpSignExt
)

// node is an operation on earlier nodes.
type node struct {
	op      Op
	w       uint8 // width of the value
	aw      uint8 // width of the value of a
	a, b, c int32 // -1 if unused
	k       uint64
}

// Node is a node for readers: the operator, the width of the value, the operands, -1 if
// unused, and the parameter.
type Node struct {
	Op      Op
	Width   int
	A, B, C int
	K       uint64
}

// Node returns the node i, less than Len.
func (p *Program) Node(i int) Node {
	n := &p.nodes[i]
	return Node{n.op, int(n.w), int(n.a), int(n.b), int(n.c), n.k}
}

// Ref names a node.
type Ref int32

// Program is a sequence of operations on words of at most 64 bits, compiled
// from terms of one store, operands first. It grows by Add and shrinks by Release.
type Program struct {
	st    *term.Store
	nodes []node
	terms []term.Term // by node; 0 if it is not a term
	index termtable.Table

	inputs []int32 // nodes that are inputs
	stack  []term.Term

	doms    []domain // domains of the nodes, see propagate.go
	changed []uint32 // by node: time of the last change of its domain
	revised []uint32 // by node: time of the last revision
	clock   uint32
	limit   int // number of nodes that are propagated
	base    base
	common  int   // number of nodes at the last Assert
	given   []Ref // what is asserted
	roots   []Ref // what the running Solve wants to be true: given and assumed
	saved   []domain
	class   []int32 // by node: an equal node, see relate.go
	classes []int32
	links   [][2]int32 // pairs of equal nodes
	order   order
	splits  int

	vals   []uint64
	wrong  []Ref
	random uint64

	model []binding
}

// New returns an empty program for terms of st.
func New(st *term.Store) *Program { return &Program{st: st} }

// MaxNodes bounds a program.
const MaxNodes = 512

// Mark is a state of a program.
type Mark struct{ nodes, inputs, given int32 }

// Mark returns the present state.
func (p *Program) Mark() Mark {
	return Mark{int32(len(p.nodes)), int32(len(p.inputs)), int32(len(p.given))}
}

// Len is the number of nodes.
func (m Mark) Len() int { return int(m.nodes) }

// Assert makes a node of width 1 one that every Solve wants to be true.
func (p *Program) Assert(r Ref) {
	p.given = append(p.given, r)
	p.common = len(p.nodes)
}

// Release forgets the nodes that were made, and what was asserted, since the mark.
func (p *Program) Release(m Mark) {
	if int(m.nodes) < p.base.nodes || int(m.given) < p.base.given {
		p.base = base{doms: p.base.doms[:0]}
	}
	p.given = p.given[:m.given]
	p.common = min(p.common, int(m.nodes))
	for i, t := range p.terms[m.nodes:] {
		if t != 0 && p.index.Get(t) == uint32(m.nodes)+uint32(i)+1 {
			p.index.Set(t, 0)
		}
	}
	p.nodes = p.nodes[:m.nodes]
	p.terms = p.terms[:m.nodes]
	p.inputs = p.inputs[:m.inputs]
}

// Term returns the term of a node, or term.None.
func (p *Program) Term(i int) term.Term { return p.terms[i] }

// Len is the number of nodes.
func (p *Program) Len() int { return len(p.nodes) }

// Add compiles a term of sort Bool or bit-vector. ok is false if that is not
// possible: an operator is not supported, a word is too wide, or the program too
// long. Nodes of a failed attempt stay until Release.
func (p *Program) Add(t term.Term) (r Ref, ok bool) {
	if n := p.index.Get(t); n != 0 {
		return Ref(n - 1), true
	}
	stack := append(p.stack[:0], t)
	defer func() { p.stack = stack }()
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if p.index.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		args := p.st.Args(t)
		if len(args) > MaxNodes {
			return 0, false
		}
		ready := true
		for i := len(args) - 1; i >= 0; i-- {
			if p.index.Get(args[i]) == 0 {
				stack = append(stack, args[i])
				ready = false
			}
		}
		if len(p.nodes)+len(stack) > MaxNodes {
			return 0, false
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if !p.compile(t, args) {
			return 0, false
		}
	}
	return Ref(p.index.Get(t) - 1), true
}

func (p *Program) push(n node, t term.Term) int32 {
	p.nodes = append(p.nodes, n)
	p.terms = append(p.terms, t)
	return int32(len(p.nodes) - 1)
}

// at returns the node of a compiled term.
func (p *Program) at(t term.Term) int32 { return int32(p.index.Get(t) - 1) }

// width returns the width of a word of the sort, 0 if it is none.
func width(sort term.Sort) uint8 {
	switch w := sort.Width(); {
	case sort.IsBool():
		return 1
	case sort.IsBitVec() && w <= 64:
		return uint8(w)
	}
	return 0
}

// binary lists the operators that have one node for two operands. swap
// exchanges the operands, not negates the result.
var binary = [...]struct {
	op        Op
	swap, not bool
	chain     bool // more operands are taken from left to right
}{
	term.OpAnd: {op: OpAnd, chain: true}, term.OpOr: {op: OpOr, chain: true},
	term.OpXor:   {op: OpXor, chain: true},
	term.OpBVAnd: {op: OpAnd, chain: true}, term.OpBVOr: {op: OpOr, chain: true},
	term.OpBVXor: {op: OpXor, chain: true},
	term.OpBVAdd: {op: OpAdd, chain: true}, term.OpBVMul: {op: OpMul, chain: true},
	term.OpBVSub: {op: OpSub}, term.OpBVUDiv: {op: OpUDiv}, term.OpBVURem: {op: OpURem},
	term.OpBVShl: {op: OpShl}, term.OpBVLShr: {op: OpLShr}, term.OpBVAShr: {op: OpAShr},
	term.OpEq: {op: OpEq}, term.OpBVUlt: {op: OpUlt}, term.OpBVSlt: {op: OpSlt},
	term.OpBVUle: {op: OpUlt, swap: true, not: true}, term.OpBVSle: {op: OpSlt, swap: true, not: true},
	term.OpBVUgt: {op: OpUlt, swap: true}, term.OpBVSgt: {op: OpSlt, swap: true},
	term.OpBVUge: {op: OpUlt, not: true}, term.OpBVSge: {op: OpSlt, not: true},
	term.OpConcat: {op: OpConcat},
}

// compile adds the node of t, whose operands are compiled.
func (p *Program) compile(t term.Term, args []term.Term) bool {
	w := width(p.st.Sort(t))
	if w == 0 {
		return false
	}
	n := node{w: w, a: -1, b: -1, c: -1}
	if len(args) > 0 {
		n.a = p.at(args[0])
		n.aw = p.nodes[n.a].w
	}
	switch top := p.st.Op(t); top {
	case term.OpSymbol:
		p.inputs = append(p.inputs, int32(len(p.nodes)))
	case term.OpConst:
		n.op = OpConst
		if w == 1 && p.st.Sort(t).IsBool() {
			if p.st.IsTrue(t) {
				n.k = 1
			}
			break
		}
		x, ok := p.st.ConstUint64(t)
		if !ok {
			return false
		}
		n.k = x
	case term.OpNot, term.OpBVNot:
		n.op = OpNot
	case term.OpBVNeg:
		n.op = OpNeg
	case term.OpIte:
		n.op, n.b, n.c = OpIte, p.at(args[1]), p.at(args[2])
	case term.OpExtract:
		_, lo := p.st.Params(t)
		n.op, n.k = OpExtract, uint64(lo)
	case term.OpZeroExt:
		n.op = OpZeroExt
	case term.OpSignExt:
		n.op = OpSignExt
	default:
		return p.compileBinary(t, top, n, args)
	}
	p.index.Set(t, uint32(p.push(n, t))+1)
	return true
}

// compileBinary adds nodes for an operator of two operands or a chain of more.
func (p *Program) compileBinary(t term.Term, top term.Op, n node, args []term.Term) bool {
	if int(top) >= len(binary) || binary[top].op == OpInput || len(args) < 2 {
		return false
	}
	how := binary[top]
	if len(args) > 2 && !how.chain {
		return false
	}
	n.op = how.op
	last := n.a
	for i, x := range args[1:] {
		n.a, n.b = last, p.at(x)
		n.aw = p.nodes[n.a].w
		if how.swap {
			n.a, n.b = n.b, n.a
			n.aw = p.nodes[n.a].w
		}
		if i == len(args)-2 && !how.not {
			break
		}
		last = p.push(n, 0)
	}
	if how.not {
		n = node{op: OpNot, w: 1, aw: 1, a: last, b: -1, c: -1}
	}
	p.index.Set(t, uint32(p.push(n, t))+1)
	return true
}
