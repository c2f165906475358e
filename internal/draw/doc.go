// Package draw lays out directed graphs in layers: it says where each box stands and along which curve each
// edge runs. It knows sizes only; who uses it draws.
//
//	g := draw.Graph{
//		Nodes: []draw.Node{{W: 80, H: 20}, {W: 60, H: 20}, {W: 60, H: 20}},
//		Edges: []draw.Edge{{From: 0, To: 1, LabelW: 20, LabelH: 12}, {From: 0, To: 2}, {From: 2, To: 0}},
//	}
//	d := draw.Layout(g)
//	d.Nodes[1]          // the box of node 1: its upper left corner and its size
//	d.Edges[2].Path     // the edge as the text of an SVG path, from From to To
//
// # How
//
// The method is that of Sugiyama, Tagawa and Toda (1981), in the usual steps, one file each:
//
//   - cycle.go: a search in depth from the first node finds the back edges; the others have a direction. Layers are
//     longest paths.
//   - chain.go: an edge over several layers becomes a chain of dummies, one for each layer.
//   - order.go: the nodes of each layer are put into an order with few crossings, by medians and exchanges of
//     neighbours (Gansner, Koutsofios, North and Vo 1993).
//   - place.go: coordinates by Brandes and Köpf (2001), where the blocks are placed by longest paths, as in the note of
//     Brandes, Walter and Zink (2020).
//   - route.go: edges run vertically within a layer and bend between layers only, so they cannot touch a box.
//
// Edges go downward. A back edge leaves its node below, turns, runs upward beside the boxes and enters its
// target from above; a self-loop runs at the right of its node. Edges that span very many layers run in lanes
// at the right of the drawing, so that time and width stay bounded.
//
// The first node is the entry and is placed on top. The same graph gives the same drawing. 2,000 nodes take
// about a tenth of a second.
//
// # Known limits
//
// Edges never merge on their way, so a node with a hundred predecessors has a hundred lines coming in. Ports
// are spread over the width of a node; when there are more than fit, they share places.
package draw
