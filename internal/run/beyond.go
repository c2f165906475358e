package run

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// passed are the calls that a trace goes past though they are not supported, for the outcome to say so.
func passed(prog *cfa.Program, tr *trace.Trace) []engine.Premise {
	if tr == nil {
		return nil
	}
	p := engine.Premise{Kind: engine.CallsReturn}
	taken := map[cfa.EdgeID]bool{}
	for _, in := range tr.Inputs {
		taken[in.Key.Origin] = true
	}
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			in, ok := e.Op.(cfa.Havoc)
			if !ok || !taken[e.Origin] || !in.Passed {
				continue
			}
			if !slices.Contains(p.Functions, in.Inexact) {
				p.Functions = append(p.Functions, in.Inexact)
			}
			places := []source.Pos{e.Pos}
			if isModel(prog.Files.Name(e.Pos.File)) {
				_, places = callsOf(prog, e.Pos)
			}
			p.Places = append(p.Places, places...)
		}
	}
	if len(p.Places) == 0 {
		return nil
	}
	slices.SortFunc(p.Places, source.Pos.Compare)
	p.Places = slices.Compact(p.Places)
	return []engine.Premise{p}
}
