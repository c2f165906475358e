package ids

import (
	"context"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// bits says what a value may be, other than zero.
type bits uint8

const (
	idWhole bits = 1 << iota // the id of a thread
	idPart                   // computed from an id
	idOther                  // a number that has nothing to do with threads
	idUnset                  // the content of memory that was never set

	idAny = idWhole | idPart
)

// cell is a place in an object that something was stored to.
type cell struct {
	off  absint.Congruence
	size uint64
	bits bits
}

// maxCells bounds how many places of one object are kept apart.
const maxCells = 64

// follower follows the ids of threads through a program, flow-insensitively: first where there may be ids,
// then where there may be other numbers, since memory that was never set may have any content, which matters
// only where no id is kept.
type follower struct {
	prog    *cfa.Program
	pts     *pointsto.Result
	index   *cfa.RegIndex
	regs    []bits
	results []bits // by procedure
	exits   bits   // of all threads
	memory  [][]cell
	any     bits   // what was stored through unknown addresses
	mask    bits   // what is followed now
	threads []bool // by procedure: threads may begin there
	changed bool
	memo    map[term.Term]bits
}

// Observed reports whether what a program does may depend on which numbers its threads have as ids, and a
// place where it looks at them. To move an id, to compare it with other ids or zero, and to join its thread
// looks at no number, nor do procedures of which Proc.OfThreads says so.
func Observed(ctx context.Context, p *cfa.Program) (source.Pos, bool, error) {
	starts := false
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			_, is := e.Op.(cfa.Spawn)
			starts = starts || is
		}
	}
	if !starts {
		return source.Pos{}, false, nil
	}
	index := cfa.NewRegIndex(p)
	pts, err := pointsto.Analyse(ctx, p, index)
	if err != nil {
		return source.Pos{}, false, err
	}
	d := &follower{prog: p, pts: pts, index: index, regs: make([]bits, len(p.Regs)),
		results: make([]bits, len(p.Procs)),
		memory:  make([][]cell, len(pts.Objects)), threads: make([]bool, len(p.Procs)),
		memo: make(map[term.Term]bits)}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				for _, q := range pts.Callees(e) {
					d.threads[q] = true
				}
			}
		}
	}
	d.regs[p.Self] = idWhole
	for _, d.mask = range []bits{idAny, idAny | idOther | idUnset} {
		if err := d.solve(ctx); err != nil {
			return source.Pos{}, false, err
		}
	}
	for _, proc := range p.Procs {
		c := checker{follower: d, lenient: proc.OfThreads, seen: make(map[term.Term]bool)}
		for _, e := range proc.Edges {
			if c.edge(e) {
				return e.Pos, true, nil
			}
		}
	}
	return source.Pos{}, false, nil
}

// solve propagates until nothing changes.
func (d *follower) solve(ctx context.Context) error {
	if d.mask&idUnset != 0 {
		for _, proc := range d.prog.Procs {
			alive, err := live.Registers(ctx, d.index, d.prog, proc, analysis.WTO(proc))
			if err != nil {
				return err
			}
			for _, r := range alive[proc.Entry] {
				d.unset(r)
			}
			for _, r := range proc.Params {
				d.regs[r] &^= idUnset
			}
		}
	}
	for d.changed = true; d.changed; {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.changed = false
		for i, proc := range d.prog.Procs {
			for _, e := range proc.Edges {
				d.edge(cfa.ProcID(i), e)
			}
		}
	}
	return nil
}

func (d *follower) set(to *bits, b bits) {
	if b &= d.mask; *to|b != *to {
		*to |= b
		d.changed = true
	}
}

func (d *follower) reg(r cfa.RegID, b bits) {
	if r != cfa.NoReg {
		d.set(&d.regs[r], b)
	}
}

// unset gives a register any content. Where it may hold an id whoever reads it is taken to read one, and
// looks at no number, so that the content may be renamed with the ids.
func (d *follower) unset(r cfa.RegID) {
	if d.prog.Regs[r].Scope == cfa.Local && d.regs[r]&idAny == 0 {
		d.reg(r, idUnset)
	}
}

// edge carries values over one edge.
func (d *follower) edge(proc cfa.ProcID, e *cfa.Edge) {
	clear(d.memo)
	x := step.Of(d.prog, e.Op)
	if x.Enters {
		d.pass(e, x.Args)
	}
	if x.Access.Kind == step.Write {
		d.store(d.pts.Of(x.Access.Addr), x.Access.Size, d.of(x.Access.Value)&d.mask)
	}
	switch x.Ends {
	case step.ProcedureEnds:
		b := d.of(x.Value)
		d.set(&d.results[proc], b)
		if d.threads[proc] {
			d.set(&d.exits, b)
		}
	case step.ThreadEnds:
		d.set(&d.exits, d.of(x.Value))
	}
	switch x.From {
	case step.Computed:
		d.reg(x.Set, d.of(x.Value))
	case step.Input:
		if e.Op.(cfa.Havoc).Unset {
			d.unset(x.Set)
		} else {
			d.reg(x.Set, idOther)
		}
	case step.Allocated:
		d.reg(x.Set, idOther)
	case step.Loaded:
		if !d.prog.Regs[x.Set].Sort.IsBool() {
			d.reg(x.Set, d.load(d.pts.Of(x.Access.Addr), x.Access.Size))
		}
	case step.Started:
		d.reg(x.Set, idWhole)
	case step.Joined:
		d.reg(x.Set, d.exits)
	case step.Returned:
		for _, q := range d.pts.Callees(e) {
			d.reg(x.Set, d.results[q])
		}
	}
}

func (d *follower) pass(e *cfa.Edge, args []term.Term) {
	for _, q := range d.pts.Callees(e) {
		for i, r := range d.prog.Procs[q].Params {
			if i < len(args) {
				d.reg(r, d.of(args[i]))
			}
		}
	}
}
