package cursor

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Program builds a program for a test: its objects, and procedures made by cursors.
type Program struct {
	*cfa.Program
	t *testing.T
}

// NewProgram returns an empty program with pointers of 64 bits.
func NewProgram(t *testing.T) *Program {
	p := cfa.NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	return &Program{p, t}
}

// Procedure adds a procedure and returns a cursor at its entry.
func (p *Program) Procedure(name string) *Cursor {
	return New(p.Program, p.NewProc(name, source.Pos{}))
}

// Global adds a static object of the given size.
func (p *Program) Global(name string, size uint64) term.Term {
	return p.AddObject(&cfa.Object{Name: name, Size: size})
}

// Function adds the function object of a procedure.
func (p *Program) Function(c *Cursor) term.Term {
	return p.AddObject(&cfa.Object{Name: c.Proc.Name, Kind: cfa.Func, Size: 1, Proc: c.Proc.ID})
}

// Check fails the test if the program is none.
func (p *Program) Check() {
	p.t.Helper()
	if err := cfa.Check(p.Program); err != nil {
		p.t.Fatalf("the test's program is broken: %v", err)
	}
}
