package cover

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// File has the lines of a file on which something can be executed, and its functions.
type File struct {
	File      int32 // as in source.Pos
	Lines     []Line
	Functions []Function
}

// Line is a line of a file, and how often it was executed.
type Line struct {
	Number int32
	Count  int64
	// Edges are what is executed there, by origin.
	Edges []cfa.EdgeID
}

// Function is a function, and how often it was called.
type Function struct {
	Name  string
	Pos   source.Pos
	Count int64
}

// Files says how often executions that executed edges so often went through the lines of a program. A line is
// executed as often as that of its locations to which executions come most: where several edges lead on, they
// do so by any of these.
func Files(p *cfa.Program, passes map[cfa.EdgeID]int64) []File {
	lines := map[int32]map[int32]*Line{}
	functions := map[int32][]Function{}
	for _, proc := range p.Procs {
		if proc.Model || !proc.Pos.IsValid() {
			continue
		}
		f := Function{Name: proc.Name, Pos: proc.Pos}
		for _, i := range proc.Locs[proc.Entry].Out {
			f.Count += passes[proc.Edges[i].Origin]
		}
		functions[proc.Pos.File] = append(functions[proc.Pos.File], f)
		for _, loc := range proc.Locs {
			counts := map[*Line]int64{}
			for _, i := range loc.Out {
				e := proc.Edges[i]
				if !e.Pos.IsValid() {
					continue
				}
				if lines[e.Pos.File] == nil {
					lines[e.Pos.File] = map[int32]*Line{}
				}
				l := lines[e.Pos.File][e.Pos.Line]
				if l == nil {
					l = &Line{Number: e.Pos.Line}
					lines[e.Pos.File][e.Pos.Line] = l
				}
				counts[l] += passes[e.Origin]
				l.Count = max(l.Count, counts[l])
				l.Edges = append(l.Edges, e.Origin)
			}
		}
	}
	var out []File
	for file, of := range lines {
		f := File{File: file, Functions: functions[file]}
		for _, l := range of {
			f.Lines = append(f.Lines, *l)
		}
		slices.SortFunc(f.Lines, func(a, b Line) int { return int(a.Number - b.Number) })
		slices.SortStableFunc(f.Functions, func(a, b Function) int { return a.Pos.Compare(b.Pos) })
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b File) int { return int(a.File - b.File) })
	return out
}
