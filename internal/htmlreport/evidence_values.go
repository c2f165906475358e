package htmlreport

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// valueLimits bound the interval analysis for a report.
var valueLimits = invariant.Limits{Steps: 400_000, Instances: 5_000}

// maxLineValues is how many variables one line tells of.
const maxLineValues = 6

// valueNote is what the interval analysis says of a line.
type valueNote struct {
	kind string
	pos  source.Pos
	text string
}

// intervalNotes tells between which values the variables of each line are whenever a thread comes to it, and
// which lines no execution reaches. It says nothing, and ok is false, if the analysis does not show that all
// accesses are valid: then what it says of values need not be true.
func (r Report) intervalNotes() (out []valueNote, ok bool) {
	p := r.Program
	x, err := invariant.Analyse(context.Background(), p, cfa.NewRegIndex(p), valueLimits)
	if err != nil {
		return nil, false
	}
	if sound, _ := x.Sound(); !sound || !x.Portable() {
		return nil, false
	}
	for _, a := range x.Assumed() { // that ends the executions of which the rest speaks
		out = append(out, valueNote{"assume", a.Edge.Pos, "assuming no " + a.What})
	}
	w := &valueWriter{p: p, x: x, words: newOpWords(p), regs: cfa.NewRegIndex(p)}
	for _, proc := range p.Procs {
		if !proc.Model {
			out = append(out, w.procedure(proc)...)
		}
	}
	return out, true
}

// valueWriter writes what an invariant says.
type valueWriter struct {
	p     *cfa.Program
	x     *invariant.Invariant
	words *opWords
	regs  *cfa.RegIndex
}

// lineValues collects the values at the locations of one line.
type lineValues struct {
	pos     source.Pos
	head    bool // of a loop: only its head counts
	reached bool
	names   []string
	ranges  map[string]*valueSpan
}

// procedure tells of the lines of a procedure, in the order in which their first locations have numbers.
func (w *valueWriter) procedure(proc *cfa.Proc) []valueNote {
	lines := map[[2]int32]*lineValues{}
	var order []*lineValues
	for l := range proc.Locs {
		loc := &proc.Locs[l]
		if len(loc.Out) == 0 {
			continue
		}
		first := proc.Edges[loc.Out[0]]
		if !first.Pos.IsValid() {
			continue
		}
		key := [2]int32{first.Pos.File, first.Pos.Line}
		line := lines[key]
		if line == nil {
			line = &lineValues{pos: source.Pos{File: key[0], Line: key[1]}, ranges: map[string]*valueSpan{}}
			lines[key], order = line, append(order, line)
		}
		head := loc.Label == "loop head"
		if head && !line.head {
			line.head, line.names, line.ranges = true, nil, map[string]*valueSpan{}
		}
		if _, reached := w.x.At(proc.ID, cfa.LocID(l), w.p.Self); reached {
			line.reached = true
			if !line.head || head {
				w.location(proc, cfa.LocID(l), line)
			}
		}
	}
	var out []valueNote
	for _, line := range order {
		if !line.reached {
			out = append(out, valueNote{"never", line.pos, "no execution comes here"})
			continue
		}
		var parts []string
		for _, name := range line.names {
			if text := line.ranges[name].text(name); text != "" && len(parts) < maxLineValues {
				parts = append(parts, text)
			}
		}
		if len(parts) > 0 {
			out = append(out, valueNote{"values", line.pos, strings.Join(parts, ", ")})
		}
	}
	return out
}

// location adds the values at a location of the variables that the operations after it use.
func (w *valueWriter) location(proc *cfa.Proc, l cfa.LocID, line *lineValues) {
	for _, i := range proc.Locs[l].Out {
		e := proc.Edges[i]
		var used []cfa.RegID
		cfa.EachTerm(e.Op, func(t term.Term) {
			for _, r := range w.regs.Of(t) {
				if !slices.Contains(used, r) {
					used = append(used, r)
				}
			}
		})
		for _, r := range used {
			reg := &w.p.Regs[r]
			if reg.Type == "" || reg.Scope != cfa.Local || strings.Contains(reg.Type, "pointer") {
				continue
			}
			if v, reached := w.x.RegAt(proc.ID, l, r); reached {
				line.add(w.words.name(r), v, reg.Signed)
			}
		}
		if load, ok := e.Op.(cfa.Load); ok {
			w.memory(proc.ID, l, load, line)
		}
	}
}

// memory adds the values of a scalar of static storage that a load reads.
func (w *valueWriter) memory(proc cfa.ProcID, l cfa.LocID, load cfa.Load, line *lineValues) {
	addr, ok := w.p.Terms.ConstUint64(load.Addr)
	if !ok {
		return
	}
	o := w.words.objectAround(addr)
	size := w.p.Regs[load.Dst].Sort.Width() / 8
	if o == nil || o.Kind != cfa.Global || size == 0 || addr < o.Addr || addr+uint64(size) > o.Addr+o.Size {
		return
	}
	path, layout := o.Layout.Path(o.Size, addr-o.Addr, uint64(size))
	if layout == nil || strings.Contains(layout.Type, "*") || strings.Contains(layout.Type, "pointer") {
		return
	}
	v, reached := w.x.MemoryAt(proc, l, slices.Index(w.p.Objects, o), addr-o.Addr, size)
	if reached {
		line.add(o.Name+path, v, layout.Signed)
	}
}

func (v *lineValues) add(name string, i absint.Interval, signed bool) {
	s := v.ranges[name]
	if s == nil {
		s = &valueSpan{Hull: absint.Hull{Width: i.Width}, signed: signed}
		v.ranges[name], v.names = s, append(v.names, name)
	}
	s.Add(i)
}

// valueSpan is the range of a variable.
type valueSpan struct {
	absint.Hull
	signed bool
}

// text writes the range as people do; empty: it is all values of the type.
func (s *valueSpan) text(name string) string {
	if !s.Any || s.Mixed || s.Width < 1 || s.Width > 64 {
		return ""
	}
	low, high := fmt.Sprint(s.Lo), fmt.Sprint(s.Hi)
	least, most := s.Lo == 0, s.Hi == ^uint64(0)>>(64-s.Width)
	if s.signed {
		low, high = fmt.Sprint(s.SignedLo), fmt.Sprint(s.SignedHi)
		least, most = s.SignedLo == int64(-1)<<(s.Width-1), s.SignedHi == int64(^uint64(0)>>(65-s.Width))
	}
	switch {
	case least && most, s.Width == 1 && low != high:
		return ""
	case low == high:
		return name + " = " + low
	case least:
		return name + " ≤ " + high
	case most:
		return name + " ≥ " + low
	}
	return low + " ≤ " + name + " ≤ " + high
}
