package cfa

// Observer is a thread that the front end has added to look at the program for a formula of temporal logic.
// The procedure that the program begins with starts it before anything else. It does the same for ever: in
// one atomic section it finds out which propositions hold and writes that to an object. Whoever decides the
// formula lets it do so before the program begins and after each step of another thread.
type Observer struct {
	// Thread is its number among those that are started.
	Thread int
	Proc   ProcID
	// Object is the index of the object that it writes to, of 8 bytes: bit i says that proposition i holds.
	Object int
}
