package htmlreport

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"whittle.dev/internal/draw"
	"whittle.dev/internal/picture"
)

// The sizes of texts in a drawing of an abstraction, in pixels; the style has the fonts.
const (
	nodeLetter, nodeLine = 7.3, 16 // monospaced, 12 px
	edgeLetter, edgeLine = 6.4, 14 // 11 px
	nodePad              = 8
	// maxLetters is how much of a predicate or of the name of a transition is shown, maxLines how many
	// transitions of an edge are named; all are told while the pointer rests on it.
	maxLetters, maxLines = 44, 6
)

// graphNode and graphEdge are what is drawn of a picture and the one before it.
type graphNode struct {
	picture.Node
	class string
	lines []string
}

// graphEdge has transitions that are there in lines, and below them, struck out, those that have gone.
type graphEdge struct {
	from, to    int // indices of nodes
	class       string
	lines, gone []string
	all         string
}

// marker is the class of the arrow's head.
func (e graphEdge) marker() string {
	if e.class == "gone" {
		return e.class
	}
	return ""
}

// drawPicture draws a picture as figures 2 and 3 of the paper: initial nodes have a thick border, bad ones a
// double one, and what the step has taken away is dashed. number tells drawings of a page apart.
func drawPicture(now, before picture.Picture, number int) template.HTML {
	nodes, edges := graphOf(now, before)
	var g draw.Graph
	for _, n := range nodes {
		g.Nodes = append(g.Nodes, draw.Node{W: width(n.lines, nodeLetter) + 2*nodePad,
			H: float64(len(n.lines)*nodeLine + nodePad)})
	}
	for _, e := range edges {
		w := max(width(e.lines, edgeLetter), width(e.gone, edgeLetter))
		h := float64((len(e.lines) + len(e.gone)) * edgeLine)
		g.Edges = append(g.Edges, draw.Edge{From: e.from, To: e.to, LabelW: w, LabelH: h})
		if e.from == e.to { // its label stands beside the node, in the same layer
			g.Nodes[e.from].H = max(g.Nodes[e.from].H, h)
		}
	}
	d := draw.Layout(g)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="abs" role="img" aria-label="%s" viewBox="0 0 %d %d" width="%[2]d" `+
		`height="%[3]d">`, escaped(now.Title), int(d.Width+1), int(d.Height+1))
	for _, kind := range []string{"", "gone"} {
		fmt.Fprintf(&b, `<marker id="abs-%s%d" class="%[1]s" viewBox="0 0 8 8" refX="7" refY="4" `+
			`markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`, kind, number)
	}
	for i, e := range edges {
		r := d.Edges[i]
		fmt.Fprintf(&b, `<g class="edge %s"><title>%s</title><path d="%s" `+
			`marker-end="url(#abs-%s%d)"/>`, e.class, escaped(e.all), r.Path, e.marker(), number)
		y := texts(&b, e.lines, "", r.Label.X, r.Label.Y+edgeLine-3.5, edgeLine)
		texts(&b, e.gone, "gone", r.Label.X, y, edgeLine)
		b.WriteString("</g>\n")
	}
	for i, n := range nodes {
		box := d.Nodes[i]
		whole := strings.Join(append([]string{n.Name()}, n.Label...), "\n")
		fmt.Fprintf(&b, `<g class="node %s"><title>%s</title>`, n.class, escaped(whole))
		border(&b, box, 0)
		if n.Bad {
			border(&b, box, 3)
		}
		texts(&b, n.lines, "", box.X+nodePad, box.Y+nodeLine, nodeLine)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // all texts were escaped
}

// graphOf are the nodes and edges of both pictures. An initial node is the first, where the layout begins.
func graphOf(now, before picture.Picture) (nodes []graphNode, edges []graphEdge) {
	goneNodes, goneEdges := now.Gone(before)
	add := func(n picture.Node, class string) {
		if n.Initial {
			class += " initial"
		}
		nodes = append(nodes, graphNode{n, class, nodeLines(n)})
	}
	for _, n := range now.Nodes {
		class := ""
		if now.Split > 0 && (n.ID == now.Split || !slices.ContainsFunc(before.Nodes,
			func(o picture.Node) bool { return o.ID == n.ID })) {
			class = "new"
		}
		if n.Marked {
			class = "new"
		}
		add(n, class)
	}
	for _, n := range goneNodes {
		add(n, "gone")
	}
	slices.SortStableFunc(nodes, func(a, b graphNode) int {
		if a.Initial != b.Initial {
			return map[bool]int{true: -1, false: 1}[a.Initial]
		}
		return cmp.Compare(a.ID, b.ID)
	})
	at := map[int]int{}
	for i, n := range nodes {
		at[n.ID] = i
	}
	for _, e := range now.Edges {
		x := graphEdge{from: at[e.From], to: at[e.To], lines: edgeLines(e), all: e.String()}
		if e.Covered {
			x.class = "covered"
		}
		for i, o := range goneEdges {
			if o.From == e.From && o.To == e.To {
				x.gone, x.all = edgeLines(o), x.all+"\ngone: "+strings.Join(o.Steps, ", ")
				goneEdges = slices.Delete(goneEdges, i, i+1)
				break
			}
		}
		edges = append(edges, x)
	}
	for _, e := range goneEdges {
		edges = append(edges, graphEdge{from: at[e.From], to: at[e.To], class: "gone",
			gone: edgeLines(e), all: "gone: " + e.String()})
	}
	return nodes, edges
}

// nodeLines are what stands in a node.
func nodeLines(n picture.Node) []string {
	first := n.Name()
	if n.Initial {
		first += " initial"
	}
	if n.Bad {
		first += " bad"
	}
	lines := []string{first}
	for _, l := range n.Label {
		lines = append(lines, shortened(l))
	}
	return lines
}

// edgeLines are the names beside an edge, short ones side by side: more of them at a loop, which has little
// room above and below.
func edgeLines(e picture.Edge) []string {
	most := maxLetters / 2
	if e.From == e.To {
		most = maxLetters
	}
	var lines []string
	for _, s := range e.Steps {
		s = shortened(s)
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last]+s)+2 <= most {
			lines[last] += ", " + s
		} else {
			lines = append(lines, s)
		}
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines-1:maxLines-1], fmt.Sprintf("and more (%d in all)", len(e.Steps)))
	}
	return lines
}

// shortened is a text that is not too long for a drawing.
func shortened(s string) string {
	if utf8.RuneCountInString(s) <= maxLetters {
		return s
	}
	return string([]rune(s)[:maxLetters-1]) + "…"
}

// width is that of the longest line.
func width(lines []string, letter float64) float64 {
	most := 0
	for _, l := range lines {
		most = max(most, utf8.RuneCountInString(l))
	}
	return float64(most) * letter
}

// border draws that of a node, or one so far inside.
func border(b *strings.Builder, box draw.Box, inside float64) {
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.0f"/>`, box.X+inside,
		box.Y+inside, box.W-2*inside, box.H-2*inside, 7-inside*2/3)
}

func escaped(s string) string { return template.HTMLEscapeString(s) }

// texts writes lines below each other, and returns where the next one would stand.
func texts(b *strings.Builder, lines []string, class string, x, y, step float64) float64 {
	for _, l := range lines {
		fmt.Fprintf(b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, escaped(l))
		y += step
	}
	return y
}
