package pdr

import (
	"container/heap"
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// The search is property directed reachability (A. R. Bradley, "SAT-Based Model Checking without Unrolling",
// VMCAI 2011; N. Eén, A. Mishchenko, R. Brayton, FMCAD 2011) with a sequence of frames for each location. The
// frame k of a location contains all states that are reached there within k steps. A state from which a goal
// is reached is an obligation: to show that it is not reached within k steps. It is met by a clause that
// separates it from what the frames k-1 lead to, or it has a predecessor in one of these, a new obligation.
//
// With implicit abstraction (A. Cimatti, A. Griggio, S. Mover, S. Tonetta, "IC3 Modulo Theories via Implicit
// Predicate Abstraction", TACAS 2014) states are told apart by predicates alone: an obligation is the set of
// all states that agree on them, and the clauses consist of predicates. That frames do not lead to it is a
// question about concrete steps, as before, since a frame says nothing but which values of predicates are
// possible. A chain of obligations from an initial state is then an abstract path, which may have no
// concrete one; refine finds predicates that exclude it. If predicates are the bits of the state, the search
// is ordinary IC3 and each chain is a path.

// search is one run.
type search struct {
	*asker
	cfg   Config
	count *counters
	emit  func(engine.Event)
	depth int // the number of the last frame
	queue obligations
	made  int // obligations
}

// obligation is a cube to be shown unreachable.
type obligation struct {
	loc   int
	cube  cube
	level int // steps within which it is not to be reached
	// edge leads from a state of the cube to the obligation next, which is nil if it leads to a goal.
	edge   int
	next   *obligation
	number int
}

// chain is an abstract path: edges from an initial state to a goal.
type chain struct {
	locs  []int
	edges []int
	cubes []cube // before each edge
}

func (o *obligation) chain() *chain {
	var c chain
	for ; o != nil; o = o.next {
		c.locs = append(c.locs, o.loc)
		c.edges = append(c.edges, o.edge)
		c.cubes = append(c.cubes, o.cube)
	}
	return &c
}

// obligations is a heap: the lowest level first, and of one level the latest.
type obligations []*obligation

func (q obligations) Len() int { return len(q) }
func (q obligations) Less(i, j int) bool {
	return q[i].level < q[j].level || q[i].level == q[j].level && q[i].number > q[j].number
}
func (q obligations) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *obligations) Push(x any)   { *q = append(*q, x.(*obligation)) }
func (q *obligations) Pop() any {
	last := len(*q) - 1
	o := (*q)[last]
	*q = (*q)[:last]
	return o
}

func newSearch(ctx context.Context, g *flow.Graph, solver smt.Solver, cfg Config, count *counters) (*search,
	error) {
	a, err := newAsker(ctx, g, solver)
	if err != nil {
		return nil, err
	}
	return &search{asker: a, cfg: cfg, count: count}, nil
}

// run looks for a chain to a goal, or for frames that no step leaves: then it returns nil, and proven is the
// level from which on blocked cubes are an invariant. After a chain it may be called again, with more
// predicates.
func (s *search) run() (c *chain, proven int, err error) {
	for {
		if c, err := s.strengthen(); c != nil || err != nil {
			return c, 0, err
		}
		s.depth++
		if proven, err := s.propagate(); proven > 0 || err != nil {
			return nil, proven, err
		}
		s.count.frames = s.depth
		s.emit(engine.Event{Stage: "deepen", Bound: s.depth, Fact: s.count.fact()})
	}
}

// strengthen blocks every state of the last frames from which an edge leads to a goal.
func (s *search) strengthen() (*chain, error) {
	for loc := range s.g.Locs {
		for _, edge := range s.g.Locs[loc].Exits {
			for {
				exits, err := s.exits(edge, s.depth)
				if err != nil {
					return nil, err
				}
				if !exits {
					break
				}
				o, err := s.predecessor(edge, nil, s.depth, nil)
				if err != nil {
					return nil, err
				}
				if c, err := s.meet(o); c != nil || err != nil {
					return c, err
				}
			}
		}
	}
	return nil, nil
}

// predecessor makes an obligation of the model of the solver, in which an edge leads into a cube, or to a
// goal.
func (s *search) predecessor(edge int, into cube, level int, next *obligation) (*obligation, error) {
	loc := s.g.Edges[edge].From
	c := s.minterm(loc)
	c, err := s.lift(edge, c, into)
	if err != nil {
		return nil, err
	}
	s.made++
	s.count.obligations++
	return &obligation{loc: loc, cube: c, level: level, edge: edge, next: next, number: s.made}, nil
}

// meet meets an obligation and those that come of it, or returns a chain from an initial state.
func (s *search) meet(first *obligation) (*chain, error) {
	s.queue = obligations{first}
	for len(s.queue) > 0 {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		o := heap.Pop(&s.queue).(*obligation)
		if o.level == 0 {
			return o.chain(), nil
		}
		meets, _, err := s.meetsInit(o.loc, o.cube)
		if err != nil {
			return nil, err
		}
		if meets {
			return o.chain(), nil
		}
		if s.places[o.loc].excluded(o.cube, o.level) {
			s.later(o)
			continue
		}
		r, err := s.reach(o.loc, o.cube, o.level)
		if err != nil {
			return nil, err
		}
		if r.edge >= 0 {
			p, err := s.predecessor(r.edge, o.cube, o.level-1, o)
			if err != nil {
				return nil, err
			}
			heap.Push(&s.queue, p)
			heap.Push(&s.queue, o)
			continue
		}
		if err := s.exclude(o.loc, r.core, o.level, 0); err != nil {
			return nil, err
		}
		s.later(o)
	}
	return nil, nil
}

// later asks for an obligation that is met once more with one step more, up to the last frame.
func (s *search) later(o *obligation) {
	if o.level < s.depth {
		again := *o
		again.level++
		heap.Push(&s.queue, &again)
	}
}

// reached is the answer of reach: an edge that leads into the cube, or -1 and a cube that contains it, has no
// initial state and is not led into either.
type reached struct {
	edge int
	core cube
}

// reach asks whether a step leads from the frames of level-1 into a cube that has no initial state, from
// outside of it.
func (s *search) reach(loc int, c cube, level int) (reached, error) {
	var core []term.Term
	for _, edge := range s.g.Locs[loc].In {
		enters, part, err := s.enters(edge, c, level-1, true)
		if err != nil {
			return reached{}, err
		}
		if enters {
			return reached{edge: edge}, nil
		}
		core = append(core, part...)
	}
	small := newCube(core)
	meets, _, err := s.meetsInit(loc, small)
	if err != nil {
		return reached{}, err
	}
	if meets {
		_, apart, err := s.meetsInit(loc, c)
		if err != nil {
			return reached{}, err
		}
		small = newCube(append(core, apart...))
	}
	return reached{edge: -1, core: small}, nil
}

// propagate moves blocked cubes to the next level where that holds. If a level has none left in any location,
// the frames after it are an invariant, and it returns the level after it.
func (s *search) propagate() (proven int, err error) {
	for level := 1; level < s.depth; level++ {
		left := false
		for loc, p := range s.places {
			if level >= len(p.blocked) {
				continue
			}
			for _, c := range append([]cube(nil), p.blocked[level]...) {
				leads, core, err := s.leads(loc, c, level)
				if err != nil {
					return 0, err
				}
				if leads {
					left = true
					continue
				}
				if err := s.block(loc, core, level+1); err != nil {
					return 0, err
				}
			}
		}
		if !left {
			return level + 1, nil
		}
	}
	return 0, nil
}

// leads asks whether the frames of a level lead into a cube that is blocked there; if not, core contains it
// and can be blocked at the next one.
func (s *search) leads(loc int, c cube, level int) (leads bool, core cube, err error) {
	r, err := s.reach(loc, c, level+1)
	return r.edge >= 0, r.core, err
}
