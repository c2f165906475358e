package native

import (
	"context"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/smt/internal/words"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Small queries are asked of package words first, which decides most of them without
// gates and clauses. Pushes and assertions wait in a queue until a query has to be
// translated: a level that is opened, decided by words and popped costs nothing else.
//
// While everything in force is compiled for words it may be asked; a term that cannot be
// compiled ends that until its level is popped, and from then on nothing waits.

// wordQueue is the state of the solver in front.
type wordQueue struct {
	st    *term.Store
	cfg   *Config
	stats *counters

	prog    *words.Program
	marks   []wordMark  // one for each open level
	queue   []term.Term // what waits: assertions, and term.None for a Push
	off     bool        // an assertion in force is not compiled
	assumed []words.Ref
	failed  []term.Term // assumptions of a Check that words refuted
	once    oneshot

	// Words are asked less often where they do not help.
	pause, skip int
	answered    int64 // checks
}

// wordMark is the state at a Push.
type wordMark struct {
	mark words.Mark
	off  bool
}

const (
	// maxWordCore is the number of assumptions up to which words may answer Unsat: a
	// core is found by leaving out one assumption after another.
	maxWordCore = 24

	maxWordPause = 64
)

// wordsWanted reports whether words may be asked at all.
func (s *Solver) wordsWanted() bool {
	return !s.cfg.NoWords && s.order == nil && s.cfg.SAT.Proof == nil
}

// Assert implements smt.Solver. Besides errors about operators and sorts it
// returns one for a term that is not of sort Bool; that is then ignored.
func (s *Solver) Assert(t term.Term) error {
	if err := s.mustBeBool(t); err != nil {
		return err
	}
	q := &s.words
	if !q.off {
		if q.add(t) {
			q.queue = append(q.queue, t)
			return nil
		}
		q.off = true
		s.flush()
	}
	return s.assert(t)
}

// add compiles an assertion.
func (q *wordQueue) add(t term.Term) bool {
	st := q.st
	if st.Op(t) == term.OpAnd { // conjuncts one by one, to look for those that are false
		for _, a := range st.Args(t) {
			if !q.add(a) {
				return false
			}
		}
		return true
	}
	r, ok := q.prog.Add(t)
	if ok {
		q.prog.Assert(r)
	}
	return ok
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	q := &s.words
	q.marks = append(q.marks, wordMark{q.prog.Mark(), q.off})
	if q.off {
		s.push()
	} else {
		q.queue = append(q.queue, term.None)
	}
}

// Pop implements smt.Solver. The model of the last Check stays readable.
func (s *Solver) Pop() {
	q := &s.words
	if len(q.marks) == 0 {
		panic("native: Pop without Push")
	}
	m := q.marks[len(q.marks)-1]
	q.marks = q.marks[:len(q.marks)-1]
	q.prog.Release(m.mark)
	q.off = m.off || !s.wordsWanted()
	for n := len(q.queue) - 1; n >= 0; n-- {
		if q.queue[n] == term.None {
			q.queue = q.queue[:n]
			return
		}
	}
	q.queue = q.queue[:0]
	s.pop()
}

// assert translates t, of sort Bool, or keeps it for simplification.
func (s *Solver) assert(t term.Term) error {
	if s.prep.wait(t) {
		return nil
	}
	return s.asserts.add(s.prep.unwaiting(t))
}

// flush does what waits.
func (s *Solver) flush() {
	q := &s.words
	for _, t := range q.queue {
		if t == term.None {
			s.push()
		} else {
			_ = s.assert(t) // what words can do is supported
		}
	}
	q.queue = q.queue[:0]
}

// check asks words. ok is false if they do not know.
func (q *wordQueue) check(ctx context.Context, assumptions []term.Term) (status smt.Status, ok bool) {
	if q.off {
		return smt.Unknown, false
	}
	if q.pause > 0 {
		q.pause--
		return smt.Unknown, false
	}
	mark := q.prog.Mark()
	defer q.prog.Release(mark)
	if !q.assume(assumptions) {
		return smt.Unknown, false
	}
	effort := words.Light
	if len(assumptions) == 0 && q.shortLived() {
		effort = words.Thorough
	}
	answer := q.prog.Solve(q.assumed, effort)
	if answer == words.Unknown && effort == words.Thorough {
		answer = q.once.decide(ctx, q.prog, q.cfg, q.stats)
	}
	switch answer {
	case words.Sat:
		status = smt.Sat
	case words.Unsat:
		if len(assumptions) > maxWordCore {
			return smt.Unknown, false
		}
		status = smt.Unsat
		q.core(assumptions)
	default:
		q.skip = min(2*q.skip+1, maxWordPause)
		q.pause = q.skip / 8 // none after the first failures
		return smt.Unknown, false
	}
	q.skip = q.skip / 4
	q.answered++
	return status, true
}

// assume compiles the assumptions.
func (q *wordQueue) assume(assumptions []term.Term) bool {
	q.assumed = q.assumed[:0]
	for _, t := range assumptions {
		if !q.st.Sort(t).IsBool() {
			return false
		}
		r, ok := q.prog.Add(t)
		if !ok {
			return false
		}
		q.assumed = append(q.assumed, r)
	}
	return true
}

// tellWords shows words the model that was found without them, to begin with next time.
func (s *Solver) tellWords() {
	if q := &s.words; !q.off {
		q.prog.Propose(nil, func(i int) uint64 { return s.model.wordOf(q.prog.Term(i)) })
	}
}

// wordOf returns the value of a symbol, of at most 64 bits, in the model.
func (m *model) wordOf(t term.Term) (x uint64) {
	n := m.bits.table.Get(t)
	switch {
	case n == 0:
	case m.st.Sort(t).IsBool():
		if m.values.value(aig.Lit(n - 1)) {
			x = 1
		}
	default:
		for i, l := range m.bits.vec(t) {
			if m.values.value(l) {
				x |= 1 << i
			}
		}
	}
	return x
}

// shortLived reports whether the innermost level, which may be about to be popped, holds
// most of what is asserted.
func (q *wordQueue) shortLived() bool {
	below := 0
	if n := len(q.marks); n > 0 {
		below = q.marks[n-1].mark.Len()
	}
	return 2*below < q.prog.Len()
}

// core keeps the assumptions without which the assertions are not refuted. The last ones are left out first.
func (q *wordQueue) core(assumptions []term.Term) {
	core := append(q.failed[:0], assumptions...)
	for i := len(core) - 1; i >= 0; i-- {
		x := q.assumed[i]
		q.assumed = slices.Delete(q.assumed, i, i+1)
		if q.prog.Refuted(q.assumed) {
			core = slices.Delete(core, i, i+1)
		} else {
			q.assumed = slices.Insert(q.assumed, i, x)
		}
	}
	q.failed = core
}
