// Package unwind makes the automatic objects of a thread end with it (C11 6.2.4p5), also where it ends in the
// middle of calls. It works on the procedures of a program when all are complete.
//
//	unwind.Apply(prog, "main", edges, threadLocals, start)
//
// A recursion may leave several objects of one place on the stack, of which only the newest is followed; the
// end of a thread is not supported then.
package unwind

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// ends adds the ends of objects to a program.
type ends struct {
	prog *cfa.Program
	ts   *term.Store
}

// Apply makes objects end: at the edges unwinds those of the stack, and at the ends of threads, and of the
// procedure start that threads start with unless that is nil, those whose addresses the registers locals hold
// as well. entry is the name of the procedure that the process starts with.
func Apply(prog *cfa.Program, entry string, unwinds []Edge, locals []cfa.RegID, start *cfa.Proc) {
	(&ends{prog, prog.Terms}).run(entry, unwinds, locals, start)
}
