package samples

import (
	"encoding/binary"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// thread is a thread of a state: where it is, and the values of the locals of its template.
type thread struct {
	template, loc int
	locals        []term.Value
}

// state is a state of a system: the values of its shared cells, and its threads. Threads that have ended
// stay.
type state struct {
	shared  []term.Value
	threads []thread
	// late says that the initial thread has created threads, or begun to.
	late bool
}

// key is a text that is the same for equal states.
func (s *state) key() string {
	var out []byte
	put := func(v term.Value) {
		if v.Sort().IsBitVec() && v.Sort().Width() <= 64 {
			out = binary.AppendUvarint(out, v.Uint64())
		} else {
			out = append(append(out, v.String()...), 0)
		}
	}
	for _, v := range s.shared {
		put(v)
	}
	for _, t := range s.threads {
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(t.template)), uint64(t.loc))
		for _, v := range t.locals {
			put(v)
		}
	}
	return string(out)
}

// names finds symbols among the variables of a system.
type names struct {
	sys    *model.System
	shared map[term.Term]int
	locals []map[term.Term]int // by template
}

func newNames(sys *model.System) *names {
	n := &names{sys: sys, shared: map[term.Term]int{}}
	for i, v := range sys.Globals {
		n.shared[v.Sym] = i
	}
	for i := range sys.Templates {
		of := map[term.Term]int{}
		for k, v := range sys.Templates[i].Locals {
			of[v.Sym] = k
		}
		n.locals = append(n.locals, of)
	}
	return n
}

// valuation gives symbols the values that they have for one thread of a state, and others those of more.
// What is in neither is zero.
type valuation struct {
	*names
	st     *term.Store
	shared []term.Value
	thread *thread
	more   map[term.Term]term.Value
}

// Value implements term.Assignment.
func (v *valuation) Value(sym term.Term) (term.Value, bool) {
	if x, ok := v.more[sym]; ok {
		return x, true
	}
	if v.thread != nil {
		if k, ok := v.locals[v.thread.template][sym]; ok {
			return v.thread.locals[k], true
		}
	}
	if k, ok := v.names.shared[sym]; ok && k < len(v.shared) {
		return v.shared[k], true
	}
	return v.st.ZeroValue(v.st.Sort(sym)), true
}
