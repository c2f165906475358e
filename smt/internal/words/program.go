package words

import "whittle.dev/term"

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
	n := &p.code.nodes[i]
	return Node{n.op, int(n.w), int(n.a), int(n.b), int(n.c), n.k}
}

// Ref names a node.
type Ref int32

// Program is a sequence of operations on words of at most 64 bits, compiled
// from terms of one store, operands first. It grows by Add and shrinks by Release.
type Program struct {
	code   code       // the nodes
	prop   propagator // their domains
	rel    relations  // which are equal, and which are below which
	search walker     // their values

	given  []Ref // what is asserted
	common int   // number of nodes at the last Assert
	base   base
	model  []binding

	// Case distinctions.
	saved   []domain
	classes []int32
	splits  int
}

// New returns an empty program for terms of st.
func New(st *term.Store) *Program {
	p := &Program{code: code{st: st}}
	p.rel.prop = &p.prop
	return p
}

// Mark is a state of a program.
type Mark struct{ nodes, inputs, given int32 }

// Mark returns the present state.
func (p *Program) Mark() Mark {
	return Mark{int32(len(p.code.nodes)), int32(len(p.code.inputs)), int32(len(p.given))}
}

// Len is the number of nodes.
func (m Mark) Len() int { return int(m.nodes) }

// Assert makes a node of width 1 one that every Solve wants to be true.
func (p *Program) Assert(r Ref) {
	p.given = append(p.given, r)
	p.common = len(p.code.nodes)
}

// Release forgets the nodes that were made, and what was asserted, since the mark.
func (p *Program) Release(m Mark) {
	if int(m.nodes) < p.base.nodes || int(m.given) < p.base.given {
		p.base = base{doms: p.base.doms[:0]}
	}
	p.given = p.given[:m.given]
	p.common = min(p.common, int(m.nodes))
	for i, t := range p.code.terms[m.nodes:] {
		if t != 0 && p.code.index.Get(t) == uint32(m.nodes)+uint32(i)+1 {
			p.code.index.Set(t, 0)
		}
	}
	p.code.nodes = p.code.nodes[:m.nodes]
	p.code.terms = p.code.terms[:m.nodes]
	p.code.inputs = p.code.inputs[:m.inputs]
}

// Add compiles a term of sort Bool or bit-vector. ok is false if that is not possible: an operator is not
// supported, a word is too wide, or the program too long. Nodes of a failed attempt stay until Release.
func (p *Program) Add(t term.Term) (r Ref, ok bool) { return p.code.add(t) }

// Term returns the term of a node, or term.None.
func (p *Program) Term(i int) term.Term { return p.code.terms[i] }

// Len is the number of nodes.
func (p *Program) Len() int { return len(p.code.nodes) }
