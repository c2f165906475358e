package ts

import (
	"fmt"
	"iter"

	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// System is a symbolic transition system of processes. In each step one
// process executes one of its instructions.
type System struct {
	// Terms holds every term of the system.
	Terms        *term.Store
	Vars         []Var
	Processes    []Process
	Instructions []Instruction
	Goals        []Goal
	// Inputs are symbols in initial values that stand for any value.
	Inputs []term.Term
	// Files names the files of positions; nil: there are none.
	Files *source.Files
}

// Shared is the owner of variables that belong to no process.
const Shared = -1

// Var is a state variable.
type Var struct {
	Name string
	// Sym stands for the variable in terms. Its sort is Bool, BitVec(n) or an array of bit-vectors.
	Sym term.Term
	// Counter says that the variable is the program counter of a process.
	Counter bool
	// Owner is the only process that reads or writes the variable, or Shared.
	Owner int
	// Init is the value in initial states, a constant or a term over Inputs.
	Init term.Term
	// Unsigned says that people want to see the value without a sign: bits were dropped.
	Unsigned bool
	// Len is the number of elements of an array.
	Len int
}

// Process is what makes one step after the other: a thread of a program.
type Process struct {
	Name string
	// PC is the variable of its program counter, whose values are indices of Locs.
	PC   int
	Locs []Location
}

// Location is a place where a process rests between two instructions.
type Location struct {
	Pos source.Pos
}

// Place is a position in a program, with words for people.
type Place struct {
	Pos  source.Pos
	What string
}

// Update sets a variable to the value of a term over the state before. The
// value of an array is a chain of stores to it.
type Update struct {
	Var   int
	Value term.Term
}

// Element is an element of an array variable, at an index over the state before.
type Element struct {
	Var   int
	Index term.Term
}

// Instruction is an atomic step of one process, which leads from its location From to To. It can be executed
// where the program counter is From and Guard holds. At most one instruction of a process can be executed in
// a state, given the values of its inputs.
type Instruction struct {
	Process  int
	From, To int
	Guard    term.Term
	// Updates are simultaneous, at most one for each variable, without the
	// program counter. What is not updated stays.
	Updates []Update
	// Reads and Writes are variables that are no arrays, the program counter left out,
	// ascending. ElemReads and ElemWrites are elements of arrays, each once.
	Reads, Writes         []int
	ElemReads, ElemWrites []Element
	// Inputs are symbols in Guard and Updates that stand for any value, anew in each step.
	Inputs []term.Term
	// Observed are terms over the state before, and Origin is a number, that mean something to
	// the maker of the system only. What makes systems smaller keeps their values.
	Observed []term.Term
	Origin   int
	Pos      source.Pos
	// Text says for people what the instruction does.
	Text string
}

// GoalKind says what a goal is about.
type GoalKind uint8

// The kinds of goals.
const (
	Violation   GoalKind = iota // the property is violated
	Unsupported                 // something that is not supported is executed
	Invalid                     // an invalid access, undefined behaviour
)

// String names the kind.
func (k GoalKind) String() string {
	return [...]string{"violation", "unsupported", "invalid access"}[k]
}

// Goal is a set of states: those where Process is at the location At and Guard holds.
type Goal struct {
	Kind    GoalKind
	Process int
	At      int
	Guard   term.Term
	Reads   []int // besides the program counter
	// ElemReads are the elements that Guard reads.
	ElemReads []Element
	Inputs    []term.Term
	// Observed and Origin are what they are in an Instruction.
	Observed []term.Term
	Origin   int
	Pos      source.Pos
	What     string
}

// GoalVars returns the variables that a goal depends on, ascending: the set F of
// the projections that preserve it. An array counts as a whole.
func (s *System) GoalVars(g *Goal) []int {
	in := map[int]bool{s.Processes[g.Process].PC: true}
	for _, v := range g.Reads {
		in[v] = true
	}
	for _, e := range g.ElemReads {
		in[e.Var] = true
	}
	return sortedKeys(in)
}

// PCSort is the sort of the program counter of a process.
func (s *System) PCSort(process int) term.Sort {
	return s.Terms.Sort(s.Vars[s.Processes[process].PC].Sym)
}

// AtLoc is the condition that a process is at a location.
func (s *System) AtLoc(process, loc int) term.Term {
	sym := s.Vars[s.Processes[process].PC].Sym
	return s.Terms.Eq(sym, s.Terms.BV(s.Terms.Sort(sym).Width(), uint64(loc)))
}

// Enabled is the condition that an instruction can be executed.
func (s *System) Enabled(in *Instruction) term.Term {
	return s.Terms.And(s.AtLoc(in.Process, in.From), in.Guard)
}

// Reached is the condition that a state is one of a goal.
func (s *System) Reached(g *Goal) term.Term {
	return s.Terms.And(s.AtLoc(g.Process, g.At), g.Guard)
}

// Unique returns a name that no symbol has: name, or name'n with a number n.
func (s *System) Unique(name string) string {
	unique := name
	for n := 2; s.Terms.Lookup(unique) != term.None; n++ {
		unique = fmt.Sprintf("%s'%d", name, n)
	}
	return unique
}

// Subterms yields every term over the state, guards, values of updates and what is observed, and all that
// they are made of, each once.
func (s *System) Subterms() iter.Seq[term.Term] {
	var all []term.Term
	s.MapTerms(func(t term.Term) term.Term { all = append(all, t); return t })
	return s.Terms.Subterms(all...)
}

// MapTerms replaces every term over the state, see Subterms, by what f makes of it.
func (s *System) MapTerms(f func(term.Term) term.Term) {
	for i := range s.Instructions {
		in := &s.Instructions[i]
		in.Guard = f(in.Guard)
		for k := range in.Updates {
			in.Updates[k].Value = f(in.Updates[k].Value)
		}
		for k := range in.Observed {
			in.Observed[k] = f(in.Observed[k])
		}
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		g.Guard = f(g.Guard)
		for k := range g.Observed {
			g.Observed[k] = f(g.Observed[k])
		}
	}
}

// Longest returns the number of steps of the longest path in the control flow
// of all processes, or -1 if some process can loop.
func (s *System) Longest() int {
	total := 0
	for p := range s.Processes {
		n := s.longest(p)
		if n < 0 {
			return -1
		}
		total += n
	}
	return total
}

func (s *System) longest(p int) int {
	out := make([][]int, len(s.Processes[p].Locs))
	for _, in := range s.Instructions {
		if in.Process == p {
			out[in.From] = append(out[in.From], in.To)
		}
	}
	const unseen, open = -2, -1
	length := make([]int, len(out))
	for i := range length {
		length[i] = unseen
	}
	var visit func(l int) bool
	visit = func(l int) bool {
		if length[l] != unseen {
			return length[l] != open
		}
		length[l] = open
		best := 0
		for _, to := range out[l] {
			if !visit(to) {
				return false
			}
			best = max(best, length[to]+1)
		}
		length[l] = best
		return true
	}
	if !visit(0) {
		return -1
	}
	return length[0]
}
