package axioms

import "whittle.dev/internal/cfa"

// Kind is what an event does.
type Kind uint8

// The kinds of events. A Sync is the creation of a thread, its first or last event, or a join: it orders
// what comes before it in its thread before what comes after it, in every model.
const (
	Read Kind = iota
	Write
	Fence
	Sync
)

// Initial is the thread of the writes that give places their first values.
const Initial = -1

// None stands for the event or place that there is not.
const None = -1

// Event is an event of a graph.
type Event struct {
	Thread int // Initial, or the number of a thread
	Kind   Kind
	Order  cfa.Order // Plain: not atomic
	Place  int       // an index of Graph.Writes, of reads and writes
	From   int       // the write that a read reads from
	Pair   int       // the other half of an atomic read-modify-write, or None
	Failed bool      // a read that would have been half of one: of a compare-exchange that fails
}

// Graph is an execution graph: concrete, and complete or closed under sb and rf.
type Graph struct {
	Events []Event  // those of a thread in its program order, sources before the reads of them
	Writes [][]int  // by place: its writes in coherence order, the initial one first
	Orders [][2]int // from the creation of a thread to its first event, from its last one to the join
}

// acquires reports whether what comes after a read or fence sees what its source released.
func (e *Event) acquires() bool {
	switch e.Order {
	case cfa.Consume, cfa.Acquire, cfa.AcqRel, cfa.SeqCst:
		return e.Kind == Read || e.Kind == Fence
	}
	return false
}

// releases reports whether a write or fence publishes what comes before it.
func (e *Event) releases() bool {
	switch e.Order {
	case cfa.Release, cfa.AcqRel, cfa.SeqCst:
		return e.Kind == Write || e.Kind == Fence
	}
	return false
}

// relations are the relations of a graph from which the models are made.
type relations struct {
	*Graph
	sb relation // transitive; without the initial writes, which nothing precedes in any relation
	po relation // sb within threads
	rf relation
	mo relation // transitive
	rb relation
}

func relate(g *Graph) *relations {
	n := len(g.Events)
	r := &relations{Graph: g, sb: empty(n), rf: empty(n), mo: empty(n), rb: empty(n)}
	for b := range g.Events {
		for a := range b {
			if g.Events[a].Thread == g.Events[b].Thread && g.Events[a].Thread != Initial {
				r.sb.add(a, b)
			}
		}
	}
	r.po = r.sb.copy()
	for _, o := range g.Orders {
		r.sb.add(o[0], o[1])
	}
	r.sb.close()
	for _, ws := range g.Writes {
		for i, a := range ws {
			for _, b := range ws[i+1:] {
				r.mo.add(a, b)
			}
		}
	}
	for b := range g.Events {
		if e := &g.Events[b]; e.Kind == Read {
			r.rf.add(e.From, b)
			r.rb.merge(b, r.mo, e.From)
		}
	}
	return r
}

// same keeps the pairs of accesses to one place.
func (r *relations) same(x relation) relation {
	return x.filter(func(a, b int) bool { return r.samePlace(a, b) })
}

// other keeps the pairs that are not two accesses to one place.
func (r *relations) other(x relation) relation {
	return x.filter(func(a, b int) bool { return !r.samePlace(a, b) })
}

func (r *relations) samePlace(a, b int) bool {
	return r.access(a) && r.access(b) && r.Events[a].Place == r.Events[b].Place
}

func (r *relations) access(a int) bool { return r.Events[a].Kind <= Write }

// atomic is the axiom of read-modify-writes: a write follows in mo the write that its read reads from.
func (r *relations) atomic() bool {
	for _, ws := range r.Writes {
		for i, w := range ws {
			if p := r.Events[w].Pair; p != None && (i == 0 || r.Events[p].From != ws[i-1]) {
				return false
			}
		}
	}
	return true
}
