package plan

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
)

// Features are what a program has that decides which engines are asked about it.
type Features struct {
	// LoopsAlone: it creates no thread, and has a loop or recursion.
	LoopsAlone bool
	// Threads, Loops: it creates threads; it has a loop or recursion, in any thread.
	Threads, Loops bool
	// Many: it creates threads in a loop.
	Many bool
	// Inputs: it takes an input.
	Inputs bool
}

// FeaturesOf returns the features of a program.
func FeaturesOf(p *cfa.Program) Features {
	f := Features{LoopsAlone: loopsAlone(p), Inputs: takesInputs(p)}
	f.Threads, f.Loops, f.Many = threadsAndLoops(p)
	return f
}

// takesInputs reports whether the procedures that a program runs have an input.
func takesInputs(p *cfa.Program) bool {
	calls := cfa.NewCallGraph(p, p.AnyCallees())
	for i, used := range calls.Reach(p.Entry, false) {
		if !used {
			continue
		}
		for _, e := range p.Procs[i].Edges {
			if op, ok := e.Op.(cfa.Havoc); ok && !op.Unset {
				return true
			}
		}
	}
	return false
}

// threadsAndLoops reports whether a program creates threads, has a loop or recursion, and creates threads in
// a loop.
func threadsAndLoops(p *cfa.Program) (threads, loops, many bool) {
	callees := p.AnyCallees()
	calls := cfa.NewCallGraph(p, callees)
	creates := make([]bool, len(p.Procs)) // by procedure: it, or one that it calls, creates threads
	for _, i := range calls.BottomUp {
		for _, e := range p.Procs[i].Edges {
			_, spawn := e.Op.(cfa.Spawn)
			creates[i] = creates[i] || spawn
		}
		for _, q := range calls.Calls[i] {
			creates[i] = creates[i] || creates[q]
		}
	}
	for i, used := range calls.Reach(p.Entry, true) {
		if !used {
			continue
		}
		order := analysis.WTO(p.Procs[i])
		loops = loops || calls.IsRecursive(cfa.ProcID(i)) || slices.ContainsFunc(order.Locs, order.IsHead)
		threads = threads || creates[i]
		for _, e := range p.Procs[i].Edges {
			_, some := e.Op.(cfa.Spawn)
			for _, q := range callees(e) {
				some = some || creates[q]
			}
			many = many || some && order.Reaches(e.From) && order.Head(e.From) != analysis.NoLoc
		}
	}
	return threads, loops, many
}

// loopsAlone reports whether a program has one thread, and a loop or recursion.
func loopsAlone(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return false
			}
		}
	}
	calls := cfa.NewCallGraph(p, p.AnyCallees())
	for i, used := range calls.Reach(p.Entry, false) {
		if !used {
			continue
		}
		order := analysis.WTO(p.Procs[i])
		if calls.IsRecursive(cfa.ProcID(i)) || slices.ContainsFunc(order.Locs, order.IsHead) {
			return true
		}
	}
	return false
}
