package native

import (
	"context"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/smt/internal/words"
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
	prog  *words.Program
	roots []words.Ref // of the assertions in force, then of the assumptions
	marks []wordMark  // one for each open level
	queue []term.Term // what waits: assertions, and term.None for a Push
	off   bool        // an assertion in force is not compiled
	once  oneshot

	// Words are asked less often where they do not help.
	pause, skip int
	answered    int64 // checks
}

// wordMark is the state at a Push.
type wordMark struct {
	mark  words.Mark
	roots int
	off   bool
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
		if q.add(s.st, t) {
			q.queue = append(q.queue, t)
			return nil
		}
		q.off = true
		s.flush()
	}
	return s.assert(t)
}

// add compiles an assertion.
func (q *wordQueue) add(st *term.Store, t term.Term) bool {
	if st.Op(t) == term.OpAnd { // conjuncts one by one, to look for those that are false
		for _, a := range st.Args(t) {
			if !q.add(st, a) {
				return false
			}
		}
		return true
	}
	r, ok := q.prog.Add(t)
	if ok {
		q.roots = append(q.roots, r)
	}
	return ok
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	q := &s.words
	q.marks = append(q.marks, wordMark{q.prog.Mark(), len(q.roots), q.off})
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
	q.roots = q.roots[:m.roots]
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

// checkWords asks words. ok is false if they do not know.
func (s *Solver) checkWords(ctx context.Context, assumptions []term.Term) (status smt.Status, ok bool) {
	q := &s.words
	if q.off || len(q.roots)+len(assumptions) == 0 {
		return smt.Unknown, false
	}
	if q.pause > 0 {
		q.pause--
		return smt.Unknown, false
	}
	base := len(q.roots)
	mark := q.prog.Mark()
	defer func() {
		q.roots = q.roots[:base]
		q.prog.Release(mark)
	}()
	for _, t := range assumptions {
		r, ok := q.prog.Add(t)
		if !ok || !s.st.Sort(t).IsBool() {
			return smt.Unknown, false
		}
		q.roots = append(q.roots, r)
	}
	answer := q.prog.Solve(q.roots)
	if answer == words.Unknown && s.shortLived() && len(assumptions) == 0 {
		answer = q.once.decide(ctx, q.prog, &s.cfg)
	}
	switch answer {
	case words.Sat:
		status = smt.Sat
		s.model.fromWords()
	case words.Unsat:
		if len(assumptions) > maxWordCore {
			return smt.Unknown, false
		}
		status = smt.Unsat
		s.wordCore(base, assumptions)
	default:
		q.skip = min(2*q.skip+1, maxWordPause)
		q.pause = q.skip / 8 // none after the first failures
		return smt.Unknown, false
	}
	q.skip = q.skip / 4
	q.answered++
	return status, true
}

// shortLived reports whether the innermost level, which may be about to be popped, holds
// most of what is asserted.
func (s *Solver) shortLived() bool {
	q := &s.words
	below := 0
	if n := len(q.marks); n > 0 {
		below = q.marks[n-1].mark.Len()
	}
	return 2*below < q.prog.Len()
}

// wordCore keeps the assumptions without which the roots are not refuted.
func (s *Solver) wordCore(base int, assumptions []term.Term) {
	q := &s.words
	kept := base // roots that stay
	for _, t := range assumptions {
		x := q.roots[kept]
		q.roots = slices.Delete(q.roots, kept, kept+1)
		if !q.prog.Refuted(q.roots) {
			q.roots = slices.Insert(q.roots, kept, x)
			kept++
			s.failed = append(s.failed, t)
		}
	}
}
