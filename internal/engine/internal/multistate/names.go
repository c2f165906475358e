package multistate

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// PlaceNames names the places of View.Values, in their order and all differently: "T1 worker::i" for a
// register, "turn", "queue.items[3]" for memory. Objects that were made are numbered in the order in which
// they were.
func (st *State) PlaceNames() []string {
	var out []string
	used := map[string]int{}
	st.eachValue(nil, func(at place, t *term.Term) {
		if *t == term.None {
			return
		}
		name := st.name(at)
		if used[name]++; used[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, used[name])
		}
		out = append(out, name)
	})
	return out
}

// name names a place; there may be others of the name.
func (st *State) name(at place) string {
	switch {
	case at.thread >= 0 && at.reg == cfa.NoReg:
		return fmt.Sprintf("T%d result", at.thread)
	case at.thread >= 0:
		return fmt.Sprintf("T%d %s", at.thread, st.p.Regs[at.reg].Name)
	}
	o, n := st.objects[at.object], uint64(st.p.terms.Sort(at.cell.val).Width()/8)
	if o.static < 0 {
		return fmt.Sprintf("object#%d+%d", at.object-len(st.p.writable)+1, at.cell.off)
	}
	def := st.p.Objects[o.static]
	path, _ := def.Layout.Path(o.size, at.cell.off, n)
	return def.Name + path
}

// Where describes the explicit part of a state for people, in lines: a thread with its calls, innermost last,
// and the objects that were made.
func (st *State) Where() []string {
	var out []string
	for i, t := range st.threads {
		switch t.status {
		case finished:
			out = append(out, fmt.Sprintf("T%d has ended", i))
			continue
		case stuck:
			out = append(out, fmt.Sprintf("T%d goes no further", i))
			continue
		}
		line := fmt.Sprintf("T%d", i)
		for j := range t.frames {
			f := &t.frames[j]
			if j > 0 {
				line += " calls"
			}
			line += " " + f.proc.Name
			if pos := f.proc.Locs[f.loc].Pos; pos.IsValid() {
				line += " at " + st.p.Files.Format(pos)
			}
		}
		if t.atomic > 0 {
			line += ", in a section"
		}
		out = append(out, line)
	}
	for i, o := range st.made() {
		switch {
		case !o.live:
			out = append(out, fmt.Sprintf("object#%d is freed", i+1))
		case o.zero:
			out = append(out, fmt.Sprintf("object#%d has %d bytes, zero where nothing is said", i+1, o.size))
		default:
			out = append(out, fmt.Sprintf("object#%d has %d bytes, undefined where nothing is said", i+1,
				o.size))
		}
	}
	return out
}

// Positions calls visit with the place in the program of each thread that has not ended: where its next
// operation stands, or the call of a library model that it is in.
func (st *State) Positions(visit func(source.Pos)) {
	for _, t := range st.threads {
		if !t.alive() || len(t.frames) == 0 {
			continue
		}
		for i := len(t.frames) - 1; i >= 0; i-- {
			f := &t.frames[i]
			var pos source.Pos
			if i < len(t.frames)-1 {
				if call := t.frames[i+1].call; call != nil {
					pos = call.Pos
				}
			} else if out := f.proc.Locs[f.loc].Out; len(out) > 0 {
				pos = f.proc.Edges[out[0]].Pos
			}
			if !f.proc.Model && pos.IsValid() {
				visit(pos)
				break
			}
		}
	}
}
