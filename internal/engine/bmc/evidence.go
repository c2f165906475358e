package bmc

import (
	"cmp"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
)

// unrolled tells, for the report of a proof, how far loops, recursions and creations of threads go. It is nil
// where that is not asked for.
func (s *search) unrolled(g *events.Graph) []engine.Evidence {
	if !s.task.Explain {
		return nil
	}
	var out []engine.Evidence
	for id, n := range g.Unrolled {
		pos, ok := boundPos(s.task.Program, id)
		if !ok {
			continue
		}
		text := english.Count(n, "iteration")
		switch {
		case id.Kind == events.RecursionBound:
			text = english.Count(n, "activation") + " inside of another one"
		case !s.cfg.NoSpinReduction || !s.cfg.NoRetakes:
			// Those that can be left out of any execution are not counted: they change nothing, or take a
			// lock only to look.
			text += map[bool]string{true: " that is not idle", false: " that are not idle"}[n == 1]
		}
		out = append(out, engine.Evidence{Kind: engine.EvidenceBound, Pos: pos, Text: "at most " + text,
			Count: n})
	}
	spawned := map[cfa.EdgeID]int{}
	for _, th := range g.Threads[1:] {
		parent := g.Threads[th.Parent]
		spawned[parent.Instances[th.SpawnInstance].Origin]++
	}
	for origin, n := range spawned {
		if pos, ok := boundPos(s.task.Program, events.BoundID{Kind: events.ThreadBound, Spawn: origin}); ok {
			out = append(out, engine.Evidence{Kind: engine.EvidenceBound, Pos: pos,
				Text: "at most " + english.Count(n, "thread"), Count: n})
		}
	}
	return sorted(out)
}

// evidence says which bounds were reached in the last round.
func (b *bounds) evidence(t engine.Task) []engine.Evidence {
	if !t.Explain {
		return nil
	}
	var out []engine.Evidence
	for _, id := range b.reached {
		pos, ok := boundPos(t.Program, id)
		if !ok {
			continue
		}
		what := map[events.BoundKind]string{events.LoopBound: "iteration",
			events.RecursionBound: "activation", events.ThreadBound: "thread"}[id.Kind]
		n := b.of(id)
		out = append(out, engine.Evidence{Kind: engine.EvidenceReached, Pos: pos,
			Text:  fmt.Sprintf("looked at up to %s; executions may go further", english.Count(n, what)),
			Count: n})
	}
	if b.fixed != nil && b.fixed.Pos.IsValid() {
		out = append(out, engine.Evidence{Kind: engine.EvidenceReached, Pos: b.fixed.Pos,
			Text: "the bound on the " + b.fixed.What + " can be reached"})
	}
	return sorted(out)
}

// boundPos is the place of what a bound is for in the program; what lies in library models has none.
func boundPos(p *cfa.Program, id events.BoundID) (source.Pos, bool) {
	if id.Kind == events.ThreadBound {
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				if e.Origin == id.Spawn {
					return userPos(p, proc, e.Pos)
				}
			}
		}
		return source.Pos{}, false
	}
	if id.Kind == events.FixedBound || id.Proc < 0 || int(id.Proc) >= len(p.Procs) {
		return source.Pos{}, false
	}
	proc := p.Procs[id.Proc]
	pos := proc.Pos
	if id.Kind == events.LoopBound {
		pos = proc.Locs[id.Head].Pos
	}
	return pos, !proc.Model && pos.IsValid()
}

// userPos is the place of an edge; of one in a library model it is that of the only call to the model, if
// there is just one.
func userPos(p *cfa.Program, in *cfa.Proc, pos source.Pos) (source.Pos, bool) {
	for range 8 { // models call each other
		if !in.Model {
			return pos, pos.IsValid()
		}
		var caller *cfa.Proc
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				if c, ok := e.Op.(cfa.Call); ok && c.Proc == in.ID {
					if caller != nil {
						return source.Pos{}, false
					}
					caller, pos = proc, e.Pos
				}
			}
		}
		if caller == nil {
			return source.Pos{}, false
		}
		in = caller
	}
	return source.Pos{}, false
}

// sorted puts evidence into the order of the source, each once.
func sorted(list []engine.Evidence) []engine.Evidence {
	slices.SortFunc(list, func(a, b engine.Evidence) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(list)
}
