package schedule

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
)

// errMixed: accesses of different sizes overlap. The exploration starts again with single bytes.
var errMixed = errors.New("accesses of different sizes overlap")

// run is one execution. The machine tells it of what threads do, and it follows them through their histories,
// to which it adds what was not known.
type run struct {
	interp.Zero
	x       *explorer
	machine *interp.Machine
	threads []*position // by index
	index   map[*root]int
	current *position
	epoch   int // one more than the number of steps that others could see
	// expected, while a plan is followed, are the values to be read at places and the inputs to be taken.
	expected map[*node]*node
	inside   bool // the step that is under way is in an atomic section
	log      script
	err      error
}

// script is what makes an execution again.
type script struct {
	turns  []int // threads that made, or tried, a step
	inputs []value
	addrs  []uint64
	ids    []uint64
}

// position is where a thread is: after so many steps of a node.
type position struct {
	root           *root
	node           *node
	seg            int
	done           int    // visible steps
	last           *point // of the latest of them that matters
	spawns, allocs int
	blocked        int // the epoch in which it could make no step
	latest         map[*location]*write
	circled        int // the epoch in which it came back to an earlier state
	over           bool

	// What the step that is under way has done so far.
	cur             *node
	at              *point
	writes          []*write
	read            []*location
	started         []started
	spawned, allocd int
	lo              uint64
}

// started is a thread that is started by the step under way: if that is a section that is undone, it is not.
type started struct {
	nth  int
	proc cfa.ProcID
	args string
	id   uint64
}

// begin is called before a thread goes on.
func (p *position) begin() {
	p.cur, p.at, p.writes, p.read = p.node, nil, p.writes[:0], p.read[:0]
	p.started = p.started[:0]
	p.spawned, p.allocd = p.spawns, p.allocs
}

// step has a thread make a visible step, or as much of it as it can. Where the next edge ends the process the
// thread is over: others can do all that they could before.
func (r *run) step(t int) interp.Event {
	p := r.threads[t]
	r.current, r.inside = p, false
	p.begin()
	if r.remember(t, p) {
		p.blocked = r.epoch
		return interp.Blocked
	}
	r.log.turns = append(r.log.turns, t)
	for {
		if r.machine.Ends(t) {
			r.ends(p)
			return interp.Finished
		}
		if !r.inside {
			r.keep(t, p)
		}
		// A section that is undone has forgotten what it waited for. If it is a thread that it has started
		// itself it waits for ever.
		child, joins := r.machine.JoinOf(t)
		if joins = joins && child < len(r.threads); joins {
			if l := r.threads[child].root.end; !p.knows(l) {
				r.ask(l)
			}
		}
		ev, err := r.machine.Step(t)
		r.inside = ev == interp.Inside || ev == interp.Stopped && r.inside
		if err != nil && r.err == nil {
			r.err = err
		}
		if r.err != nil {
			return interp.Stopped
		}
		switch ev {
		case interp.Local:
			p.seg = p.from()
			p.node, p.allocs, p.spawns = p.cur, p.allocd, p.spawned
		case interp.Blocked:
			if p.blocked = r.epoch; !joins {
				r.blocks(p)
			}
			return ev
		case interp.Visible:
			r.complete(t, p)
			return ev
		case interp.Stopped:
			if r.machine.Finished(t) {
				r.complete(t, p) // it was the last one
				return ev
			}
			r.ends(p)
			return ev
		}
	}
}

// ends notes that nothing comes after what the thread has done. A section that does not end has no effect.
func (r *run) ends(p *position) {
	p.seg = p.from()
	p.node, p.over = p.cur, true
	switch o := r.machine.Outcome().Kind; {
	case o == interp.StepLimit || o == interp.MemoryLimit || o == interp.Canceled:
		p.cur.stuck = true // it is not tried again, though other executions may come further
		return
	case p.cur.next == unknown:
		p.cur.next = over
	}
	if r.inside && p.at != nil {
		r.x.blocks(p.cur)
	}
}

// from is how many steps of the current node have been made before the one that is under way.
func (p *position) from() int {
	if p.cur == p.node {
		return p.seg
	}
	return 0
}

// remember notes the state in which the thread begins a step after which nothing is known yet. If the thread
// has been in it before and done nothing since but read, it is there again.
// It reports whether that was so before in the same epoch, so that to go on is of no use now.
func (r *run) remember(t int, p *position) (again bool) {
	n := p.node
	if n.next != unknown || n.state != "" || p.seg < len(n.steps) {
		return false
	}
	r.x.key = r.x.appendThread(binary.AppendUvarint(r.x.key[:0], uint64(p.allocs)), r.machine, t)
	if at, ok := n.circles(p.seg, string(r.x.key)); ok {
		n.stuck = true // what can be found from here is found from there
		p.node, p.seg, p.done, p.last = at, len(at.steps), at.base+len(at.steps), at.last
		p.cur = at
		again = p.circled == r.epoch
		p.circled = r.epoch
		return again
	}
	n.state, n.last = string(r.x.key), p.last
	return false
}

// blocks notes that a thread could not make its step with what it has read.
func (r *run) blocks(p *position) {
	if p.cur == p.node {
		p.node.stuck = true
		return
	}
	r.x.blocks(p.cur)
}

// complete ends a visible step.
func (r *run) complete(t int, p *position) {
	for _, s := range p.started {
		child := r.x.thread(p.root, s.nth, s.proc, s.args, s.id)
		r.write(child.begin, value{1})
		r.start(child)
	}
	if r.machine.Finished(t) {
		r.write(p.root.end, value{p.lo})
		p.over = true
	}
	seg := p.from()
	switch {
	case seg < len(p.cur.steps):
		r.compare(p, p.cur.steps[seg].writes)
		p.at = p.cur.steps[seg].at
	default:
		if p.at == nil && len(p.writes) > 0 {
			p.at = r.x.newPoint(p)
		}
		s := step{at: p.at}
		for _, w := range p.writes {
			w.node, w.at = p.cur, p.at
			w.prev = p.latest[w.loc]
			s.writes = append(s.writes, w)
		}
		p.cur.steps, p.cur.state = append(p.cur.steps, s), ""
		for _, w := range s.writes {
			r.x.wrote(w)
		}
	}
	for _, w := range p.cur.steps[seg].writes {
		p.latest[w.loc] = w
	}
	if p.over {
		p.cur.next = over
	}
	if len(p.writes) > 0 {
		r.epoch++
	}
	p.node, p.seg = p.cur, seg+1
	p.done++
	p.spawns, p.allocs = p.spawned, p.allocd
	if p.at != nil {
		p.last = p.at
	}
}

// compare checks that a step that is known was made as it was before.
func (r *run) compare(p *position, known []*write) {
	same := len(known) == len(p.writes)
	for i := 0; same && i < len(known); i++ {
		same = known[i].loc == p.writes[i].loc && known[i].value == p.writes[i].value
	}
	if !same {
		r.diverge("a thread writes other values than before")
	}
}

func (r *run) diverge(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("an execution does not go as planned: "+format, args...)
	}
}

// ask notes which place is read next.
func (r *run) ask(l *location) {
	p := r.current
	n := p.cur
	switch {
	case n.next == unknown:
		n.inside = p.at != nil
		if p.at == nil {
			p.at = r.x.newPoint(p)
		}
		n.next, n.loc, n.at, n.own = reads, l, p.at, p.latest[l]
		r.x.asked(n)
	case n.next != reads || n.loc != l:
		r.diverge("a thread reads another place than before")
	}
	p.at = n.at
}

// knows reports whether the step under way has read or written a place.
func (p *position) knows(l *location) bool {
	return slices.Contains(p.read, l) ||
		slices.ContainsFunc(p.writes, func(w *write) bool { return w.loc == l })
}

// reads notes that a value was read.
func (r *run) reads(l *location, v value) {
	p := r.current
	if p.knows(l) {
		return
	}
	p.read = append(p.read, l)
	if r.ask(l); r.err == nil {
		r.follow(v)
	}
}

// follow goes on to the history with a value.
func (r *run) follow(v value) {
	p := r.current
	c := p.cur.child(v)
	if c == nil {
		c = r.x.newNode(p.cur, v)
	}
	if want := r.expected[p.cur]; want != nil && want != c {
		r.diverge("a thread reads %d instead of %d", v, want.value)
	}
	c.explored = true
	p.cur = c
}

func (r *run) write(l *location, v value) {
	p := r.current
	for _, w := range p.writes {
		if w.loc == l {
			w.value = v
			return
		}
	}
	p.writes = append(p.writes, &write{loc: l, value: v})
}
