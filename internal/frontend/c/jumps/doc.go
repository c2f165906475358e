// Package jumps makes longjmp go back to where setjmp was called (C11 7.13). It works on the procedures of a
// program when all are complete.
//
//	jumps.Apply(prog, behaviour)
//
// The models of setjmp and longjmp only note things in registers of the thread: which activation of which
// function a buffer leads to, and where a jump goes. Each activation of a function that calls setjmp gets a
// number. After each call that may end in a jump the register is looked at; a function that the jump leaves
// ends its objects and returns, and the one that it goes to goes on after the call of setjmp. A jump that
// comes to the first function of its thread without having met its aim goes to a function that has returned,
// which is undefined.
//
// # Variables
//
// A variable of the function in a register that was assigned between setjmp and the jump has no particular
// value afterwards (C11 7.13.2.1p3). One in memory keeps what it has: if it is volatile that is the rule, and
// if others know its address it is what compilers do.
package jumps

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The models, and the registers of threads that they and the calls of them share.
var (
	setters = map[string]bool{"setjmp": true, "_setjmp": true, "__sigsetjmp": true}
	jumpers = map[string]bool{"longjmp": true, "_longjmp": true, "siglongjmp": true}
)

const (
	fromFrame = "__whittle_jump_frame" // the activation that calls setjmp
	fromSite  = "__whittle_jump_site"  // and the call
	toFrame   = "__whittle_jump_to"    // the activation that a jump goes to; 0: there is none
	toSite    = "__whittle_jump_at"
	withValue = "__whittle_jump_value"
)

// jumps adds long jumps to a program.
type jumps struct {
	prog      *cfa.Program
	behaviour bool
	ts        *term.Store
	// reach are the procedures in which a jump may come up.
	reach map[cfa.ProcID]bool
	// first are those that a thread may begin with.
	first map[cfa.ProcID]bool
	regs  map[string]cfa.RegID
	count cfa.RegID // of the thread: how many activations have a number
	begun cfa.RegID // of the thread: its first function has begun
	sites uint64
}

// Apply makes jumps of a program that calls setjmp; behaviour says that undefined behaviour is a violation.
func Apply(prog *cfa.Program, behaviour bool) {
	j := &jumps{prog: prog, behaviour: behaviour, ts: prog.Terms, regs: map[string]cfa.RegID{}}
	if !j.used() {
		return
	}
	j.count = prog.NewReg(cfa.Reg{Name: "frames", Sort: frameSort, Scope: cfa.Thread})
	j.begun = prog.NewReg(cfa.Reg{Name: "begun", Sort: term.Bool, Scope: cfa.Thread})
	j.reachable()
	for _, p := range prog.Procs {
		if !jumpers[p.Name] && (j.reach[p.ID] || len(j.sitesOf(p)) > 0) {
			j.apply(p)
		}
	}
}

var frameSort = term.BitVec(32)

// used finds the registers, and reports whether the program calls setjmp at all.
func (j *jumps) used() bool {
	for r, reg := range j.prog.Regs {
		switch reg.Name {
		case fromFrame, fromSite, toFrame, toSite, withValue:
			if reg.Scope == cfa.Thread {
				j.regs[reg.Name] = cfa.RegID(r)
			}
		}
	}
	_, ok := j.regs[fromFrame]
	return ok
}

// sym is the term of a register that the models may not use; None: they do not.
func (j *jumps) sym(name string) term.Term {
	if r, ok := j.regs[name]; ok {
		return j.prog.Sym(r)
	}
	return term.None
}

// reachable finds where a jump may come up.
func (j *jumps) reachable() {
	callees := j.prog.AnyCallees()
	j.reach, j.first = map[cfa.ProcID]bool{}, map[cfa.ProcID]bool{j.prog.Entry: true}
	g := cfa.NewCallGraph(j.prog, callees)
	for i, p := range j.prog.Procs {
		j.reach[p.ID] = p.Model && jumpers[p.Name]
		for _, q := range g.Spawns[i] {
			j.first[q] = true
		}
	}
	for again := true; again; {
		again = false
		for _, p := range g.BottomUp {
			for _, q := range g.Calls[p] {
				if j.reach[q] && !j.reach[p] {
					j.reach[p], again = true, true
				}
			}
		}
	}
}

// sitesOf are the calls of setjmp in a procedure.
func (j *jumps) sitesOf(p *cfa.Proc) []*cfa.Edge {
	var out []*cfa.Edge
	for _, e := range p.Edges {
		if c, ok := e.Op.(cfa.Call); ok && c.Proc != cfa.NoProc {
			if q := j.prog.Procs[c.Proc]; q.Model && setters[q.Name] {
				out = append(out, e)
			}
		}
	}
	return out
}

// mayJump reports whether a call may end in a jump.
func (j *jumps) mayJump(e *cfa.Edge) bool {
	c, ok := e.Op.(cfa.Call)
	if !ok {
		return false
	}
	if c.Proc != cfa.NoProc {
		return j.reach[c.Proc]
	}
	for _, q := range j.prog.AnyCallees()(e) {
		if j.reach[q] {
			return true
		}
	}
	return false
}
