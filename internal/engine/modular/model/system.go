package model

import (
	"fmt"

	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// System is a program as templates of threads. Template 0 is the initial thread.
type System struct {
	// Terms holds every term of the system.
	Terms *term.Store
	// Globals are the cells that threads share, Rigid symbols that never change their value: what is proved
	// holds for each of their values.
	Globals []Var
	Rigid   []term.Term
	// Node says that one of them is the address of an object of the heap.
	Node bool
	// Claims is how many claims there may be about all objects of the heap.
	Claims int
	// Assume are conditions on rigid symbols: only values that satisfy them are asked about.
	Assume    []term.Term
	Templates []Template
	initial   map[term.Term]bool // shared cells that were locals of the initial thread
	// Counters count threads; Laws are equations with them that may hold.
	Counters []Counter
	Laws     []term.Term
	// Few says that counters may be of places that threads never leave.
	Few bool
	// Self is the local that holds the id of a thread; None: ids are not followed. Lives are those of threads
	// of which there is one.
	Self  term.Term
	Lives []Life
	Files *source.Files
	// Assumed are places of undefined behaviour, which ends a thread's path.
	Assumed []Place
}

// Var is a shared cell, or a register or cell of the threads of a template.
type Var struct {
	Name string
	Sym  term.Term
	// Init is the value with which the program, or the thread, begins; None: any.
	Init term.Term
}

// Template is what threads do that were created alike.
type Template struct {
	Name string
	// Single says that there is at most one such thread in an execution.
	Single bool
	Locals []Var
	Locs   []Location
	// Hints are conditions on shared cells, rigid symbols and locals that may be of use.
	Hints []term.Term
	// Accesses are those that may race, if these were asked for.
	Accesses []Access
	// Edges are all steps; those of a location are listed there.
	Edges []Edge
}

// Location is where a thread rests between two steps.
type Location struct {
	Pos source.Pos
	// Live are the symbols of the locals that matter from here on.
	Live  []term.Term
	Out   []int // indices of Template.Edges
	Ended bool  // the thread rests no more
}

// Kind says what an edge is.
type Kind uint8

// The kinds of edges. All but steps are errors, and lead nowhere.
const (
	Step        Kind = iota
	Violation        // the property is violated
	Unsupported      // something that is not supported is executed
	Invalid          // an access outside of its object
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"step", "violation", "unsupported step", "invalid access"}[k]
}

// Edge is an atomic step of a thread, possible where Guard holds.
type Edge struct {
	Kind     Kind
	From, To int
	Guard    term.Term
	// Updates assign shared cells and locals at the same time. Locals that are not live at To are left out.
	Updates map[term.Term]term.Term
	// Inputs are symbols in Guard, Updates and Spawn that stand for any value.
	Inputs []term.Term
	// Spawn is the thread that the step creates, or nil.
	Spawn *Spawn
	// Joins are the ids of threads that have ended when the step is made.
	Joins []term.Term
	Pos   source.Pos
	What  string
	// Claim is the number of the claim that an error is about, or 0.
	Claim int
}

// Spawn creates a thread at the location 0 of a template. Args are the values of its locals, over the state
// before; a local without one begins with Var.Init.
type Spawn struct {
	Template int
	Args     map[term.Term]term.Term
	// ID is the id of the thread, an input of the step; None: it is not followed.
	ID term.Term
}

// Place is a position with words for people.
type Place struct {
	Pos  source.Pos
	What string
}

// UnsupportedError names what is in the way of a System.
type UnsupportedError struct{ Place }

// Error says what is not supported.
func (e *UnsupportedError) Error() string { return "not supported by thread-modular proofs: " + e.What }

func unsupported(pos source.Pos, format string, args ...any) error {
	return &UnsupportedError{Place{pos, fmt.Sprintf(format, args...)}}
}
