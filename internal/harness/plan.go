package harness

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// entry is one step of the schedule of the C program.
type entry struct {
	thread int
	site   int  // number of the hook; endSite: the thread's end
	stuck  bool // the thread comes here and never goes on
	step   int  // index in Trace.Steps
}

const endSite = -1

// firstID is the id of the initial thread; interp says so.
const firstID = 1

// input is a value that the trace chooses.
type input struct {
	thread, site int
	lo, hi       uint64
}

// content is the chosen initial content of a byte.
type content struct {
	thread, site, times int
	offset              uint64
	value               byte
}

// ending says how the execution ends.
type ending uint8

const (
	endsNormally ending = iota // the program ends by itself
	endsFailing                // an assertion fails, an operation overflows
	endsInRace                 // the last entry conflicts with the one before it
	endsInDeadlock
	endsUndefined // what comes next is undefined behaviour
	endsAssuming  // an assumption does not hold
	endsCut       // it would go on, but is not followed further
)

// plan is what the C program does at its hooks.
type plan struct {
	src     *c.Instrumented
	tr      *trace.Trace
	ops     map[cfa.EdgeID]*cfa.Edge
	number  []int    // of the hooks by site
	sites   []int    // by number, from 1
	names   []string // of the threads
	entries []entry
	parts   map[int]int // entries by those of their steps that are not the first
	inputs  []input
	bytes   []content
	ids     []uint64 // of the threads
	args    []string // of the entry function
	last    int      // the thread that runs after the schedule; -1: none
	end     ending
	aborts  bool // the program ends by a failed assertion that is not the property
	// undefined is what the violation rests on, with places.
	undefined []string
}

// Refusal says why a trace cannot be replayed natively.
type Refusal struct {
	Where, What string
}

// Error tells the place and the reason.
func (r *Refusal) Error() string {
	if r.Where == "" {
		return r.What
	}
	return r.Where + ": " + r.What
}

// access is a load or store of the trace.
type access struct {
	step, thread int
	addr, size   uint64
	write        bool
	site         int // -1: none
	section      int
}

// newPlan works out the schedule. The steps of tr are filled in.
func newPlan(src *c.Instrumented, tr *trace.Trace) (*plan, error) {
	p, err := emptyPlan(src, tr)
	if err != nil {
		return nil, err
	}
	for i := range tr.Steps {
		if s := &tr.Steps[i]; s.Kind == trace.KindJump && s.Visible {
			return nil, &Refusal{where(s), s.Message + " were not executed one by one"}
		}
	}
	list := p.accesses()
	p.enumerate(p.wanted(list, true))
	return p, p.complete(list)
}

// emptyPlan is a plan without hooks.
func emptyPlan(src *c.Instrumented, tr *trace.Trace) (*plan, error) {
	p := &plan{src: src, tr: tr, ops: map[cfa.EdgeID]*cfa.Edge{}, parts: map[int]int{}, last: -1}
	for _, proc := range src.Program().Procs {
		for _, e := range proc.Edges {
			p.ops[e.ID] = e
		}
	}
	for i := range tr.Steps {
		if p.ops[tr.Steps[i].Origin] == nil {
			return nil, &Refusal{What: fmt.Sprintf("step %d of the trace is of another program", i)}
		}
	}
	return p, nil
}

// complete works out the schedule and the inputs, when the hooks have numbers.
func (p *plan) complete(list []access) error {
	if err := p.schedule(); err != nil {
		return err
	}
	if err := p.check(list); err != nil {
		return err
	}
	return p.choices()
}

// site is the site of a step, or -1.
func (p *plan) site(s *trace.Step) int {
	if i, ok := p.src.SiteOf(s.Origin); ok {
		return i
	}
	return -1
}

func (p *plan) refuse(s *trace.Step, format string, args ...any) error {
	where := s.UserWhere
	if where == "" {
		where = s.Where
	}
	return &Refusal{where, fmt.Sprintf(format, args...)}
}

func (p *plan) accesses() []access {
	var out []access
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if s.Kind != trace.KindLoad && s.Kind != trace.KindStore || s.Value == nil {
			continue
		}
		out = append(out, access{step: i, thread: s.Thread, addr: s.Addr, size: uint64(s.Value.Width / 8),
			write: s.Kind == trace.KindStore, site: p.site(s), section: s.Section})
	}
	return out
}

// wanted says which sites get a hook: accesses of memory that several threads use in this execution, and,
// if unreached is set, those that it does not reach; all other steps.
func (p *plan) wanted(list []access, unreached bool) []bool {
	const several = -1
	owner := make(map[uint64]int)
	for _, a := range list {
		for b := range a.size {
			if t, ok := owner[a.addr+b]; ok && t != a.thread {
				owner[a.addr+b] = several
			} else if !ok {
				owner[a.addr+b] = a.thread
			}
		}
	}
	sites := p.src.Sites()
	reached, shared := make([]bool, len(sites)), make([]bool, len(sites))
	for _, a := range list {
		if a.site < 0 {
			continue
		}
		reached[a.site] = true
		for b := range a.size {
			shared[a.site] = shared[a.site] || owner[a.addr+b] == several
		}
	}
	violation := -1
	if i, ok := p.src.SiteOf(p.tr.Violation.Origin); ok {
		violation = i
	}
	wanted := p.wantedInits()
	keep := make([]bool, len(sites))
	for i, s := range sites {
		switch s.Kind {
		case c.SiteLoad, c.SiteStore:
			// What the library keeps for itself is in no trace.
			keep[i] = shared[i] || unreached && !reached[i] && !s.Model
		case c.SiteStep:
			keep[i] = true
		case c.SiteInput:
			keep[i] = !s.Unset || wanted[i]
		case c.SiteObject:
			keep[i] = wanted[i]
		case c.SiteViolation:
			keep[i] = i == violation
		}
	}
	return keep
}

// enumerate gives numbers to the sites that get a hook.
func (p *plan) enumerate(keep []bool) {
	p.number, p.sites = make([]int, len(keep)), nil
	for i, k := range keep {
		if k {
			p.sites = append(p.sites, i)
			p.number[i] = len(p.sites)
		}
	}
}

// wantedInits are the variables and objects whose content is read before it is written.
func (p *plan) wantedInits() map[int]bool {
	out := make(map[int]bool)
	for _, in := range p.tr.Inputs {
		if i, ok := p.src.SiteOf(in.Origin); ok && in.Thread >= 0 && in.Kind == trace.Havoc {
			out[i] = true
		}
	}
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if i, ok := p.src.SiteOf(s.Origin); ok && s.Kind == trace.KindInput && s.Value != nil &&
			s.Value.Bits|s.Value.High != 0 {
			out[i] = true
		}
	}
	for _, b := range p.initialBytes() {
		out[b.site] = true
	}
	return out
}

// schedule makes the entries.
func (p *plan) schedule() error {
	steps := p.tr.Steps
	ended, joined := map[int]bool{}, map[int]bool{}
	p.ids = []uint64{firstID}
	for i := range steps {
		s := &steps[i]
		if s.Kind == trace.KindExit {
			joined[s.Thread] = true
		}
	}
	add := func(i int) error {
		s := &steps[i]
		site := p.site(s)
		if site < 0 || p.number[site] == 0 {
			if s.Kind == trace.KindBegin {
				return nil // what it does is looked at like other accesses without a hook
			}
			return p.refuse(s, "this %s has no place for a hook", s.Kind)
		}
		p.entries = append(p.entries, entry{thread: s.Thread, site: p.number[site], step: i})
		return nil
	}
	for i := range steps {
		s := &steps[i]
		var err error
		switch s.Kind {
		case trace.KindLoad, trace.KindStore:
			switch site := p.site(s); {
			case s.Section != 0 || site < 0 || p.number[site] == 0:
			case p.src.Sites()[site].Kind == c.SiteStep && !p.src.Begins(s.Origin):
				p.part(i, p.number[site])
			default:
				err = add(i)
			}
		case trace.KindBegin:
			err = add(i)
		case trace.KindSpawn:
			if s.Value != nil {
				p.ids = append(p.ids, s.Value.Bits)
			}
			if s.Section == 0 {
				err = add(i)
			}
		case trace.KindJoin:
			if !joined[s.Child] && !ended[s.Child] {
				ended[s.Child] = true
				p.entries = append(p.entries, entry{thread: s.Child, site: endSite, step: i})
			}
			if s.Section == 0 {
				err = add(i)
			}
		case trace.KindExit:
			if p.endsProcess(i) {
				p.end, p.last = endsNormally, s.Thread
				return nil
			}
			ended[s.Thread] = true
			p.entries = append(p.entries, entry{thread: s.Thread, site: endSite, step: i})
			p.last = s.Thread
		case trace.KindDeadlock:
			site := p.site(s)
			if site < 0 || p.number[site] == 0 {
				return p.refuse(s, "a thread waits here for ever, where there is no place for a hook")
			}
			p.end, p.last = endsInDeadlock, -1
			p.entries = append(p.entries, entry{thread: s.Thread, site: p.number[site], stuck: true, step: i})
		case trace.KindViolation:
			p.end, p.last = endsFailing, s.Thread
			if property.Join(property.ValidDeref, property.ValidFree).Covers(p.tr.Property) {
				p.end = endsUndefined
			}
		case trace.KindUB:
			p.end, p.last = endsUndefined, s.Thread
		}
		if err != nil {
			return err
		}
	}
	if p.tr.Property == property.NoDataRace && p.tr.Violation != trace.NoViolation {
		return p.race()
	}
	return nil
}

// part notes that a step is made with the entry that its thread has come to last, if that is one of the same
// site.
func (p *plan) part(step, number int) {
	for i := len(p.entries) - 1; i >= 0; i-- {
		if e := p.entries[i]; e.thread == p.tr.Steps[step].Thread {
			if e.site == number {
				p.parts[step] = i
			}
			return
		}
	}
}

// endsProcess reports whether a step that ends a thread ends the program.
func (p *plan) endsProcess(i int) bool {
	if i != len(p.tr.Steps)-1 {
		return false
	}
	switch op := p.ops[p.tr.Steps[i].Origin].Op.(type) {
	case cfa.Exit:
		if op.Kind == cfa.ExitProcess && p.src.AssertionAt(p.tr.Steps[i].Origin) {
			p.aborts = true
		}
		return op.Kind == cfa.ExitProcess
	case cfa.Return:
		return p.tr.Steps[i].Thread == 0
	}
	return false
}

// race checks that the last two entries are the accesses of the race.
func (p *plan) race() error {
	r, ok := trace.FindRace(p.tr)
	if !ok {
		return &Refusal{What: "the accesses of the race are not in the trace"}
	}
	p.end, p.last = endsInRace, r.Second.Thread
	n := len(p.entries)
	is := func(e entry, a trace.RaceAccess) bool {
		s := &p.tr.Steps[e.step]
		return e.thread == a.Thread && e.site != endSite &&
			(s.Key == a.Step.Key || a.Step.Section != 0 && s.Section == a.Step.Section)
	}
	if n < 2 || !is(p.entries[n-2], r.First) || !is(p.entries[n-1], r.Second) {
		return &Refusal{r.Second.Where, "an access of the race has no place for a hook"}
	}
	return nil
}
