package pointsto

import (
	"context"
	"math"
	"math/big"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxCells bounds how many places of one object are kept apart.
const maxCells = 256

// content is what the analysis knows about the memory of an object.
type content struct {
	cells   []memCell
	readers map[int]bool // indexes of the edges that have loaded from it
	// numbers says that it may hold other numbers than zero; so a pointer that is never set is null.
	numbers bool
}

type memCell struct {
	off   absint.Congruence
	start start // of the reference
	size  uint64
	val   Value
}

// solver propagates values along the edges of a program until nothing changes.
type solver struct {
	x     *Result
	edges []siteEdge
	// users lists, for each register, the edges that read it.
	users   [][]int32
	callers map[cfa.ProcID]map[int]bool // edges that read a procedure's result
	joins   []int                       // Join edges
	// unset registers are read before any edge of their procedure sets them;
	// dead inputs are Havoc edges whose value is never read.
	unset     []cfa.RegID
	deadInput map[int]bool

	queue  []int
	queued []bool
	cur    int
}

type siteEdge struct {
	e    *cfa.Edge
	proc cfa.ProcID
}

func newSolver(ctx context.Context, x *Result) (*solver, error) {
	s := &solver{x: x, users: make([][]int32, len(x.prog.Regs)), callers: make(map[cfa.ProcID]map[int]bool),
		deadInput: make(map[int]bool)}
	for _, proc := range x.prog.Procs {
		order := analysis.WTO(proc)
		live, err := live.Registers(ctx, x.regs, x.prog, proc, order)
		if err != nil {
			return nil, err
		}
		for _, r := range live[proc.Entry] {
			if !slices.Contains(proc.Params, r) {
				s.unset = append(s.unset, r)
			}
		}
		for _, e := range proc.Edges {
			if !order.Reaches(e.From) {
				continue
			}
			i := len(s.edges)
			s.edges = append(s.edges, siteEdge{e, proc.ID})
			x.regs.Uses(e.Op, func(r cfa.RegID) {
				if u := s.users[r]; len(u) == 0 || u[len(u)-1] != int32(i) {
					s.users[r] = append(s.users[r], int32(i))
				}
			})
			switch op := e.Op.(type) {
			case cfa.Join:
				s.joins = append(s.joins, i)
			case cfa.Havoc:
				if x.prog.Regs[op.Dst].Scope == cfa.Local && !live[e.To].Has(op.Dst) {
					s.deadInput[i] = true
				}
			}
		}
	}
	s.queued = make([]bool, len(s.edges))
	return s, nil
}

// reset forgets all values, but not which edges have unknown addresses.
func (x *Result) reset() {
	p := x.prog
	x.trackUnknown = false
	x.regVal = make([]Value, len(p.Regs))
	x.results, x.roots = make([]Value, len(p.Procs)), make([]bool, len(p.Procs))
	x.exits, x.anyMem = Value{}, Value{}
	x.callees = make(map[cfa.EdgeID][]cfa.ProcID)
	x.memory = make([]content, len(x.Objects))
	for i := range x.memory {
		x.memory[i].readers = make(map[int]bool)
		alloc, made := x.Objects[i].Alloc()
		x.memory[i].numbers = made && !alloc.Zero
	}
	for i, r := range p.Regs {
		if r.Scope == cfa.Thread {
			x.regVal[i] = number(absint.Exactly(0))
		}
	}
	x.regVal[p.Self] = anyNumber
	clear(x.memo)
	for i, o := range p.Objects {
		x.initObject(ObjID(i), o)
	}
}

// initObject enters the addresses in the initial content of a static object.
func (x *Result) initObject(id ObjID, o *cfa.Object) {
	t := x.prog.Terms
	ptr := x.prog.PtrWidth
	x.memory[id].numbers = o.Undefined || len(o.Init) > 0
	for k, in := range o.Init {
		w := t.Sort(in.Value).Width()
		switch {
		case w == ptr:
			if v := x.evalConst(in.Value); x.near(v) {
				x.memory[id].write(absint.Exactly(int64(in.Offset)), start{}, uint64(w/8), v)
			}
		case w > ptr:
			for lo := 0; lo+ptr <= w; lo += 8 {
				part := new(big.Int).Rsh(t.ConstBig(in.Value), uint(lo))
				part.And(part, new(big.Int).SetUint64(math.MaxUint64))
				if v := x.evalAddr(part.Uint64(), ptr); x.near(v) {
					at := absint.Exactly(int64(in.Offset) + int64(lo/8))
					x.memory[id].write(at, start{}, uint64(ptr/8), v)
				}
			}
		case o.Kind != cfa.ConstData:
			// A pointer that is written in several pieces starts here.
			if n, ok := pieces(t, o.Init[k:], ptr); ok {
				if v := x.evalAddr(n, ptr); x.near(v) {
					x.memory[id].write(absint.Exactly(int64(in.Offset)), start{}, uint64(ptr/8), v)
				}
			}
		}
	}
}

// near reports whether an initial value is taken to be an address: it points to an object, or a little
// outside. Two numbers side by side often lie in some region.
func (x *Result) near(v Value) bool {
	const slack = 4096
	if len(v.Refs) == 0 {
		return false
	}
	off := v.Refs[0].Off.Rem
	return off >= -slack && off <= int64(x.prog.Objects[v.Refs[0].Obj].Size)+slack
}

// pieces joins initial contents that follow each other without a gap to a number of ptr bits.
func pieces(t *term.Store, inits []cfa.Init, ptr int) (uint64, bool) {
	var n uint64
	bits := 0
	for _, in := range inits {
		w := t.Sort(in.Value).Width()
		if in.Offset != inits[0].Offset+uint64(bits/8) || bits+w > ptr {
			return 0, false
		}
		v, ok := t.ConstUint64(in.Value)
		if !ok {
			return 0, false
		}
		n |= v << bits
		if bits += w; bits == ptr {
			return n, true
		}
	}
	return 0, false
}

// evalAddr is the value of a constant address.
func (x *Result) evalAddr(n uint64, ptr int) Value {
	if ptr < 64 {
		n &= 1<<ptr - 1
	}
	if o, ok := x.byRegion[x.prog.RegionOf(n)]; ok {
		return Value{Refs: []Ref{{Obj: o, Off: absint.Exactly(int64(n - x.prog.Objects[o].Addr))}}}
	}
	return number(absint.AnyInt)
}

// write adds a value to a place, and reports whether something changed.
func (c *content) write(off absint.Congruence, at start, size uint64, v Value) bool {
	for i := range c.cells {
		if cell := &c.cells[i]; cell.off == off && cell.start == at && cell.size == size {
			var changed bool
			cell.val, changed = cell.val.join(v)
			return changed
		}
	}
	if len(c.cells) >= maxCells {
		all := memCell{off: absint.AnyInt, size: 1, val: v}
		for _, cell := range c.cells {
			all.val, _ = all.val.join(cell.val)
		}
		c.cells = []memCell{all}
		return true
	}
	if len(c.cells) == 1 && c.cells[0].off == absint.AnyInt {
		var changed bool
		c.cells[0].val, changed = c.cells[0].val.join(v)
		return changed
	}
	c.cells = append(c.cells, memCell{off, at, size, v})
	return true
}

// read returns what a place may hold.
func (c *content) read(off absint.Congruence, size uint64, skip func(memCell) bool) Value {
	var v Value
	for _, cell := range c.cells {
		if skip != nil && skip(cell) {
			continue
		}
		if cell.off.Overlaps(cell.size, off, size) {
			w := cell.val
			if cell.size != size || !cell.off.Apart(off, size) {
				w = w.blur()
			}
			v, _ = v.join(w)
		}
	}
	return v
}

// run propagates until nothing changes. The first run of a round leaves
// unknown values out, the second adds them to what the first has found.
func (s *solver) run(ctx context.Context) error {
	x := s.x
	for _, r := range s.unset {
		s.set(r, Value{HasNum: true, Num: absint.AnyInt, Unknown: x.trackUnknown})
	}
	if x.trackUnknown {
		for i, o := range x.prog.Objects {
			if o.Undefined {
				s.store(ObjID(i), absint.AnyInt, start{}, 1,
					Value{HasNum: true, Num: absint.AnyInt, Unknown: true})
			}
		}
	}
	for i := range s.edges {
		s.push(i)
	}
	for n := 0; len(s.queue) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.cur = s.queue[0]
		s.queue = s.queue[1:]
		s.queued[s.cur] = false
		clear(x.memo)
		s.visit(s.edges[s.cur])
	}
	return nil
}

func (s *solver) push(i int) {
	if !s.queued[i] {
		s.queued[i] = true
		s.queue = append(s.queue, i)
	}
}

// set adds a value to a register and wakes the edges that read it.
func (s *solver) set(r cfa.RegID, v Value) {
	if r == cfa.NoReg || s.x.prog.Regs[r].Sort.IsBool() {
		return
	}
	// Numbers that go round a loop may wrap around.
	v.Num = v.Num.PowerOfTwo()
	next, changed := s.x.regVal[r].join(v)
	if !changed {
		return
	}
	s.x.regVal[r] = next
	for _, i := range s.users[r] {
		s.push(int(i))
	}
}

// store adds a value to a place and wakes the edges that have read the object.
func (s *solver) store(o ObjID, off absint.Congruence, at start, size uint64, v Value) {
	m := &s.x.memory[o]
	if m.write(off, at, size, v) {
		for _, i := range sortedKeys(m.readers) {
			s.push(i)
		}
	}
}

func sortedKeys(m map[int]bool) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
