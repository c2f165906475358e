package slab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
)

// Picture is the abstraction after a step of the procedure, as figures 2 and 3 of the paper show it.
type Picture struct {
	// Title says what was done last: "initial abstraction", "n2 is split by pc = 1".
	Title string
	Nodes []PictureNode
	Edges []PictureEdge
	// Predicates counts the predicates by which nodes were split so far, each once.
	Predicates int
}

// PictureNode is an abstract state, called n and its number.
type PictureNode struct {
	ID           int
	Initial, Bad bool
	// Label are the predicates by which the node was split off. A node that is not called initial, or bad,
	// has the negation of that besides.
	Label []string
}

// PictureEdge has the names of the transitions between two nodes; those that a bypass has composed are joined
// by a ring.
type PictureEdge struct {
	From, To int
	Steps    []string
}

// Watch decides a task about a transition system, as Check does, and shows the abstraction after each step. A
// configuration with several strategies by turns would show several abstractions at once; one is taken then.
func (e *Engine) Watch(ctx context.Context, t engine.Task, show func(Picture)) (engine.Result, error) {
	w := &Engine{cfg: e.cfg, show: show}
	if w.cfg.Window == "" && w.cfg.Strength == "" {
		w.cfg.Window = "shortest"
	}
	return w.Check(ctx, t)
}

// picture shows the abstraction, if somebody watches.
func (x *refinement) picture(format string, args ...any) {
	if x.show == nil {
		return
	}
	p := Picture{Title: fmt.Sprintf(format, args...), Predicates: len(x.used)}
	nodes := slices.SortedFunc(slices.Values(x.a.nodes), func(a, b *node) int { return a.id - b.id })
	for _, n := range nodes {
		out := PictureNode{ID: n.id, Initial: n.initial, Bad: n.bad}
		for _, f := range n.label {
			if slices.Contains(x.used, f) || slices.Contains(x.used, x.voc.not(f)) {
				out.Label = append(out.Label, x.formulaText(f))
			}
		}
		p.Nodes = append(p.Nodes, out)
		p.Edges = append(p.Edges, x.pictureEdges(n)...)
	}
	x.show(p)
}

// pictureEdges are the edges that leave a node, those to the same node together.
func (x *refinement) pictureEdges(n *node) []PictureEdge {
	var out []PictureEdge
	edges := slices.SortedFunc(slices.Values(n.out), func(a, b *edge) int {
		if a.to != b.to {
			return a.to.id - b.to.id
		}
		return a.step.id - b.step.id
	})
	for _, e := range edges {
		if last := len(out) - 1; last < 0 || out[last].To != e.to.id {
			out = append(out, PictureEdge{From: n.id, To: e.to.id})
		}
		last := &out[len(out)-1]
		// Parts of a transition have its name.
		if name := x.stepName(e.step); !slices.Contains(last.Steps, name) {
			last.Steps = append(last.Steps, name)
		}
	}
	return out
}

// formulaText is a predicate for people.
func (x *refinement) formulaText(f formula) string {
	return infix{x.voc.st}.formula(x.voc.entries[f].t)
}

// stepName is the name of a transition, or of several that are taken one after the other.
func (x *refinement) stepName(s *step) string {
	var names []string
	for _, origin := range s.origin {
		name := "start or end"
		if origin >= 0 && origin < len(x.problem.sys.Transitions) {
			name = x.problem.sys.Transitions[origin].Name
		}
		names = append(names, name)
	}
	return strings.Join(names, " ∘ ")
}
