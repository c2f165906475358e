package composite

import (
	"context"
	"slices"
	"strings"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Coverage between states with crowds.
//
// Where a state has a crowd, or a thread that need not take a step, in place of nothing, and crowds in place
// of single threads, it includes the other one: it can take the same steps, since threads wait for each other
// only by what is in memory. So an abstraction state is compared with all that are the same but for the
// threads that may become part of crowds.

// crowds is what an abstraction state has besides the part that names it.
type crowds struct {
	exact  [16]byte // names all of the explicit part
	extras []multistate.Extra
	others []int // the other threads
}

// exact names the whole explicit part of an abstraction state.
func (s *State) exact() [16]byte {
	if s.crowds == nil {
		return s.key
	}
	return s.crowds.exact
}

// Extras is how many threads, or crowds, there are that may become part of crowds.
func (s *State) Extras() int {
	if s.crowds == nil {
		return 0
	}
	return len(s.crowds.extras)
}

// fewer reports whether old, a state with the same key, includes s and has more threads.
func (a *Analysis) fewer(ctx context.Context, s, old *State) bool {
	thread := map[int32]int32{} // of s by those of old
	for i, t := range old.crowds.others {
		thread[int32(t)] = int32(s.crowds.others[i])
	}
	for _, e := range s.crowds.extras {
		i, ok := slices.BinarySearchFunc(old.crowds.extras, e.Text,
			func(f multistate.Extra, text string) int { return strings.Compare(f.Text, text) })
		if !ok || e.Crowd && !old.crowds.extras[i].Crowd {
			return false
		}
		thread[old.crowds.extras[i].Thread] = e.Thread
	}
	syms := make(map[multistate.Place]term.Term, len(s.Slots))
	for _, slot := range s.Slots {
		syms[slot.Place] = slot.Sym
	}
	to := make(map[term.Term]term.Term, len(old.Slots))
	for _, slot := range old.Slots {
		at, ok := slot.Place, true
		if at.Thread >= 0 {
			at.Thread, ok = thread[at.Thread]
		}
		if sym, found := syms[at]; ok && found {
			to[slot.Sym] = sym
		}
	}
	for i, d := range a.cfg.Domains {
		r, ok := d.(domain.Renamer)
		if !ok {
			return false
		}
		e, ok := r.Rename(ctx, old.Elements[i], to)
		if !ok || !d.Stop(ctx, s.Elements[i], e) {
			return false
		}
	}
	return true
}
