package ts

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// errRestart says that a location has become one where processes rest.
var errRestart = errors.New("restart")

// walkThread makes the instructions and goals of a process.
func (b *builder) walkThread(i int, t *thread) error {
	var err error
	if t.live == nil {
		if t.live, err = live.Registers(b.ctx, b.regs, b.prog, t.proc, analysis.WTO(t.proc)); err != nil {
			return err
		}
	}
	instructions, goals := len(b.sys.Instructions), len(b.sys.Goals)
	for {
		t.locs, t.todo, t.ends = map[cfa.LocID]int{}, nil, nil
		b.sys.Instructions, b.sys.Goals = b.sys.Instructions[:instructions], b.sys.Goals[:goals]
		b.location(t, t.start)
		err := error(nil)
		for n := 0; n < len(t.todo) && err == nil; n++ {
			err = b.walkFrom(i, t, n)
		}
		if !errors.Is(err, errRestart) {
			return err
		}
	}
}

// location numbers a location where the process rests.
func (b *builder) location(t *thread, l cfa.LocID) int {
	if n, ok := t.locs[l]; ok {
		return n
	}
	t.locs[l] = len(t.todo)
	t.todo = append(t.todo, l)
	return t.locs[l]
}

func (b *builder) walkFrom(i int, t *thread, n int) error {
	b.rest, b.paths = n, 0
	s := &state{process: i, regs: map[cfa.RegID]term.Term{}, mem: map[int]term.Term{}, cond: b.st.True(),
		seen: map[cfa.LocID]bool{}}
	return b.walk(t, s, t.todo[n])
}

// walk follows all paths from loc to the end of the next visible step.
func (b *builder) walk(t *thread, s *state, loc cfa.LocID) error {
	for {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		if s.atomic == 0 {
			if s.visible || len(s.path) > 0 && t.cut[loc] {
				b.emit(t, s, loc)
				return nil
			}
			if s.seen[loc] {
				t.cut[loc] = true
				return errRestart
			}
			s.seen[loc] = true
		}
		out := t.proc.Locs[loc].Out
		switch {
		case len(out) == 0:
			return nil
		case len(s.path) > maxPath:
			return b.leave(s, unsupported(t.proc.Locs[loc].Pos, "a loop without a constant bound in an "+
				"atomic section"))
		}
		if len(out) > 1 {
			return b.branch(t, s, out)
		}
		on, err := b.edge(t, s, t.proc.Edges[out[0]])
		if err != nil || !on {
			return err
		}
		loc = t.proc.Edges[out[0]].To
	}
}

func (b *builder) branch(t *thread, s *state, out []int32) error {
	for _, k := range out {
		c := s.clone()
		e := t.proc.Edges[k]
		on, err := b.edge(t, c, e)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if b.paths++; b.paths > b.opt.maxPaths()*8 {
			return unsupported(e.Pos, "more than %d paths through one step", b.opt.maxPaths())
		}
		if err := b.walk(t, c, e.To); err != nil {
			return err
		}
	}
	return nil
}

// edge executes an edge; on tells whether the path goes on.
func (b *builder) edge(t *thread, s *state, e *cfa.Edge) (on bool, err error) {
	how, err := b.exec(s, e)
	if err != nil {
		return false, b.leave(s, err)
	}
	if b.st.IsFalse(s.cond) {
		return false, nil
	}
	if how == threadEnds {
		b.ending(t, s, e)
	}
	return how == goesOn, nil
}

func (b *builder) ending(t *thread, s *state, e *cfa.Edge) {
	en := ending{at: b.rest, guard: s.cond, path: slices.Clone(s.path), inputs: s.inputs}
	if s.visible {
		b.goal(s, Unsupported, e.Pos, "the end of a thread in an atomic section")
		return
	}
	switch op := e.Op.(type) {
	case cfa.Return:
		en.value = b.apply(s, op.Value)
	case cfa.Exit:
		en.value = b.apply(s, op.Value)
	}
	if len(s.inputs) > 0 {
		for _, sym := range b.st.Symbols(en.guard) {
			if slices.ContainsFunc(s.inputs, func(in Input) bool { return in.Sym == sym }) {
				b.goal(s, Unsupported, e.Pos, "the end of a thread that depends on an input")
			}
		}
	}
	t.ends = append(t.ends, en)
}

// emit makes an instruction of a path that rests at loc.
func (b *builder) emit(t *thread, s *state, loc cfa.LocID) {
	in := Instruction{Process: s.process, From: b.rest, To: b.location(t, loc), Guard: s.cond,
		Inputs: s.inputs, joins: s.joins, path: slices.Clone(s.path)}
	regs := make([]cfa.RegID, 0, len(s.regs))
	for r := range s.regs {
		if b.prog.Regs[r].Scope == cfa.Thread || t.live[loc].Has(r) {
			regs = append(regs, r)
		}
	}
	slices.Sort(regs)
	for _, r := range regs {
		v := t.register(b, s.process, r)
		if s.regs[r] != b.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, Update{v, s.regs[r]})
		}
	}
	mem := make([]int, 0, len(s.mem))
	for v := range s.mem {
		mem = append(mem, v)
	}
	slices.Sort(mem)
	for _, v := range mem {
		if s.mem[v] != b.sys.Vars[v].Sym {
			in.Updates = append(in.Updates, Update{v, s.mem[v]})
		}
	}
	in.Pos, in.Text = b.describe(in.path)
	b.sys.Instructions = append(b.sys.Instructions, in)
}

// describe finds a place and words for a path: its first visible step in the program proper.
func (b *builder) describe(path []*cfa.Edge) (pos source.Pos, text string) {
	own := func(p source.Pos) bool { return p.IsValid() && b.prog.Files.Name(p.File)[0] != '<' }
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

// findShared finds which variables more than one process accesses, one of them
// to write. It tells whether there are such that were not known.
func (b *builder) findShared() (found bool) {
	type who struct {
		one, many, write bool
		process          int
	}
	of := make([]who, len(b.sys.Vars))
	for u := range b.uses {
		w := &of[u.v]
		w.many = w.many || w.one && w.process != u.process
		w.one, w.process = true, u.process
		w.write = w.write || u.write
	}
	if b.shared == nil {
		b.shared, found = map[int]bool{}, true
	}
	for v, w := range of {
		if w.many && w.write && !b.shared[v] {
			b.shared[v], found = true, true
		}
		switch {
		case w.many:
			b.sys.Vars[v].Owner = Shared
		case w.one:
			b.sys.Vars[v].Owner = w.process
		}
	}
	return found
}

func (b *builder) processName(i int) string {
	name := b.threads[i].proc.Name
	n := 0
	for _, t := range b.threads {
		if t.proc.Name == name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s%d", name, i)
	}
	return name
}

func (b *builder) unique(name string) string {
	b.names[name]++
	if n := b.names[name]; n > 1 || b.st.Lookup(name) != term.None {
		return b.unique(fmt.Sprintf("%s'%d", name, max(n, 2)))
	}
	return name
}
