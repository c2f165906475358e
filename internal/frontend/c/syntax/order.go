package syntax

import (
	"cmp"
	"math"
	"slices"

	"modernc.org/cc/v4"
)

// Part is a token or a node directly below a node.
type Part struct {
	Token *cc.Token
	Node  cc.Node
}

// Order tells in which order the parts of nodes stand in the text, which the fields of a node do not always
// follow. It remembers where nodes begin.
type Order struct{ first map[cc.Node]int }

// NewOrder returns an order that has seen no nodes.
func NewOrder() *Order { return &Order{first: map[cc.Node]int{}} }

// Parts lists what is directly below a node in the order of the text. Nodes without a token are left out.
func (o *Order) Parts(n cc.Node) []Part {
	var out []Part
	for _, p := range o.numbered(n) {
		out = append(out, p.Part)
	}
	return out
}

// FirstToken is the token by which a node begins; nil if it has none.
func (o *Order) FirstToken(n cc.Node) *cc.Token {
	for {
		parts := o.numbered(n)
		if len(parts) == 0 {
			return nil
		}
		if parts[0].Token != nil {
			return parts[0].Token
		}
		n = parts[0].Node
	}
}

// numberedPart is a part with the number of its first token in the text.
type numberedPart struct {
	Part
	seq int
}

func (o *Order) numbered(n cc.Node) []numberedPart {
	if IsNil(n) {
		return nil
	}
	var out []numberedPart
	for _, t := range appendTokens(nil, n) {
		out = append(out, numberedPart{Part{Token: t}, t.Seq()})
	}
	nodes := appendNodes(nil, n)
	for _, c := range slices.Backward(nodes) {
		if seq := o.begin(c); seq != math.MaxInt {
			out = append(out, numberedPart{Part{Node: c}, seq})
		}
	}
	slices.SortStableFunc(out, func(a, b numberedPart) int { return cmp.Compare(a.seq, b.seq) })
	return out
}

// begin is the number of the first token of a node; math.MaxInt if it has none.
func (o *Order) begin(n cc.Node) int {
	if seq, ok := o.first[n]; ok {
		return seq
	}
	seq := math.MaxInt
	for _, c := range o.numbered(n) {
		seq = min(seq, c.seq)
	}
	o.first[n] = seq
	return seq
}
