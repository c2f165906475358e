package interp

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// Code is a program made ready for execution. Machines start from it, and those who keep registers of their
// own evaluate the terms of its edges: they keep frames of Words words, in which Register says where a
// register is. It is for one goroutine.
type Code struct {
	code  *bytecode.Program
	edges []compiledEdge // by EdgeID
}

type compiledEdge struct {
	proc *bytecode.Proc
	edge *bytecode.Edge
}

// NewCode compiles a program. The error says what makes it impossible to execute.
func NewCode(p *cfa.Program) (*Code, error) {
	code, err := bytecode.Compile(p)
	if err != nil {
		return nil, err
	}
	c := &Code{code: code, edges: make([]compiledEdge, p.NumEdges)}
	for i := range code.Procs {
		for j := range code.Procs[i].Edges {
			e := &code.Procs[i].Edges[j]
			c.edges[e.CFA.ID] = compiledEdge{&code.Procs[i], e}
		}
	}
	return c, nil
}

// Start returns a machine at the start of the program.
func (c *Code) Start(cfg Config) *Machine { return newMachine(c.code, cfg) }

// Words is the number of words of a frame of a procedure: its registers, which come first, and temporaries.
func (c *Code) Words(p cfa.ProcID) (registers, all int) {
	return int(c.code.Procs[p].Locals), int(c.code.Procs[p].Words)
}

// ThreadWords is the number of words of the registers of scope Thread.
func (c *Code) ThreadWords() int { return int(c.code.ThreadWords) }

// Register says where a register is: in its frame, or among those of its thread, from word first on.
func (c *Code) Register(r cfa.RegID) (first int, thread bool) {
	s := c.code.Regs[r]
	return int(s.First), s.Thread
}

// Value evaluates a term of an edge, in the order of cfa.Terms. The temporaries of the frame are overwritten,
// and in the case of an Assign perhaps the register that it sets.
func (c *Code) Value(e *cfa.Edge, i int, frame, thread []uint64) (lo, hi uint64) {
	x := c.edges[e.ID]
	return c.code.Value(x.edge.Term(i), x.proc, frame, thread)
}
