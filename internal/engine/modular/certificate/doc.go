// Package certificate checks proofs of the engine modular without searching: it knows neither how the table
// was found nor how the lemmas were.
//
// A Certificate lists control states, which pairs of them occur, a lemma for each view of one thread, or of
// two, and for each step of a thread in a control state the control state after it. Whatever number of
// threads there is, by induction on the steps of an execution its state is always described: there are a
// store and a seat for each thread such that the explicit variables have the values listed, each two seats
// are a pair, and all lemmas hold. For that it suffices that
//
//	(1) the initial state satisfies the lemma of the initial view,
//	(2) a step from a described state leads to the control state that is listed for it, the lemmas of the
//	    views after it hold, of the thread that moves, the one that it creates and any one or two others,
//	    and the pairs after it are listed wherever those before it are,
//	(3) no described state satisfies the guard of an error, and
//	(4) counters begin with the initial thread, each step adds what it has to, and nothing else depends on them.
//
// That there is one thread of a template that is single is taken from the system, as the system itself is.
// Of the threads that take part in a question there is one more than in a view at most.
//
//	certificate.go   what is listed
//	check.go         the questions
//	check_races.go   those about data races
//	formula.go       control states and lemmas as formulas about several threads
//	write.go         a certificate for people
//	words.go         laws in words
//
// Main types: Certificate.
package certificate
