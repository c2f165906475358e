package ts

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// waiting is a join: symbols that stand for its condition and its value until
// the ends of all threads are known.
type waiting struct {
	thread    term.Term // the id
	done, res term.Term
}

func (b *builder) join(s *state, e *cfa.Edge, op cfa.Join) {
	w := waiting{thread: b.apply(s, op.Thread), done: b.st.Fresh("joined", term.Bool)}
	s.visible = true
	known := b.st.False()
	for i := range b.threads {
		known = b.st.Or(known, b.st.Eq(w.thread, b.prog.Ptr(uint64(i+1))))
	}
	b.onlyIf(s, known, e.Pos, "a join of what is no thread")
	s.joins = append(slices.Clip(s.joins), w.thread)
	s.cond = b.st.And(s.cond, w.done)
	if op.Dst != cfa.NoReg {
		w.res = b.st.Fresh("exit", b.prog.Regs[op.Dst].Sort)
		s.regs[op.Dst] = w.res
	}
	b.waits = append(b.waits, w)
}

// joins puts in what the joins wait for: a state in which the thread can
// return without another visible step.
func (b *builder) joins() error {
	m := map[term.Term]term.Term{}
	for _, w := range b.waits {
		done := b.st.False()
		var value term.Term
		if w.res != term.None {
			value = b.zero(b.st.Sort(w.res))
		}
		for i, t := range b.threads {
			is := b.st.Eq(w.thread, b.prog.Ptr(uint64(i+1)))
			for _, en := range t.ends {
				ended := b.st.And(is, b.sys.AtLoc(i, en.at), en.guard)
				done = b.st.Or(done, ended)
				if w.res != term.None && en.value != term.None && b.st.Sort(en.value).Width() > 0 {
					value = b.st.Ite(ended, narrow(b.st, en.value, b.st.Sort(w.res).Width()), value)
				}
			}
		}
		m[w.done] = done
		if w.res != term.None {
			m[w.res] = value
		}
	}
	b.substitute(m)
	for _, t := range b.threads {
		b.sys.ends = append(b.sys.ends, t.ends)
	}
	b.exitInputs()
	return nil
}

// exitInputs gives the instructions and goals that read the value of a thread the inputs
// that this value depends on: the end of the thread is a part of their step.
func (b *builder) exitInputs() {
	of := map[term.Term]bool{}
	for _, ends := range b.sys.ends {
		for _, en := range ends {
			for _, in := range en.inputs {
				of[in.Sym] = true
			}
		}
	}
	add := func(inputs []Input, t term.Term) []Input {
		for _, sym := range b.st.Symbols(t) {
			if of[sym] && !slices.ContainsFunc(inputs, func(in Input) bool { return in.Sym == sym }) {
				inputs = append(slices.Clip(inputs), Input{Sym: sym, edge: -1})
			}
		}
		return inputs
	}
	if len(of) == 0 {
		return
	}
	for i := range b.sys.Instructions {
		in := &b.sys.Instructions[i]
		in.Inputs = add(in.Inputs, in.Guard)
		for _, u := range in.Updates {
			in.Inputs = add(in.Inputs, u.Value)
		}
	}
	for i := range b.sys.Goals {
		g := &b.sys.Goals[i]
		g.Inputs = add(g.Inputs, g.Guard)
	}
}

// substitute replaces terms everywhere.
func (b *builder) substitute(m map[term.Term]term.Term) {
	if len(m) == 0 {
		return
	}
	u := term.NewSubstituter(b.st, m)
	for i := range b.sys.Instructions {
		in := &b.sys.Instructions[i]
		in.Guard = u.Apply(in.Guard)
		for k := range in.Updates {
			in.Updates[k].Value = u.Apply(in.Updates[k].Value)
		}
		for k := range in.joins {
			in.joins[k] = u.Apply(in.joins[k])
		}
	}
	for i := range b.sys.Goals {
		b.sys.Goals[i].apply(u.Apply)
	}
	for _, ends := range b.sys.ends {
		for k := range ends {
			ends[k].guard = u.Apply(ends[k].guard)
		}
	}
}
