// Package signals lets handlers of signals run between the steps of threads. It works on the procedures of a
// program when all are complete.
//
//	signals.Apply(prog, library.SignalPoint)
//
// A handler may run between any two steps of a thread that does not block its signal. If it runs before a
// step that has to do with nothing that handlers touch it may as well run after it. So a model of the library
// is called any number of times where a thread begins, and after each step that is not of that kind: a step
// on an object that handlers access, if one of the two writes, on what the models keep about signals, on a
// register of the thread that handlers use, or through a pointer that may lead to such an object. A thread
// that has to wait between two of them can have waited after the first one.
//
// Handlers are the functions whose addresses are taken and that have the parameters of one. What they call
// counts as well. A handler that is interrupted itself is followed if the program catches more than one
// signal, so that a recursion may come of it.
package signals

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// own are registers of threads whose use in handlers is of no interest to others.
var own = map[string]bool{"__whittle_jump_frame": true, "__whittle_jump_site": true,
	"__whittle_jump_to": true, "__whittle_jump_at": true, "__whittle_jump_value": true}

// signals adds points to a program.
type signals struct {
	prog  *cfa.Program
	ts    *term.Store
	index *cfa.RegIndex
	point *cfa.Proc
	// keepers are the models that deal with signals, handling is what handlers call, themselves included, and
	// inside what is called in atomic sections.
	keepers, handling, inside map[cfa.ProcID]bool
	// changes are the procedures with a step that matters, or which call one that has.
	changes map[cfa.ProcID]bool
	touched touched
}

// Apply makes points where signals may arrive in a program that catches some; point is the name of the model
// that lets one arrive.
func Apply(prog *cfa.Program, point string) {
	s := &signals{prog: prog, ts: prog.Terms, index: cfa.NewRegIndex(prog)}
	for _, p := range prog.Procs {
		if p.Model && p.Name == point {
			s.point = p
		}
	}
	if s.point == nil {
		return
	}
	s.findHandlers()
	if len(s.handling) == 0 {
		return
	}
	s.findTouched()
	s.findChanges()
	before := s.interrupted()
	for _, p := range prog.Procs {
		if before[p.ID] && !s.isWhole(p.ID) {
			s.apply(p)
		}
	}
}

// isWhole reports whether no signal arrives in the middle of a procedure, but where it is over.
func (s *signals) isWhole(p cfa.ProcID) bool { return s.keepers[p] || s.inside[p] }

// findHandlers finds the handlers, and the models that call them.
func (s *signals) findHandlers() {
	s.handling, s.keepers = map[cfa.ProcID]bool{}, map[cfa.ProcID]bool{}
	for _, o := range s.prog.Objects {
		if o.Kind == cfa.Func && o.Proc != cfa.NoProc && s.mayHandle(s.prog.Procs[o.Proc]) {
			s.handling[o.Proc] = true
		}
	}
	g := cfa.NewCallGraph(s.prog, s.prog.AnyCallees())
	direct := cfa.NewCallGraph(s.prog, cfa.DirectCallees)
	for _, p := range s.prog.Procs {
		if p.Model && s.keeps(p) {
			s.keepers[p.ID] = true
		}
	}
	s.keepers[s.point.ID] = true
	spread(s.keepers, direct.Calls)
	spread(s.handling, g.Calls)
}

// keeps reports whether a model uses what is kept about signals.
func (s *signals) keeps(p *cfa.Proc) (found bool) {
	for _, e := range p.Edges {
		s.index.Uses(e.Op, func(r cfa.RegID) { found = found || kept[s.prog.Regs[r].Name] })
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			found = found || kept[s.prog.Regs[r].Name]
		}
		if a, ok := s.access(e.Op); ok {
			o, _ := s.place(p, a.Addr)
			found = found || o != nil && kept[o.Name]
		}
	}
	return found
}

// kept is what the models keep about signals.
var kept = map[string]bool{"__whittle_mask": true, "__whittle_pending": true, "__whittle_caught": true}

// findChanges finds what is called in sections, and which procedures have steps that matter.
func (s *signals) findChanges() {
	s.inside, s.changes = map[cfa.ProcID]bool{}, map[cfa.ProcID]bool{}
	callees := s.prog.AnyCallees()
	g := cfa.NewCallGraph(s.prog, callees)
	for _, p := range s.prog.Procs {
		depth := sections(p)
		for _, e := range p.Edges {
			if _, ok := e.Op.(cfa.Call); ok && depth[e.From] > 0 {
				for _, q := range callees(e) {
					s.inside[q] = true
				}
			}
			s.changes[p.ID] = s.changes[p.ID] || s.matters(p, e)
		}
	}
	spread(s.inside, g.Calls)
	for again := true; again; {
		again = false
		for _, p := range g.BottomUp {
			for _, q := range g.Calls[p] {
				if s.changes[q] && !s.changes[p] {
					s.changes[p], again = true, true
				}
			}
		}
	}
}

// mayHandle reports whether a procedure has the parameters of a handler: the signal, and perhaps two
// addresses that tell more.
func (s *signals) mayHandle(p *cfa.Proc) bool {
	if p.Model || len(p.Params) != 1 && len(p.Params) != 3 {
		return false
	}
	return s.prog.Regs[p.Params[0]].Sort == term.BitVec(32)
}

// spread adds to a set of procedures those that they lead to.
func spread(set map[cfa.ProcID]bool, next [][]cfa.ProcID) {
	for again := true; again; {
		again = false
		for p := range set {
			for _, q := range next[p] {
				if !set[q] {
					set[q], again = true, true
				}
			}
		}
	}
}

// interrupted are the procedures that a handler may run in the middle of.
func (s *signals) interrupted() map[cfa.ProcID]bool {
	g := cfa.NewCallGraph(s.prog, s.prog.AnyCallees())
	if s.several() {
		all := map[cfa.ProcID]bool{}
		for _, p := range s.prog.Procs {
			all[p.ID] = true
		}
		return all
	}
	// With one signal handlers are not interrupted; what others call as well is.
	out := map[cfa.ProcID]bool{s.prog.Entry: true}
	work := []cfa.ProcID{s.prog.Entry}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		next := g.Spawns[p]
		if !s.keepers[p] {
			next = append(next[:len(next):len(next)], g.Calls[p]...)
		}
		for _, q := range next {
			if !out[q] {
				out[q] = true
				work = append(work, q)
			}
		}
	}
	return out
}

// several reports whether the program may catch more than one signal.
func (s *signals) several() bool {
	var only term.Term
	for _, p := range s.prog.Procs {
		if p.Model {
			continue
		}
		for _, e := range p.Edges {
			c, ok := e.Op.(cfa.Call)
			if !ok {
				continue
			}
			if c.Proc == cfa.NoProc {
				continue
			}
			q := s.prog.Procs[c.Proc]
			if !q.Model || !installs[q.Name] || len(c.Args) < 2 {
				continue
			}
			if h, ok := s.ts.ConstUint64(c.Args[1]); ok && h <= 1 {
				continue // SIG_DFL, SIG_IGN, or nothing new
			}
			if _, ok := s.ts.ConstUint64(c.Args[0]); !ok || only != term.None && only != c.Args[0] {
				return true
			}
			only = c.Args[0]
		}
	}
	return false
}

// installs are the models that set a handler, whose first parameter is the signal.
var installs = map[string]bool{"signal_signals": true, "sigaction_signals": true}
