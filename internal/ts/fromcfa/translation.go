package fromcfa

import (
	"fmt"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// A Translation is the system of a program, with what it takes to tell its paths as executions of the
// program, see Trace.
type Translation struct {
	System *ts.System
	// Assumed are places of undefined behaviour, which ends a path.
	Assumed []ts.Place

	prog     *cfa.Program
	prefix   []*cfa.Edge         // what the initial thread did for the initial state
	addrs    map[allocKey]uint64 // addresses of allocated objects
	inputs   []input             // of the prefix
	contents []content
	sections []section  // by Instruction.Origin
	goals    [][]way    // by Goal.Origin: the paths that lead to the goal
	ends     [][]ending // by process: the ways in which it ends
	regs     map[cfa.RegID]term.Term
}

// Register is the symbol of the variable that a register of the initial thread is; None: it is none.
func (t *Translation) Register(r cfa.RegID) term.Term { return t.regs[r] }

// Waits finds something in the program that may wait for ever, or for another thread.
func (t *Translation) Waits() (pos source.Pos, what string, ok bool) {
	if len(t.System.Processes) > 1 {
		return pos, "a program with several threads", true
	}
	for _, e := range t.prog.Procs[t.prog.Entry].Edges {
		switch e.Op.(type) {
		case cfa.Await, cfa.Join:
			return e.Pos, "waiting", true
		}
	}
	return pos, "", false
}

// Loop is the head of the outermost loop whose head instructions pass, or where they begin.
func (t *Translation) Loop(instructions []int) source.Pos {
	order := analysis.WTO(t.prog.Procs[t.prog.Entry])
	pos, best := source.Pos{}, -1
	for _, i := range instructions {
		for _, e := range t.sections[t.System.Instructions[i].Origin].path {
			if !pos.IsValid() {
				pos = e.Pos
			}
			if !order.IsHead(e.From) {
				continue
			}
			depth := 0
			for h := order.Outer(e.From); h != analysis.NoLoc; h = order.Outer(h) {
				depth++
			}
			if best < 0 || depth < best {
				pos, best = e.Pos, depth
			}
		}
	}
	return pos
}

// input is a value that the program leaves open: a symbol for what the edge with this number on a path
// chooses.
type input struct {
	sym  term.Term
	edge int
}

// symbols returns the symbols of inputs.
func symbols(inputs []input) []term.Term {
	var out []term.Term
	for _, in := range inputs {
		out = append(out, in.sym)
	}
	return out
}

// content is the arbitrary initial content of a variable of memory.
type content struct {
	sym   term.Term
	place place
	count int // elements, 0 for a scalar
}

// section is what the program does in an instruction.
type section struct {
	path   []*cfa.Edge
	inputs []input
	joins  int // so many threads it waits for: their ids are the first terms that are observed
}

// way is a path from the location of a goal to what it is about.
type way struct {
	path   []*cfa.Edge
	inputs []input
}

// ending is a way in which a thread returns.
type ending struct {
	at     int
	guard  term.Term
	value  term.Term // None: none
	path   []*cfa.Edge
	inputs []input
	// observed is where the guard stands in what an instruction that joins observes, after the ids of the
	// threads; -1 if it is the only way to end there.
	observed int
}

// UnsupportedError names a construct that cannot be translated.
type UnsupportedError struct{ ts.Place }

// Error says what is not supported.
func (e *UnsupportedError) Error() string { return "not supported by transition systems: " + e.What }

func unsupported(pos source.Pos, format string, args ...any) error {
	return &UnsupportedError{ts.Place{Pos: pos, What: fmt.Sprintf(format, args...)}}
}
