package fromcfa

import (
	"errors"
	"maps"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
)

// errRestart says that a location has become one where processes rest.
var errRestart = errors.New("restart")

// walkAll makes the instructions and goals of a thread.
func (th *thread) walkAll() error {
	t := th.tr
	var err error
	if th.live == nil {
		if th.live, err = live.Registers(t.ctx, t.regs, t.prog, th.proc, analysis.WTO(th.proc)); err != nil {
			return err
		}
	}
	instructions, goals := len(t.sys.Instructions), len(t.sys.Goals)
	for {
		th.locs, th.todo, th.ends = map[cfa.LocID]int{}, nil, nil
		t.sys.Instructions, t.sys.Goals = t.sys.Instructions[:instructions], t.sys.Goals[:goals]
		th.location(th.start)
		err := error(nil)
		for n := 0; n < len(th.todo) && err == nil; n++ {
			th.paths = 0
			err = th.walk(th.newPath(n), th.todo[n])
		}
		if !errors.Is(err, errRestart) {
			return err
		}
	}
}

// walk follows all paths from loc to the end of the next visible step.
func (th *thread) walk(p *path, loc cfa.LocID) error {
	for {
		if err := th.tr.ctx.Err(); err != nil {
			return err
		}
		if p.atomic == 0 {
			if p.visible || len(p.edges) > 0 && th.cut[loc] {
				th.emit(p, loc)
				return nil
			}
			if p.seen[loc] {
				th.cut[loc] = true
				return errRestart
			}
			p.seen[loc] = true
		}
		out := th.proc.Locs[loc].Out
		switch {
		case len(out) == 0:
			return nil
		case len(p.edges) > maxPath:
			return p.leave(unsupported(th.proc.Locs[loc].Pos,
				"a loop without a constant bound in an atomic section"))
		}
		if len(out) > 1 {
			return th.branch(p, out)
		}
		on, err := th.edge(p, th.proc.Edges[out[0]])
		if err != nil || !on {
			return err
		}
		loc = th.proc.Edges[out[0]].To
	}
}

func (th *thread) branch(p *path, out []int32) error {
	for _, k := range out {
		c := p.clone()
		e := th.proc.Edges[k]
		on, err := th.edge(c, e)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if th.paths++; th.paths > maxPaths {
			return unsupported(e.Pos, "more than %d paths through one step", maxPaths)
		}
		if err := th.walk(c, e.To); err != nil {
			return err
		}
	}
	return nil
}

// edge executes an edge; on reports whether the path goes on.
func (th *thread) edge(p *path, e *cfa.Edge) (on bool, err error) {
	how, err := p.exec(e)
	if err != nil {
		return false, p.leave(err)
	}
	if th.tr.st.IsFalse(p.cond) {
		return false, nil
	}
	if how == threadEnds {
		return false, th.ending(p, e)
	}
	return how == goesOn, nil
}

// ending notes that the thread can return at the end of a path. If that depends on an input, the thread rests
// before it returns: it must not return for a thread that joins it, and go on for others.
func (th *thread) ending(p *path, e *cfa.Edge) error {
	if p.visible {
		p.goal(ts.Unsupported, e.Pos, "the end of a thread in an atomic section")
		return nil
	}
	chosen := symbols(p.inputs)
	for _, sym := range th.tr.st.Symbols(p.cond) {
		if slices.Contains(chosen, sym) {
			th.cut[e.From] = true
			return errRestart
		}
	}
	en := ending{at: p.from, guard: p.cond, path: slices.Clone(p.edges), inputs: p.inputs}
	switch op := e.Op.(type) {
	case cfa.Return:
		en.value = p.apply(op.Value)
	case cfa.Exit:
		en.value = p.apply(op.Value)
	}
	th.ends = append(th.ends, en)
	return nil
}

// emit makes an instruction of a path that rests at loc.
func (th *thread) emit(p *path, loc cfa.LocID) {
	t := th.tr
	in := ts.Instruction{Process: th.process, From: p.from, To: th.location(loc), Guard: p.cond,
		Inputs: symbols(p.inputs), Observed: p.joins, Origin: len(t.out.sections)}
	in.Pos, in.Text = t.describe(p.edges)
	for _, r := range slices.Sorted(maps.Keys(p.regs)) {
		if t.prog.Regs[r].Scope != cfa.Thread && !th.live[loc].Has(r) {
			continue
		}
		v := th.register(r)
		if p.regs[r] != t.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, ts.Update{Var: v, Value: p.regs[r]})
		}
	}
	for _, v := range slices.Sorted(maps.Keys(p.mem)) {
		if p.mem[v] != t.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, ts.Update{Var: v, Value: p.mem[v]})
		}
	}
	t.sys.Instructions = append(t.sys.Instructions, in)
	t.out.sections = append(t.out.sections, section{slices.Clone(p.edges), p.inputs, len(p.joins)})
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
