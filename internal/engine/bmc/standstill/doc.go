// Package standstill makes a program that fails where all threads that are left of another one wait for
// ever, each for something that none of the others does any more: it is disabled, or goes round in a loop
// that only looks at memory and finds what it found before.
//
//	q, err := standstill.Program(ctx, p)
//	res, err := engine.Check(ctx, engine.Task{Program: q.Program, Property: property.UnreachCall})
//	begin := q.Begin(res.Trace) // an execution of p up to where its threads wait
//
// At the head of each such loop, and at each place where a thread may be disabled, a thread of the new
// program chooses between what it did and to stand still. Those that do count themselves and wait for each
// other. When all threads that have not ended are there, memory does not change any more. Then each shows
// that it cannot go on: it follows the loop once more, and is where it was, with the same registers; or its
// condition is false. The last one to do so fails. So a bounded model checker finds an execution in which
// the loops read the values that stay, without knowing anything of loops without end.
//
// # Known limits
//
// A violation of the new program is a proposal: what the threads do for ever is for a replay to find. That
// there is none means nothing. Loops that store, even what is there already, are not looked at; neither are
// those with calls that are left when procedures have been copied into their callers, nor threads that are
// started through a pointer.
package standstill
