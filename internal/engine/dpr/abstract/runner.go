package abstract

import (
	"maps"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
)

// Runner executes one program, again and again. It belongs to one goroutine.
type Runner struct {
	info       *scope.Info
	code       *interp.Code
	tree       *oracle.Tree
	choices    map[*cfa.Edge][2]uint64
	split      func(oracle.Name) []uint64
	operations [][]*operation // by EdgeID and term
	places     []place        // by register
	widths     map[*cfa.Proc][]int
	images     map[pointsto.ObjID][]byte
	regions    map[oracle.Name]uint64
	next       uint64
	named      []bool    // by EdgeID: whether a choice that is made is at the edge
	sites      [][]*site // by procedure and location; nil: not looked at yet
	either     *value    // both truth values
	ranges     ranges
	safe       bool // no access is checked
	// Over reports whether an execution is to be given up, since its context has ended; nil: none is.
	Over func() bool
	// Steps counts the edges that were executed.
	Steps int64
}

type place struct {
	at     int
	thread bool
}

// New returns a runner. choices are inputs with two values, split lists the values of an address by which a
// place was split.
func New(info *scope.Info, code *interp.Code, tree *oracle.Tree, choices map[*cfa.Edge][2]uint64,
	split func(oracle.Name) []uint64) *Runner {
	p := info.Prog
	r := &Runner{info: info, code: code, tree: tree, choices: choices, split: split,
		operations: make([][]*operation, p.NumEdges), places: make([]place, len(p.Regs)),
		widths: map[*cfa.Proc][]int{}, images: map[pointsto.ObjID][]byte{},
		regions: map[oracle.Name]uint64{}, next: p.RegionOf(p.HeapBase) + 1,
		sites: make([][]*site, len(p.Procs)),
		named: make([]bool, p.NumEdges)}
	r.widths[nil] = make([]int, code.ThreadWords())
	for i, proc := range p.Procs {
		r.sites[i] = make([]*site, len(proc.Locs))
		n, _ := code.Words(proc.ID)
		r.widths[proc] = make([]int, n)
	}
	for i := range p.Regs {
		reg := &p.Regs[i]
		at, thread := code.Register(cfa.RegID(i))
		r.places[i] = place{at, thread}
		switch {
		case thread:
			r.widths[nil][at] = width(reg.Sort)
		case reg.Proc != cfa.NoProc:
			r.widths[p.Procs[reg.Proc]][at] = width(reg.Sort)
		}
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			for _, t := range cfa.Terms(e.Op) {
				r.operations[e.ID] = append(r.operations[e.ID], r.operation(t))
			}
		}
	}
	r.either = anything(1)
	r.safe = !slices.Contains(info.Checked, true)
	return r
}

func (r *Runner) place(reg cfa.RegID) (at int, thread bool) {
	p := r.places[reg]
	return p.at, p.thread
}

// image is what a static object holds at first.
func (r *Runner) image(id pointsto.ObjID) []byte {
	b, ok := r.images[id]
	if ok {
		return b
	}
	st := r.info.Points.Objects[id].Static
	if n := len(st.Init); n > 0 {
		last := st.Init[n-1]
		b = make([]byte, last.Offset+uint64(r.info.Prog.Terms.Sort(last.Value).Width()/8))
	}
	for _, in := range st.Init {
		v := r.info.Prog.Terms.ConstBig(in.Value)
		for i := range r.info.Prog.Terms.Sort(in.Value).Width() / 8 {
			var c byte
			for k := range 8 {
				c |= byte(v.Bit(8*i+k)) << k
			}
			b[in.Offset+uint64(i)] = c
		}
	}
	r.images[id] = b
	return b
}

// freed reports whether an object may be freed at all.
func (r *Runner) freed(o *object) bool { return r.info.Points.Objects[o.id].Static == nil }

// region is the region of the object that an allocation of a name makes.
func (r *Runner) region(n oracle.Name) uint64 {
	region, ok := r.regions[n]
	if !ok {
		region = r.next
		r.next++
		r.regions[n] = region
	}
	return region
}

// Safe reports whether no execution that makes these choices comes to a target, as far as that is seen
// within so many steps.
func (r *Runner) Safe(fixed map[oracle.Name]bool, limit int) bool {
	x := &execution{r: r, fixed: fixed, limit: limit, objects: map[uint64]*object{},
		index: oracle.NewIndex(r.tree), thread: r.frame(nil)}
	for n := range fixed {
		r.named[r.tree.Edge(n)] = true
	}
	r.ranges.again()
	entry := r.info.Prog.Procs[r.info.Prog.Entry]
	x.frames = []*frame{r.frame(entry)}
	how := x.until(0, scope.NoLoc)

	for n := range fixed {
		r.named[r.tree.Edge(n)] = false
	}
	r.Steps += int64(x.steps)
	return how != failed
}

// frame makes a frame of a procedure; nil: of the thread.
func (r *Runner) frame(proc *cfa.Proc) *frame {
	f := &frame{proc: proc}
	registers, all := r.code.ThreadWords(), r.code.ThreadWords()
	if proc != nil {
		f.loc, f.sites = proc.Entry, r.sites[proc.ID]
		registers, all = r.code.Words(proc.ID)
	}
	f.words, f.values = make([]uint64, all), make([]*value, registers)
	return f
}

// sorted lists the regions of the objects, ascending.
func (x *execution) sorted() []uint64 { return slices.Sorted(maps.Keys(x.objects)) }
