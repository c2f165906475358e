package slab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/picture"
)

// Watch decides a task about a transition system, as Check does, and shows the abstraction after each step. A
// configuration with several strategies by turns would show several abstractions at once; one is taken then.
func (e *Engine) Watch(ctx context.Context, t engine.Task, show func(picture.Picture)) (engine.Result,
	error) {
	w := &Engine{cfg: e.cfg, show: show}
	if w.cfg.Window == "" && w.cfg.Strength == "" {
		w.cfg.Window = "shortest"
	}
	return w.Check(ctx, t)
}

// picture shows the abstraction, if somebody watches, and keeps it, if there is an album with room.
func (x *refinement) picture(format string, args ...any) { x.pictureOf(0, format, args...) }

// pictureOf is picture after a split of a node.
func (x *refinement) pictureOf(split int, format string, args ...any) {
	if x.show == nil && (x.album == nil || x.album.Full()) {
		return
	}
	p := picture.Picture{Of: x.about, Title: fmt.Sprintf(format, args...), Split: split,
		Predicates: len(x.used)}
	nodes := slices.SortedFunc(slices.Values(x.a.nodes), func(a, b *node) int { return a.id - b.id })
	for _, n := range nodes {
		out := picture.Node{ID: n.id, Initial: n.initial, Bad: n.bad}
		for _, f := range n.label {
			if slices.Contains(x.used, f) || slices.Contains(x.used, x.voc.not(f)) {
				out.Label = append(out.Label, x.formulaText(f))
			}
		}
		p.Nodes = append(p.Nodes, out)
		p.Edges = append(p.Edges, x.pictureEdges(n)...)
	}
	if x.show != nil {
		x.show(p)
	}
	if x.album != nil {
		x.album.Add(p)
	}
}

// pictureEdges are the edges that leave a node, those to the same node together.
func (x *refinement) pictureEdges(n *node) []picture.Edge {
	var out []picture.Edge
	edges := slices.SortedFunc(slices.Values(n.out), func(a, b *edge) int {
		if a.to != b.to {
			return a.to.id - b.to.id
		}
		return a.step.id - b.step.id
	})
	for _, e := range edges {
		if last := len(out) - 1; last < 0 || out[last].To != e.to.id {
			out = append(out, picture.Edge{From: n.id, To: e.to.id})
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
