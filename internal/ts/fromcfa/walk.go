package fromcfa

import (
	"maps"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step/large"
	"whittle.dev/internal/ts"
)

// walkAll makes the instructions and goals of a thread.
func (th *thread) walkAll() error {
	t := th.tr
	var err error
	if th.live == nil {
		if th.live, err = live.Registers(t.ctx, t.regs, t.prog, th.proc, analysis.WTO(th.proc)); err != nil {
			return err
		}
	}
	th.walker = large.Walker{Context: t.ctx, Proc: th.proc, MaxEdges: maxPath, MaxPaths: maxPaths,
		Cut: th.walker.Cut}
	instructions, goals := len(t.sys.Instructions), len(t.sys.Goals)
	begin := func() {
		th.ends = nil
		t.sys.Instructions, t.sys.Goals = t.sys.Instructions[:instructions], t.sys.Goals[:goals]
	}
	return th.walker.All(th.start, begin, func(from int) large.Rules { return th.newPath(from) })
}

// Clone implements large.Rules.
func (p *path) Clone() large.Rules { return p.clone() }

// Settled implements large.Rules: a step has one access that others could tell, the last thing in it.
func (p *path) Settled(cfa.LocID) bool { return p.Visible }

// Rests implements large.Rules.
func (*path) Rests([]int32) (bool, error) { return false, nil }

// TooLong implements large.Rules.
func (p *path) TooLong(pos source.Pos) error {
	return p.Leave(unsupported(pos, "a loop without a constant bound in an atomic section"))
}

// TooMany implements large.Rules.
func (*path) TooMany(pos source.Pos) error {
	return unsupported(pos, "more than %d paths through one step", maxPaths)
}

// Ended implements large.Rules: it notes that the thread can return at the end of a path. If that depends on
// an input, the thread rests before it returns: it must not return for a thread that joins it, and go on for
// others.
func (p *path) Ended(e *cfa.Edge) error {
	th := p.th
	if p.Visible {
		p.goal(ts.Unsupported, e.Pos, "the end of a thread in an atomic section")
		return nil
	}
	chosen := symbols(p.inputs)
	for _, sym := range th.tr.st.Symbols(p.Cond) {
		if slices.Contains(chosen, sym) {
			return th.walker.RestAt(e.From)
		}
	}
	en := ending{at: p.from, guard: p.Cond, path: slices.Clone(p.Edges), inputs: p.inputs}
	switch op := e.Op.(type) {
	case cfa.Return:
		en.value = p.Apply(op.Value)
	case cfa.Exit:
		en.value = p.Apply(op.Value)
	}
	th.ends = append(th.ends, en)
	return nil
}

// Emit implements large.Rules: it makes an instruction of a path that rests at loc.
func (p *path) Emit(loc cfa.LocID) error {
	th, t := p.th, p.th.tr
	in := ts.Instruction{Process: th.process, From: p.from, To: th.walker.Number(loc), Guard: p.Cond,
		Inputs: symbols(p.inputs), Observed: p.joins, Origin: len(t.out.sections)}
	in.Pos, in.Text = t.describe(p.Edges)
	for _, r := range slices.Sorted(maps.Keys(p.Regs)) {
		if t.prog.Regs[r].Scope != cfa.Thread && !th.live[loc].Has(r) {
			continue
		}
		v := th.register(r)
		if p.Regs[r] != t.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, ts.Update{Var: v, Value: p.Regs[r]})
		}
	}
	for _, v := range slices.Sorted(maps.Keys(p.mem)) {
		if p.mem[v] != t.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, ts.Update{Var: v, Value: p.mem[v]})
		}
	}
	t.sys.Instructions = append(t.sys.Instructions, in)
	t.out.sections = append(t.out.sections, section{slices.Clone(p.Edges), p.inputs, len(p.joins)})
	return nil
}

// describe finds a place and words for a path: its first visible step in the program proper.
func (t *translator) describe(path []*cfa.Edge) (pos source.Pos, text string) {
	own := func(p source.Pos) bool { return p.IsValid() && t.prog.Files.Name(p.File)[0] != '<' }
	for _, e := range path {
		if e.Sync != nil {
			text = string(e.Sync.Kind)
		}
		if own(e.Pos) {
			switch e.Op.(type) {
			case cfa.Load, cfa.Store, cfa.AtomicBegin, cfa.Join:
				if !pos.IsValid() {
					pos = e.Pos
				}
			}
		}
	}
	for _, e := range path {
		if !pos.IsValid() && own(e.Pos) {
			pos = e.Pos
		}
	}
	for _, e := range path {
		if !pos.IsValid() {
			pos = e.Pos
		}
	}
	return pos, text
}
