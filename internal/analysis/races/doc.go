// Package races shows that a program has no data race by what can be read off its text: which accesses an
// atomic section, a lock, the order in which threads are created and joined, or an owner keeps apart; and no
// deadlock, by the order in which locks are taken. It takes milliseconds and holds for any number of threads;
// what it cannot show is for engines.
//
//	res, err := races.Analyse(ctx, p, false) // p: calls copied into their callers, terms frozen
//	if res.Free {
//		for _, x := range res.Places { fmt.Println(x.Object, x.Why) } // "counter always under m"
//	}
//
// # Where is what
//
//	races.go       the accesses, in pairs
//	locks.go       which words are used as locks, and what a thread surely holds
//	holding.go     the states of that
//	order.go       which threads may run while the initial thread is somewhere
//	lock_order.go  deadlocks: what is waited for, and in which order
//	followed.go    threads followed one by one, where all this is not enough
//	places.go      what keeps the accesses to a place apart, for people
//
// Nothing here knows of library functions, nor of the labels of what they were lowered to: a lock is a word
// that some section finds zero and makes a constant.
//
// # Known limits
//
// A lock has to be one object, not one of many that an allocation makes. Semaphores, readers, locks with
// owners, barriers, and what is handed over from thread to thread keep nothing apart here. That no access is
// invalid is shown by package invariant, which knows nothing of the shapes of lists, or by package explicit,
// which knows those that no thread changes.
package races
