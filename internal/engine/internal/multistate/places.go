package multistate

import "whittle.dev/internal/source"

// Places calls visit with the place in the program of each thread that has not ended: where its next
// operation stands, or the call of a library model that it is in.
func (st *State) Places(visit func(source.Pos)) {
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
