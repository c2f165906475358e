// Package large makes large steps of edges: a thread goes along a path from where it rests to where it rests
// again, executing edges on terms over the state in which the path began. Abstractions that keep each thread
// as a graph of such steps, transition systems and thread-modular models, share the walk and what edges do to
// registers, conditions and sections; how memory and threads are modelled is theirs.
//
// # Where is what
//
//	path.go    Path, what a thread has done since it rested, and Exec, one more edge
//	walker.go  Walker, all paths of a procedure from each place where a thread rests
//
// # Example
//
//	w := large.Walker{Context: ctx, Proc: proc, MaxEdges: 1000, MaxPaths: 1000}
//	err := w.All(proc.Entry, begin, func(from int) large.Rules { return newPath(from) })
//
// # Source
//
// Steps as large as can be: D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu, R. Sebastiani, "Software Model
// Checking via Large-Block Encoding", FMCAD 2009. Here a step ends after what other threads could tell.
package large
