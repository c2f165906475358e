// Package memory writes answers about a program down for later runs that are about the same program, which
// may stand elsewhere in its files.
//
//	there, err := memory.At(prog)          // what was found out is about this one
//	kept, ok := there.Keep(result)
//	...
//	here, err := memory.At(again)          // with there.Sum
//	result, ok := here.Recall(kept)
//
// A Record has the answers about the properties of a run, and how much was done for them. Places are kept as
// numbers of package digest, also those that stand in texts. What speaks of a place that is not one of the
// program, or rests on what is not written down (a certificate, a note), is not kept: ok is false then. A
// violation is kept as what a replay needs; a caller that recalls it replays it.
package memory
