package liveness

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// spoil is a way to corrupt what was explored. It reports whether there was something to corrupt.
type spoil struct {
	kind string
	// broken: what is left is no graph of executions.
	broken bool
	change func(r *rand.Rand, s *search) bool
}

// anEdge calls do with an edge that an execution can take for ever, for which it reports that it was changed.
func anEdge(r *rand.Rand, s *search, do func(n *node, e *edge) bool) bool {
	for _, i := range r.Perm(len(s.nodes)) {
		n := &s.nodes[i]
		for _, k := range r.Perm(len(n.edges)) {
			if i > 0 && do(n, &n.edges[k]) {
				return true
			}
		}
	}
	return false
}

// turnTo gives a thread that makes no step, or makes none any more, another turn in a state in which another
// one can go on.
func turnTo(old, turn multistate.Turn) func(r *rand.Rand, s *search) bool {
	return func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(n *node, _ *edge) bool {
			i := slices.IndexFunc(n.turns, func(t multistate.Turn) bool { return t == old })
			if i < 0 || !slices.ContainsFunc(n.turns[i+1:], func(t multistate.Turn) bool {
				return t == multistate.Runs
			}) {
				return false
			}
			n.turns[i] = turn
			n.edges = slices.DeleteFunc(n.edges, func(o edge) bool { return int(o.thread) == i })
			return true
		})
	}
}

var spoils = []spoil{
	{"a step leads to no state", true, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(_ *node, e *edge) bool { e.to = int32(len(s.nodes)); return true })
	}},
	{"a step leads before the beginning", true, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(_ *node, e *edge) bool { e.to = 0; return true })
	}},
	{"the last state is missing", true, func(_ *rand.Rand, s *search) bool {
		s.nodes = s.nodes[:len(s.nodes)-1]
		return true
	}},
	{"a step of a thread that has ended", true, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(n *node, e *edge) bool { e.thread = observer; return !n.inside })
	}},
	{"the last state does not stay", true, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(n *node, e *edge) bool {
			if e.thread != nobody {
				return false
			}
			n.edges = nil
			return true
		})
	}},
	{"a step is missing", false, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(n *node, e *edge) bool {
			if e.thread == nobody {
				return false
			}
			n.edges = slices.DeleteFunc(n.edges, func(o edge) bool { return o == *e })
			return true
		})
	}},
	{"a step leads back", false, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(_ *node, e *edge) bool {
			e.to = 1 + r.Int32N(e.to)
			return true
		})
	}},
	{"a step leads elsewhere", false, func(r *rand.Rand, s *search) bool {
		return anEdge(r, s, func(_ *node, e *edge) bool {
			e.to = 1 + r.Int32N(int32(len(s.nodes)-1))
			return true
		})
	}},
	{"a state has another value", false, func(r *rand.Rand, s *search) bool {
		if len(s.automaton.Atoms) == 0 {
			return false
		}
		s.nodes[1+r.IntN(len(s.nodes)-1)].letter ^= 1 << r.IntN(len(s.automaton.Atoms))
		return true
	}},
	{"all states have another value", false, func(r *rand.Rand, s *search) bool {
		for i := range s.nodes {
			s.nodes[i].letter ^= 1
		}
		return len(s.automaton.Atoms) > 0
	}},
	{"a step can be told no more", false, func(r *rand.Rand, s *search) bool {
		return s.task.Temporal.Formula == nil && anEdge(r, s, func(_ *node, e *edge) bool {
			e.acts = multistate.Looks
			return e.thread != nobody
		})
	}},
	{"a thread that can go on waits", false, turnTo(multistate.Runs, multistate.Waits)},
	{"a thread that waits can go on", false, turnTo(multistate.Waits, multistate.Runs)},
	{"a thread that waits for the end of another one does not", false,
		turnTo(multistate.Joins, multistate.Waits)},
	{"a thread that has ended can go on", false, turnTo(multistate.Ended, multistate.Runs)},
	{"the automaton takes every letter on an edge", false, func(r *rand.Rand, s *search) bool {
		q := r.IntN(max(1, len(s.automaton.Edges)))
		if len(s.automaton.Edges) == 0 || len(s.automaton.Edges[q]) == 0 {
			return false
		}
		s.automaton.Edges[q][r.IntN(len(s.automaton.Edges[q]))].Label = ltl.Cube{}
		return true
	}},
	{"the automaton accepts by fewer marks", false, func(r *rand.Rand, s *search) bool {
		s.automaton.Marks = max(0, s.automaton.Marks-1)
		for _, edges := range s.automaton.Edges {
			for i := range edges {
				edges[i].Marks &= 1<<s.automaton.Marks - 1
			}
		}
		return true
	}},
}

// spoilt is a copy with a change; nil: there was nothing to change.
func (s *search) spoilt(r *rand.Rand, change func(r *rand.Rand, s *search) bool) *search {
	x, a := *s.explorer, *s.automaton
	x.nodes = slices.Clone(x.nodes)
	for i := range x.nodes {
		x.nodes[i].edges, x.nodes[i].turns = slices.Clone(x.nodes[i].edges), slices.Clone(x.nodes[i].turns)
	}
	a.Edges = slices.Clone(a.Edges)
	for i := range a.Edges {
		a.Edges[i] = slices.Clone(a.Edges[i])
	}
	q := &search{explorer: &x, automaton: &a}
	if len(x.nodes) < 3 || !change(r, q) {
		return nil
	}
	return q
}

// takes reports whether the check takes a proof.
func (s *search) takes(t *testing.T) bool {
	t.Helper()
	c, err := s.proof().Check(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.Checked
}

// recurs reports whether the search finds what recurs; open: only in an atomic section.
func (s *search) recurs(t *testing.T) (found, open bool) {
	t.Helper()
	p, err := newProduct(t.Context(), &s.graph, s.automaton)
	if err != nil {
		t.Fatal(err)
	}
	for _, p.waiting = range s.questions() {
		list, _, section := p.recurring(s.task.Temporal.Fairness)
		found, open = found || len(list) > 0, open || section
	}
	return found, open
}

// walks reports whether a random walk shows an execution of which a formula does not hold. What is fair is
// read off the walk, and the formula evaluated in it.
func (s *search) walks(r *rand.Rand, f *ltl.Formula) bool {
	const walks, length = 8, 40
	for range walks {
		var visits []int32
		var steps []edge
		var letters []uint64
		at := s.nodes[0].edges[r.IntN(len(s.nodes[0].edges))].to
		for len(visits) < length && len(s.nodes[at].edges) > 0 {
			back := slices.Index(visits, at)
			if back >= 0 && s.fair(visits[back:], steps[back:]) &&
				!f.Holds(letters[:back], letters[back:]) {
				return true
			}
			e := s.nodes[at].edges[r.IntN(len(s.nodes[at].edges))]
			visits, steps, letters = append(visits, at), append(steps, e), append(letters, s.nodes[at].letter)
			at = e.to
		}
	}
	return false
}

// fair reports whether a loop is fair.
func (s *search) fair(visits []int32, steps []edge) bool {
	fairness := s.task.Temporal.Fairness
	inside := func(v int32) bool { return s.nodes[v].inside }
	if fairness == property.Unfair || !slices.ContainsFunc(visits, func(v int32) bool { return !inside(v) }) {
		return true
	}
	for t := range s.threads {
		moved := slices.ContainsFunc(steps, func(e edge) bool { return int(e.thread) == t })
		could, always := false, true
		for _, v := range visits {
			if !inside(v) {
				can := s.nodes[v].could()>>t&1 != 0
				could, always = could || can, always && can
			}
		}
		if !moved && (always || could && fairness == property.Strong) {
			return false
		}
	}
	return true
}

// corruption counts what became of corrupted proofs, by what was done to them.
type corruption struct {
	t              *testing.T
	refused, taken map[string]int
	wrong, walked  int // refused graphs of executions, and those in which a walk shows why
}

// try corrupts what was explored and compares what the check says of it.
func (c *corruption) try(r *rand.Rand, s *search, how spoil) {
	q := s.spoilt(r, how.change)
	if q == nil {
		return
	}
	takes := q.takes(c.t)
	if takes {
		c.taken[how.kind]++
	} else {
		c.refused[how.kind]++
	}
	wrong, unsure, f := how.broken, false, s.task.Temporal.Formula
	if !wrong {
		wrong, unsure = q.recurs(c.t)
		if wrong {
			c.wrong++
		}
		same := q.automaton.Marks == s.automaton.Marks &&
			slices.EqualFunc(q.automaton.Edges, s.automaton.Edges, slices.Equal[[]ltl.Edge])
		if f != nil && same && q.walks(r, f) {
			c.walked++
			wrong, unsure = true, false
		}
	}
	if takes == wrong && (takes || !unsure) {
		c.t.Errorf("%v, %s, %s: accepted: %t, wrong: %t", f, s.task.Temporal.Fairness, how.kind, takes, wrong)
	}
}

// TestCorruptedProofs corrupts proofs of random programs. What is no graph of executions is refused; of what
// is one, that in which the search for components finds what recurs, or a walk does, and no more. That a
// graph is the one of the program is not for the check to say. -scale 10 makes more than 300 of each.
func TestCorruptedProofs(t *testing.T) {
	c := &corruption{t: t, refused: map[string]int{}, taken: map[string]int{}}
	for seed := range testflag.Seeds(4) {
		p, f := aboutProgram(t, seed)
		if f == nil {
			continue
		}
		for _, f := range []*ltl.Formula{f, nil} {
			s := explored(t, p, f)
			for _, fair := range []property.Fairness{property.Unfair, property.Weak, property.Strong} {
				s.task.Temporal.Fairness = fair
				if f == nil && fair == property.Unfair || len(s.nodes[0].edges) == 0 || !s.takes(t) {
					continue
				}
				r := rand.New(rand.NewPCG(uint64(seed), 5))
				for _, how := range spoils {
					c.try(r, s, how)
					for range 7 {
						if !how.broken && !t.Failed() {
							c.try(r, s, how)
						}
					}
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, p.C())
		}
	}
	if c.wrong < 10 {
		t.Errorf("only %d were wrong", c.wrong)
	}
	t.Logf("refused: %v; %d graphs of executions, %d by a walk; taken and right: %v", c.refused, c.wrong,
		c.walked, c.taken)
}
