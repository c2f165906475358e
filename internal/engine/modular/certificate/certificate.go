package certificate

import (
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Certificate is why a system has no error.
type Certificate struct {
	Sys *model.System
	// K is the number of threads that a lemma is about at most, 1 or 2.
	K int
	// Stores are valuations of shared cells; a cell without a value may have any.
	Stores []map[term.Term]term.Term
	Seats  []Seat
	// Store and Seat are those of the initial thread in the beginning.
	Store, Seat int
	// Moves are the steps from each control state of a thread. A step that is not listed is not possible.
	Moves map[Control][]Move
	// Near lists for each control state of a thread the seats that another thread may have.
	Near map[Control][]int
	// Lemmas are the conditions that hold in views; a view without an entry does not occur.
	Lemmas map[View][]term.Term
	// Second maps locals to the symbols that stand for those of the second thread of a view.
	Second func(local term.Term) term.Term
}

// Control is the control state of a thread: a store and a seat.
type Control struct{ Store, Seat int }

// View is a store with the seat A of one thread, or those of two with A <= B; B is -1 for one.
type View struct{ Store, A, B int }

// Seat is where a thread is: a location of a template with the values of some of its locals.
type Seat struct {
	Template, Loc int
	Values        map[term.Term]term.Term
}

// Move says to which control state an edge leads; Child is the seat of the thread that it creates, or -1.
type Move struct {
	Edge               *model.Edge
	Store, Seat, Child int
}

// view is the view of two seats, or of one if b is negative.
func view(store, a, b int) View {
	if b >= 0 && a > b {
		a, b = b, a
	}
	return View{store, a, b}
}
