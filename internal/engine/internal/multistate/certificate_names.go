package multistate

import (
	"fmt"

	"whittle.dev/term"
)

// Places names the places of View.Values, in their order and all differently: "T1 worker::i" for a register,
// "turn", "queue.items[3]" for memory. Objects that were made are numbered in the order in which they were.
func (x *Stepper) Places(st *State) []string {
	var out []string
	used := map[string]int{}
	add := func(t term.Term, format string, args ...any) {
		if t == term.None {
			return
		}
		name := fmt.Sprintf(format, args...)
		if used[name]++; used[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, used[name])
		}
		out = append(out, name)
	}
	for i, t := range st.threads {
		switch {
		case t.status == finished:
			add(t.exit, "T%d result", i)
		case t.alive():
			for k, v := range t.shared {
				add(v, "T%d %s", i, x.p.Regs[x.p.shared[k]].Name)
			}
			for j := range t.frames {
				f := &t.frames[j]
				for k, v := range f.regs {
					add(v, "T%d %s", i, x.p.Regs[f.proc.locals[k]].Name)
				}
			}
		}
	}
	for i, o := range st.objects {
		if !o.live {
			continue
		}
		for _, c := range o.cells {
			n := uint64(x.s.Sort(c.val).Width() / 8)
			if o.static >= 0 {
				def := x.p.Objects[o.static]
				path, _ := def.Layout.Path(o.size, c.off, n)
				add(c.val, "%s%s", def.Name, path)
				continue
			}
			add(c.val, "object#%d+%d", i-len(x.p.writable)+1, c.off)
		}
	}
	return out
}

// Where describes the explicit part of a state for people, in lines: a thread with its calls, innermost last,
// and the objects that were made.
func (x *Stepper) Where(st *State) []string {
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
				line += " at " + x.p.Files.Format(pos)
			}
		}
		if t.atomic > 0 {
			line += ", in a section"
		}
		out = append(out, line)
	}
	for i, o := range st.objects[len(x.p.writable):] {
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
