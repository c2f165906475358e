package fromcfa

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/internal/ts/reduce"
	"whittle.dev/term"
)

// waiting is a join: symbols that stand for its condition and its value until
// the ends of all threads are known.
type waiting struct {
	thread    term.Term // the id
	done, res term.Term
}

// Join implements large.Threads.
func (p *path) Join(e *cfa.Edge, op cfa.Join) (step.End, error) {
	t := p.th.tr
	w := waiting{thread: p.Apply(op.Thread), done: t.st.Fresh("joined", term.Bool)}
	p.Visible = true
	known := t.st.False()
	for i := range t.threads {
		known = t.st.Or(known, t.st.Eq(w.thread, t.id(i)))
	}
	p.onlyIf(known, e.Pos, "a join of what is no thread")
	p.joins = append(slices.Clip(p.joins), w.thread)
	p.Cond = t.st.And(p.Cond, w.done)
	if op.Dst != cfa.NoReg {
		w.res = t.st.Fresh("exit", t.prog.Regs[op.Dst].Sort)
		p.Regs[op.Dst] = w.res
	}
	t.waits = append(t.waits, w)
	return step.GoesOn, nil
}

// joins puts in what the joins wait for: a state in which the thread can return without another visible step.
func (t *translator) joins() {
	m := map[term.Term]term.Term{}
	for _, w := range t.waits {
		done := t.st.False()
		var value term.Term
		if w.res != term.None {
			value = t.zero(t.st.Sort(w.res))
		}
		for i, th := range t.threads {
			is := t.st.Eq(w.thread, t.id(i))
			for _, en := range th.ends {
				ended := t.st.And(is, t.sys.AtLoc(i, en.at), en.guard)
				done = t.st.Or(done, ended)
				if w.res != term.None && en.value != term.None && t.st.Sort(en.value).Width() > 0 {
					value = t.st.Ite(ended, reduce.LowBits(t.st, en.value, t.st.Sort(w.res).Width()), value)
				}
			}
		}
		m[w.done] = done
		if w.res != term.None {
			m[w.res] = value
		}
	}
	if len(m) > 0 {
		t.sys.MapTerms(term.NewSubstituter(t.st, m).Apply)
	}
	for _, th := range t.threads {
		t.out.ends = append(t.out.ends, th.ends)
	}
	t.observeEnds()
	t.exitInputs()
}

// observeEnds makes instructions that join observe in which way threads end, where there are several: a join
// may be enabled whichever way that is, but a trace has to take the right one.
func (t *translator) observeEnds() {
	var guards []term.Term
	for _, ends := range t.out.ends {
		at := map[int]int{} // by location: in how many ways
		for _, en := range ends {
			at[en.at]++
		}
		for k := range ends {
			if ends[k].observed = -1; at[ends[k].at] > 1 {
				ends[k].observed = len(guards)
				guards = append(guards, ends[k].guard)
			}
		}
	}
	for i := range t.sys.Instructions {
		in := &t.sys.Instructions[i]
		if t.out.sections[in.Origin].joins > 0 {
			in.Observed = slices.Concat(in.Observed, guards)
		}
	}
}

// exitInputs gives the instructions and goals that read the value of a thread the inputs
// that this value depends on: the end of the thread is a part of their step.
func (t *translator) exitInputs() {
	of := map[term.Term]bool{}
	for _, ends := range t.out.ends {
		for _, en := range ends {
			for _, in := range en.inputs {
				of[in.sym] = true
			}
		}
	}
	if len(of) == 0 {
		return
	}
	add := func(inputs []term.Term, x term.Term) []term.Term {
		for _, sym := range t.st.Symbols(x) {
			if of[sym] && !slices.Contains(inputs, sym) {
				inputs = append(slices.Clip(inputs), sym)
			}
		}
		return inputs
	}
	for i := range t.sys.Instructions {
		in := &t.sys.Instructions[i]
		in.Inputs = add(in.Inputs, in.Guard)
		for _, u := range in.Updates {
			in.Inputs = add(in.Inputs, u.Value)
		}
	}
	for i := range t.sys.Goals {
		g := &t.sys.Goals[i]
		g.Inputs = add(g.Inputs, g.Guard)
	}
}
