package testsuite

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/trace"
)

// Suite is a test suite of a program.
type Suite struct {
	Program   *cfa.Program
	Criterion cover.Criterion
	Goals     []Goal
	Tests     []Test
	// Gaps are places that are not supported: what comes after them is not counted.
	Gaps []cover.Gap
	// Explored has what was done to find the tests.
	Explored Progress
	// Stopped says why goals are open; empty: none is.
	Stopped string
}

// State says what is known of a goal.
type State string

// The states.
const (
	Covered State = "covered" // a test takes it
	Dead    State = "dead"    // no execution takes it
	Open    State = "open"    // neither is known
)

// Goal is a goal with what is known of it.
type Goal struct {
	cover.Goal
	State State
	// Tests are the indices of the tests that take it.
	Tests []int
	// Why says how it is known that the goal is dead, or why it is open.
	Why string
	// givenUp: an execution was found that cannot be a test.
	givenUp bool
}

// Complete reports whether nothing is left that could be covered.
func (s *Suite) Complete() bool { return s.Count(Open) == 0 && len(s.Gaps) == 0 }

// DeadEdges has the edges, by origin, that take goals which are dead.
func (s *Suite) DeadEdges() map[cfa.EdgeID]bool {
	out := map[cfa.EdgeID]bool{}
	for i := range s.Goals {
		for _, e := range s.Goals[i].Edges {
			if s.Goals[i].State == Dead {
				out[e] = true
			}
		}
	}
	return out
}

// Count is the number of goals in a state.
func (s *Suite) Count(of State) (n int) {
	for i := range s.Goals {
		if s.Goals[i].State == of {
			n++
		}
	}
	return n
}

// End says how a test ends.
type End string

// The ends.
const (
	Exits     End = "exit"       // the program ends by itself, with a status
	Aborts    End = "abort"      // by abort, or an assertion
	Violates  End = "violation"  // by a violation of what is asserted
	Deadlocks End = "deadlock"   // no thread can go on
	Assumes   End = "assumption" // an assumption of the program does not hold
	Cut       End = "cut"        // the program would go on
)

// Test is one execution of a suite.
type Test struct {
	// Name is that of its files: "test_001".
	Name  string
	Trace *trace.Trace
	End   End
	// Status is that of an exit.
	Status int
	// Message and Where say what is violated.
	Message, Where string
	// Output is what the program prints on standard output; Known is false if that cannot be said.
	Output string
	Known  bool
	// Covers are the indices of the goals that the test takes.
	Covers []int
	// Passes counts how often edges are executed, by origin.
	Passes map[cfa.EdgeID]int64
	// Threads is the number of threads, Last the one that runs last, Steps the number of edges executed.
	Threads, Last int
	Steps         int64
	// By says how the execution was found.
	By string
}

// Passes adds up the executions of edges by all tests.
func (s *Suite) Passes() map[cfa.EdgeID]int64 {
	out := map[cfa.EdgeID]int64{}
	for i := range s.Tests {
		for e, n := range s.Tests[i].Passes {
			out[e] += n
		}
	}
	return out
}

// Progress says how far the search has come.
type Progress struct {
	// Executions are those that were made, Paths those that an engine has looked at.
	Executions, Paths int
	// Questions are those that an engine was asked.
	Questions int
	// Covered and Dead are goals, Goals is the number of all.
	Covered, Dead, Goals int
	// Pruned is the share of the tree of choices that no execution was needed for, of the last question that
	// was answered by executions; negative: there was none.
	Pruned float64
}
