package words

import (
	"whittle.dev/smt/internal/termtable"
	"whittle.dev/term"
)

// Op is what a node computes. Bool is the width 1, so that the connectives are the bitwise operators.
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

// code is the nodes of a program.
type code struct {
	st     *term.Store
	nodes  []node
	terms  []term.Term // by node; 0 if it is not a term
	index  termtable.Table
	inputs []int32 // nodes that are inputs
	stack  []term.Term
}

// MaxNodes bounds a program.
const MaxNodes = 512

// add is [Program.Add].
func (c *code) add(t term.Term) (r Ref, ok bool) {
	if n := c.index.Get(t); n != 0 {
		return Ref(n - 1), true
	}
	stack := append(c.stack[:0], t)
	defer func() { c.stack = stack }()
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if c.index.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		args := c.st.Args(t)
		if len(args) > MaxNodes {
			return 0, false
		}
		ready := true
		for i := len(args) - 1; i >= 0; i-- {
			if c.index.Get(args[i]) == 0 {
				stack = append(stack, args[i])
				ready = false
			}
		}
		if len(c.nodes)+len(stack) > MaxNodes {
			return 0, false
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if !c.compile(t, args) {
			return 0, false
		}
	}
	return Ref(c.index.Get(t) - 1), true
}

func (c *code) push(n node, t term.Term) int32 {
	c.nodes = append(c.nodes, n)
	c.terms = append(c.terms, t)
	return int32(len(c.nodes) - 1)
}

// at returns the node of a compiled term.
func (c *code) at(t term.Term) int32 { return int32(c.index.Get(t) - 1) }

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
func (c *code) compile(t term.Term, args []term.Term) bool {
	w := width(c.st.Sort(t))
	if w == 0 {
		return false
	}
	n := node{w: w, a: -1, b: -1, c: -1}
	if len(args) > 0 {
		n.a = c.at(args[0])
		n.aw = c.nodes[n.a].w
	}
	switch top := c.st.Op(t); top {
	case term.OpSymbol:
		c.inputs = append(c.inputs, int32(len(c.nodes)))
	case term.OpConst:
		n.op = OpConst
		if w == 1 && c.st.Sort(t).IsBool() {
			if c.st.IsTrue(t) {
				n.k = 1
			}
			break
		}
		x, ok := c.st.ConstUint64(t)
		if !ok {
			return false
		}
		n.k = x
	case term.OpNot, term.OpBVNot:
		n.op = OpNot
	case term.OpBVNeg:
		n.op = OpNeg
	case term.OpIte:
		n.op, n.b, n.c = OpIte, c.at(args[1]), c.at(args[2])
	case term.OpExtract:
		_, lo := c.st.Params(t)
		n.op, n.k = OpExtract, uint64(lo)
	case term.OpZeroExt:
		n.op = OpZeroExt
	case term.OpSignExt:
		n.op = OpSignExt
	default:
		return c.compileBinary(t, top, n, args)
	}
	c.index.Set(t, uint32(c.push(n, t))+1)
	return true
}

// compileBinary adds nodes for an operator of two operands or a chain of more.
func (c *code) compileBinary(t term.Term, top term.Op, n node, args []term.Term) bool {
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
		n.a, n.b = last, c.at(x)
		n.aw = c.nodes[n.a].w
		if how.swap {
			n.a, n.b = n.b, n.a
			n.aw = c.nodes[n.a].w
		}
		if i == len(args)-2 && !how.not {
			break
		}
		last = c.push(n, 0)
	}
	if how.not {
		n = node{op: OpNot, w: 1, aw: 1, a: last, b: -1, c: -1}
	}
	c.index.Set(t, uint32(c.push(n, t))+1)
	return true
}
