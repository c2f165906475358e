package draw

// Node is a box.
type Node struct{ W, H float64 }

// Edge is an arrow between two nodes, with room for a label beside it.
type Edge struct {
	From, To int
	// LabelW and LabelH are the size of the label; 0: none.
	LabelW, LabelH float64
}

// Graph is what is laid out. Node 0 is the entry.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Box is the place of a node: X and Y are its upper left corner.
type Box struct{ X, Y, W, H float64 }

// Point is a place in the drawing; y grows downward.
type Point struct{ X, Y float64 }

// Route is the way of an edge.
type Route struct {
	// Path is an SVG path from the border of From to the border of To.
	Path string
	// Back is set for edges that close a cycle, self-loops included.
	Back bool
	// Label is the upper left corner of the label.
	Label Point
	// Points are the ends of the parts of the path. It is vertical in all of them but those of a self-loop.
	Points []Point
}

// Drawing is a graph that was laid out.
type Drawing struct {
	Width, Height float64
	Nodes         []Box
	Edges         []Route
}

// The distances, in the units of the sizes.
const (
	margin    = 12
	nodeGap   = 28 // between boxes side by side
	lineGap   = 12 // between lines side by side
	layerGap  = 30 // between layers, at least
	labelGap  = 16 // the same where every other layer is for labels
	loopWidth = 18 // of a self-loop
	laneGap   = 9  // between lanes
	// maxChain is the number of dummies up to which edges run through the layers. The longest
	// edges beyond that use lanes.
	maxChain = 20000
)

// Layout lays out a graph. An edge whose end is not a node makes it panic.
func Layout(g Graph) Drawing {
	if len(g.Nodes) == 0 {
		return Drawing{Edges: []Route{}}
	}
	l := &layout{g: g}
	l.breakCycles()
	l.rank()
	l.makeChains()
	l.order()
	l.place()
	return l.route()
}

// layout is the state of one run.
type layout struct {
	g Graph
	// kinds and layerOf are the results of the first step.
	kinds   []edgeKind
	layerOf []int
	gap     float64 // between layers

	nodes  []vnode // first those of the graph
	layers [][]int
	pos    []int   // of each vnode in its layer
	chains [][]int // the dummies of each edge, downward; nil: none or not in layers
	turns  []int   // of vnodes: 1 for those that exist for the order only
	x      []float64
}

// edgeKind says how an edge is drawn.
type edgeKind uint8

const (
	forward edgeKind = iota
	back
	loop
	lane     // forward, at the right of everything
	laneBack // back, at the right of everything
)

// vnode is a node or a dummy.
type vnode struct {
	layer       int
	left, right float64 // how far it reaches from its axis
	h           float64
	gap         float64
	dummy       bool
	up, down    []int
}
