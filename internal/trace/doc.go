// Package trace describes one concrete execution of a program: which thread
// ran when, which inputs were chosen, and where it ended.
//
// A Trace has a machine part and a part for people. The machine part is the Schedule (the visible steps in
// their order), the Inputs, and the Violation that is reached. It speaks of the program as lowered: a Key
// names an edge by its origin and by how often the thread had executed it before, so a trace found after any
// number of program transformations can be replayed on the untransformed program. An engine fills this part
// only. The part for people, Steps, is filled by the replay (package interp): every step with its position,
// the object accessed, the values read and written, and the inputs chosen.
//
// # Main types
//
//	Key     (thread, origin, occurrence): one execution of one edge
//	Input   a value that nothing in the program determines
//	Trace   schedule, inputs and violation; Steps for people
//	Step    one executed step, in words and values
//
// # Example
//
// A thread 1 reads x, thread 0 writes it, thread 1 goes on to a violation:
//
//	t := &trace.Trace{
//		Version:  trace.Version,
//		Property: property.UnreachCall,
//		Schedule: []trace.Key{
//			{Thread: 0, Origin: 3},  // spawn of thread 1
//			{Thread: 1, Origin: 17}, // load of x
//			{Thread: 0, Origin: 5},  // store to x
//		},
//		Inputs: []trace.Input{
//			{Key: trace.Key{Thread: 1, Origin: 15}, Kind: trace.Havoc, Value: 42},
//		},
//		Violation: trace.Key{Thread: 1, Origin: 21},
//	}
//	err := trace.Write(w, t)
//
// # Known limits
//
// Inputs are at most 128 bits wide. A trace is finite: it cannot show a violation of a liveness property.
package trace
