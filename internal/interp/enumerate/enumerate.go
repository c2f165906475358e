package enumerate

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// Options bounds an enumeration.
type Options struct {
	// Values are the values that inputs of more than AllBits bits take; nil:
	// 0, 1, 2 and -1. Narrower ones take all values; AllBits 0 means 4.
	Values  []int64
	AllBits int
	// MaxStates bounds the number of states; 0: 200,000. MaxSteps bounds the
	// edges between two states; 0: 1,000,000.
	MaxStates int
	MaxSteps  int
	// First ends the enumeration at the first violation, or the first race.
	First bool
	// Races looks for data races as well.
	Races bool
	// Circles looks for deadlocks among some of the threads as well.
	Circles bool
	// Endless looks for executions that come back to a state.
	Endless bool
}

// Found is an end of an execution that an enumeration reached.
type Found struct {
	Outcome interp.Outcome
	// Trace leads to it; it replays when it is a violation or a deadlock.
	Trace *trace.Trace
}

// Race is a pair of accesses that an enumeration found next to each other.
type Race struct {
	// First and Second are the edges of the accesses; First is plain and outside of atomic sections.
	First, Second cfa.EdgeID
	// Trace leads to the accesses; it replays.
	Trace *trace.Trace
}

// Result is what an enumeration found. Each list has one entry for an edge (and property), in the order in
// which they were found; shorter executions are found first.
type Result struct {
	Violations  []Found
	Deadlocks   []Found // at most one of all threads, and one among some with Options.Circles
	Circles     int     // how many of them are among some
	Undefined   []Found
	Unsupported []Found
	// Races has one entry for each pair of edges, if Options.Races is set.
	Races []Race
	// Endless is set if an execution comes back to a state, and Options.Endless is set.
	Endless bool
	// Complete is set when every state was explored; Why says why not.
	Complete bool
	Why      string
	// Sampled is set when some input took only some of its values.
	Sampled bool
	// States is the number of different states.
	States int
}

// Run explores all interleavings of the visible steps of a program and all values of its inputs from a small
// domain. Objects get addresses that depend on their thread, and threads the first free ids, so what depends
// on other addresses is not seen. The error is about the program.
func Run(ctx context.Context, p *cfa.Program, opt Options) (*Result, error) {
	start, err := interp.New(p, interp.Config{MaxMemory: maxMemory, Locks: opt.Circles})
	if err != nil {
		return nil, err
	}
	if opt.Values == nil {
		opt.Values = []int64{0, 1, 2, -1}
	}
	if opt.AllBits == 0 {
		opt.AllBits = 4
	}
	if opt.MaxStates == 0 {
		opt.MaxStates = 200_000
	}
	if opt.MaxSteps == 0 {
		opt.MaxSteps = 1_000_000
	}
	x := &explorer{start: start, live: start.Liveness(), heap: start.HeapStart(), opt: opt,
		seen: make(map[string]int), found: make(map[foundID]bool), raced: make(map[[2]cfa.EdgeID]bool)}
	x.res.Complete = true
	x.run(ctx)
	x.res.Endless = opt.Endless && x.comesBack()
	x.res.States = len(x.seen)
	return &x.res, nil
}

// maxMemory bounds the bytes of the objects of an execution.
const maxMemory = 1 << 28
