package bmc

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// A question that is hard is shared (Config.Jobs): it is cut into cubes, which replicas of the round answer
// side by side. A replica unrolls and encodes the same bounds as the round, in a store of terms of its own,
// so it has the same graph, and choices of the same name mean the same of an execution. Where its clauses
// are the same as well, to the last literal, replicas tell each other the better clauses that they learn.
//
// "No" is the answer when the tree of the cubes is closed, see cubes.Pool, and the first model of any
// replica is that of the question.

const (
	// aloneConflicts is how long a question is not hard.
	aloneConflicts = 2000
	// cubeConflicts is how long a replica works before it looks whether others wait for a part.
	cubeConflicts = 1000
	// maxShared bounds the clauses that the replicas of a question tell each other.
	maxShared = 1 << 16
)

// shares reports whether questions may be shared.
func (r *round) shares() bool {
	return (r.cfg.Jobs > 1 || r.cfg.Helpers != nil || r.cfg.Lead != nil) && r.cfg.Wrap == nil
}

// isReplica reports whether a round is one that helps another.
func (r *round) isReplica() bool { return r.part != nil && r.part.begin == nil }

// sharing is a question that is shared.
type sharing struct {
	pool  *cubes.Pool // nil in a process that helps another
	board cubes.Board // of the pool, or of the process that is helped

	mu       sync.Mutex
	learnt   []lesson
	panicked string // what a replica has panicked with
}

// lesson is a clause that a replica has learnt.
type lesson struct {
	by     *part
	clause []sat.Lit
	glue   int
}

// part is the part of a replica in a question.
type part struct {
	*sharing
	r           *round
	skips       bool      // nothing is asked, the formula alone is made
	question    *question // in a process that helps another; nil: this is none
	assumptions []term.Term
	// print and vars are what the clauses were before the search: lessons are for replicas with the same.
	print uint64
	vars  int
	heard int // lessons so far
	tries int // calls of Solve
	teach bool
	begin func() // calls the others, once the question is hard; nil: this is one of them
}

// askTogether is ask, perhaps by several replicas: by is the round that has the model.
func (r *round) askTogether(kind events.GoalKind) (reply smt.Result, by *round, err error) {
	if !r.shares() {
		reply, err = r.ask(kind)
		return reply, r, err
	}
	pool := cubes.NewPool()
	q := &sharing{pool: pool, board: pool}
	r.part = &part{sharing: q, r: r}
	defer func() { r.part = nil }()
	ctx, stop := context.WithCancel(r.ctx)
	defer stop()
	var all sync.WaitGroup
	var failed error
	r.part.begin = func() {
		if r.cfg.Helpers != nil && r.part.teach {
			if desk, err := r.desk(kind); err == nil {
				all.Go(func() {
					go desk.Run(ctx)
					r.cfg.Helpers.Call(ctx, r.task.Property, desk.Answer)
				})
			}
		}
		for range r.cfg.Jobs - 1 {
			all.Go(func() {
				if err := r.help(ctx, q, kind); err != nil {
					q.mu.Lock()
					defer q.mu.Unlock()
					failed = err
				}
			})
		}
	}
	reply, err = r.ask(kind)
	stop()
	all.Wait()
	if q.panicked != "" {
		panic(q.panicked) // where the caller can catch it
	}
	refuted, cuts := q.pool.Refuted()
	r.stats.cuts += cuts
	if refuted {
		all, far := q.pool.Closed()
		r.stats.cubes += all
		r.stats.helped += far
	}
	if w, ok := q.pool.Winner().(*part); ok && err == nil {
		w.r.adopt(r)
		return smt.Result{Status: smt.Sat}, w.r, nil
	}
	if err == nil && reply.Status == smt.Unknown {
		err = failed // why nobody else has an answer
	}
	return reply, r, err
}

// adopt makes a replica that has a model the round of a search.
func (r *round) adopt(leader *round) {
	r.search, r.ctx, r.work, r.part = leader.search, leader.ctx, leader.work, nil
	r.e.Under(leader.ctx)
}

// help makes a replica and lets it answer cubes. An error is a defect of ours; a replica that has no room,
// or comes too late, is none.
func (r *round) help(ctx context.Context, q *sharing, kind events.GoalKind) (err error) {
	defer func() {
		if p := recover(); p != nil {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	s := *r.search
	s.stats, s.task.Events, s.task.Work, s.task.Explain = &counters{}, nil, nil, false
	h := &round{search: &s, ctx: ctx, work: meter{task: s.task}, bound: r.bound, race: r.race}
	h.part = &part{sharing: q, r: h}
	if h.unroll() != nil || h.encode() != nil {
		return nil
	}
	_, err = h.ask(kind)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// check answers a question about what was encoded, alone as long as it is not hard.
func (r *round) check(ctx context.Context, assumptions []term.Term) (smt.Result, error) {
	p := r.part
	if p == nil {
		return r.ours.Check(ctx, assumptions...), nil
	}
	defer r.ours.LimitConflicts(0)
	r.ours.Keep(r.e.Inputs())
	r.ours.LimitConflicts(1)
	reply := r.ours.Check(ctx, assumptions...)
	if p.skips {
		return smt.Result{Status: smt.Unsat}, nil
	}
	if !tired(ctx, reply) && !r.cfg.EagerJobs {
		return reply, nil
	}
	p.assumptions = assumptions
	p.print, p.vars, p.teach = r.ours.Fingerprint()
	if p.question != nil && !p.question.fits(p) {
		return smt.Result{Reason: errDiffers.Error()}, errDiffers
	}
	if p.begin != nil {
		if !r.cfg.EagerJobs {
			r.ours.LimitConflicts(aloneConflicts)
			if reply = r.ours.Check(ctx, assumptions...); !tired(ctx, reply) {
				return reply, nil
			}
		}
		r.task.Emit(engine.Event{Stage: "solve", Bound: r.bound,
			Detail: fmt.Sprintf("in cubes, by %d", max(1, r.cfg.Jobs))})
		p.begin()
	}
	reply, err := cubes.Work(ctx, p.board, p)
	if p.begin == nil || err != nil {
		return reply, err
	}
	if model, ok := p.pool.Claimed(); ok {
		return p.confirm(ctx, model), nil
	}
	return reply, nil
}

// tired reports whether a solver has given up for the limit on conflicts alone.
func tired(ctx context.Context, r smt.Result) bool {
	return r.Status == smt.Unknown && r.Reason == smt.ReasonTimeout && ctx.Err() == nil
}

// learnt tells the others a clause.
func (r *round) learnt(clause []sat.Lit, glue int) {
	if p := r.part; p != nil && p.teach {
		p.note(slices.Clone(clause), glue)
	}
}

// note keeps a clause that p has learnt for the others, if it is about variables that all have.
func (p *part) note(clause []sat.Lit, glue int) {
	for _, l := range clause {
		if l.Var() < 1 || int(l.Var()) > p.vars {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sharing.learnt) < maxShared {
		p.sharing.learnt = append(p.sharing.learnt, lesson{p, clause, glue})
	}
}

// news returns what p has not been told yet: at most so many lessons, of those that want keeps.
func (p *part) news(most int, want func(lesson) bool) []lesson {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []lesson
	for p.heard < len(p.sharing.learnt) && len(out) < most {
		if x := p.sharing.learnt[p.heard]; p.teach && want(x) {
			out = append(out, x)
		}
		p.heard++
	}
	return out
}

// ofOthers keeps what others with the same clauses have learnt.
func (p *part) ofOthers(x lesson) bool {
	return x.by != p && x.by.print == p.print && x.by.vars == p.vars
}

// listen takes what others have learnt since the last time.
func (p *part) listen() {
	if p.question != nil {
		return // hear does
	}
	for _, x := range p.news(maxShared, p.ofOthers) {
		p.r.ours.Learn(x.clause, x.glue)
	}
}

// Solve works on a cube for a while.
func (p *part) Solve(ctx context.Context, c cubes.Cube) (cubes.Answer, error) {
	p.listen()
	assumed := slices.Clone(p.assumptions)
	for _, d := range c {
		lit, ok := p.r.e.Literal(d)
		if !ok {
			return cubes.Answer{}, fmt.Errorf("replicas of bound %d differ: one has no choice %v", p.r.bound,
				d.Choice)
		}
		assumed = append(assumed, lit)
	}
	if p.tries++; p.r.cfg.EagerJobs && p.tries%4 != 0 {
		return cubes.Answer{Tired: true}, nil
	}
	p.r.ours.LimitConflicts(cubeConflicts)
	a := cubes.Answer{Result: p.r.ours.Check(ctx, assumed...), Needed: len(c)}
	a.Tired = tired(ctx, a.Result)
	if a.Status == smt.Unsat {
		failed := p.r.ours.Failed()
		for a.Needed > 0 && !slices.Contains(failed, assumed[len(p.assumptions)+a.Needed-1]) {
			a.Needed--
		}
	}
	return a, nil
}

// Split proposes how to cut a cube.
func (p *part) Split(ctx context.Context, c cubes.Cube) (choice cubes.Choice, value, ok bool) {
	assumed := slices.Clone(p.assumptions)
	for _, d := range c {
		if lit, ok := p.r.e.Literal(d); ok {
			assumed = append(assumed, lit)
		}
	}
	names, lits := p.r.e.Choices()
	at, value, ok := p.r.ours.Split(ctx, assumed, lits)
	if !ok {
		return cubes.Choice{}, false, false
	}
	return names[at], value, true
}
