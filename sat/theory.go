package sat

import "context"

// Theory decides what a conjunction of literals means beyond the clauses (DPLL(T): Nieuwenhuis, Oliveras and
// Tinelli, JACM 2006; the shape of the interface is close to IPASIR-UP, Fazekas et al., SAT 2023).
//
// The solver calls, in this order and as often as needed: Assign for every observed literal that became true,
// in trail order; Propagate when unit propagation is complete; Explain for a literal that the theory implied,
// only if conflict analysis needs its reason, while the literal is still assigned; Backtrack when assignments
// are undone; FinalCheck when all variables have values. Consequences are told through the [Search], which is
// only valid inside the callback.
type Theory interface {
	// Assign says that l, of an observed variable, is true since the given
	// decision level. It must not use the solver.
	Assign(l Lit, level int)

	// Propagate looks for consequences of what was assigned.
	Propagate(s *Search)

	// Explain appends to buf the further literals of the clause that implied
	// l under the tag given to [Search.Imply]: all were false before l was
	// implied. The clause l or them must hold in the theory.
	Explain(l Lit, tag uint32, buf []Lit) []Lit

	// Backtrack says that all assignments above the level are undone.
	Backtrack(level int)

	// FinalCheck decides a complete assignment. If it neither adds a clause nor implies nor finds a conflict
	// nor calls [Search.GiveUp], the assignment is a model.
	FinalCheck(s *Search)
}

// Decider is an optional capability of a [Theory].
type Decider interface {
	// Decide suggests an unassigned literal to make true next, or 0.
	Decide(s *Search) Lit
}

// Phaser is an optional capability of a [Theory] that has a solution of what is assigned so far: a variable
// that the solver decides gets the value that it has there, which contradicts nothing.
type Phaser interface {
	// Phase returns the value of an observed variable in the solution, or Undef to leave it to the solver.
	Phase(v Var) Tri
}

// Search is what a theory may ask and tell during a callback.
type Search struct {
	s      *Solver
	ctx    context.Context // of the running Solve
	theory int
	confl  bool // a conflict was found
	news   bool // anything was told
	giveUp bool
}

// theoryState is the solver's side of the theories.
type theoryState struct {
	list     []Theory
	deciders []int    // indices of those that are a Decider
	phasers  []int    // indices of those that are a Phaser
	observed []uint32 // by variable: bit set of theories
	tags     []uint32 // by variable: tag of the implying theory
	head     int      // next trail position to tell
	deepest  int      // highest level that a theory knows of
	fresh    bool     // Propagate is due though nothing was assigned
	late     []lateLit
	axiom    []Lit // the theory conflict at hand, for the proof
	search   Search
}

const maxTheories = 32

// AddTheory attaches a theory. It belongs at the start, before any Solve.
func (s *Solver) AddTheory(t Theory) {
	th := &s.core.theory
	if len(th.list) == maxTheories {
		panic("sat: too many theories")
	}
	s.reset()
	if th.tags == nil {
		th.tags = make([]uint32, len(s.core.trail.vars))
		th.observed = make([]uint32, len(s.core.trail.vars))
	}
	if _, ok := t.(Decider); ok {
		th.deciders = append(th.deciders, len(th.list))
	}
	if _, ok := t.(Phaser); ok {
		th.phasers = append(th.phasers, len(th.list))
	}
	th.list = append(th.list, t)
}

// Observe asks that a theory be told when v is assigned. Call it between solves; a theory uses
// [Search.Observe] in its callbacks. If v already has a value, the theory is told at the next solve.
func (s *Solver) Observe(t Theory, v Var) {
	for i, other := range s.core.theory.list {
		if other == t {
			s.reset()
			if s.ext.eliminated(v) {
				s.ext.restore(v)
				s.core.addRestored()
			}
			s.observe(i, v)
			return
		}
	}
	panic("sat: Observe of an unknown theory")
}

func (s *Solver) observe(theory int, v Var) {
	th := &s.core.theory
	if th.observed[v]&(1<<theory) != 0 {
		return
	}
	th.observed[v] |= 1 << theory
	if val := s.core.trail.vals[v.Pos()]; val != Undef && int(s.core.trail.vars[v].trail) < th.head {
		// The theory missed it: it learns of it at the level at hand, and
		// again whenever that is undone while the value stays.
		l := MkLit(v, val == False)
		th.list[theory].Assign(l, max(th.deepest, 0))
		if int(s.core.trail.vars[v].level) < th.deepest {
			th.late = append(th.late, lateLit{theory, l})
		}
	}
}

// lateLit is a literal that a theory began to observe after its assignment.
type lateLit struct {
	theory int
	lit    Lit
}

func (th *theoryState) active() bool  { return len(th.list) > 0 }
func (th *theoryState) decides() bool { return len(th.deciders) > 0 }

// newVar makes room for a variable.
func (th *theoryState) newVar() {
	if th.tags != nil {
		th.tags = append(th.tags, 0)
		th.observed = append(th.observed, 0)
	}
}

// backtrack follows a jump of the solver.
func (th *theoryState) backtrack(t *trail, to int) {
	th.head = min(th.head, len(t.lits))
	if th.deepest > to {
		th.deepest = to
		for _, x := range th.list {
			x.Backtrack(to)
		}
		th.tellLate(t, to)
	}
}

// tellLate repeats the literals that were told late and still hold.
func (th *theoryState) tellLate(t *trail, to int) {
	j := 0
	for _, x := range th.late {
		d := t.vars[x.lit>>1]
		if t.vals[x.lit] != True || int(d.level) > to || int(d.trail) >= th.head {
			continue // undone
		}
		th.list[x.theory].Assign(x.lit, to)
		if int(d.level) < to {
			th.late[j] = x
			j++
		}
	}
	th.late = th.late[:j]
}

// phase returns the literal of v to decide: what a theory says, else the given one.
func (th *theoryState) phase(v Var, l Lit) Lit {
	for _, i := range th.phasers {
		if th.observed[v]&(1<<i) == 0 {
			continue
		}
		if p := th.list[i].(Phaser).Phase(v); p != Undef {
			return MkLit(v, p != True)
		}
	}
	return l
}

// decide asks the theories for a decision.
func (th *theoryState) decide(s *Solver) Lit {
	for _, i := range th.deciders {
		s.callback(i)
		l := th.list[i].(Decider).Decide(&s.core.theory.search)
		if l != 0 && s.core.trail.vals[l] == Undef {
			return l
		}
	}
	return 0
}
