// Package picture has pictures of a graph that an engine changes step by step: its nodes with predicates, its
// edges with the names of transitions, as text, for Graphviz, and collected for a report.
//
// # Main types
//
//	Picture  the graph after a step; Text and Dot print it
//	Album    the pictures of a run, as long as they are small
//
// # Example
//
//	var a picture.Album
//	for !a.Full() {
//		a.Add(picture.Picture{Title: "n2 is split by pc = 1", Nodes: nodes, Edges: edges})
//	}
//
// Known limits: nodes are the same in two pictures if their numbers are.
package picture
