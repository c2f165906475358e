package bmc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
	"whittle.dev/sat"
	"whittle.dev/smt"
)

// A question can be shared with other processes as well (Config.Helpers, Config.Lead). Such a process reads
// the same program, makes the formula of the question from what the message says of the round, and answers
// cubes only if the clauses are the same to the last literal and the choices have the same names. So what
// is refuted there is refuted here, whatever made the two formulas. A model is not believed: the solver here
// tries it.

// question is what a helper is told of a question.
type question struct {
	Property       property.Property
	Round, Max     int
	One            bool
	Smaller        []smallerBound `json:",omitempty"`
	Guesses        bool
	ArbitraryReads bool
	Before         []events.GoalKind `json:",omitempty"` // asked in this round before
	Kind           events.GoalKind
	Print          uint64 // of the clauses
	Vars           int
	Choices        uint64
}

type smallerBound struct {
	ID events.BoundID
	N  int
}

// errDiffers ends a helper whose formula is another one than that of the question.
var errDiffers = errors.New("the formula differs from that of the run that asks for help")

// maxNews bounds the clauses in a message.
const maxNews = 2000

// question is the one that is shared.
func (r *round) question(kind events.GoalKind) *question {
	q := &question{Property: r.task.Property, Round: r.bounds.round, Max: r.bounds.max, One: r.bounds.one,
		Guesses: r.guesses, ArbitraryReads: r.arbitraryReads, Kind: kind,
		Before: r.asked[:len(r.asked)-1], // the last is this one
		Print:  r.part.print, Vars: r.part.vars, Choices: r.choices()}
	for id, n := range r.bounds.smaller {
		q.Smaller = append(q.Smaller, smallerBound{id, n})
	}
	return q
}

// choices is a digest of what the question can be cut by.
func (r *round) choices() uint64 {
	h := fnv.New64a()
	names, _ := r.e.Choices()
	for _, c := range names {
		fmt.Fprintln(h, c)
	}
	return h.Sum64()
}

// fits reports whether a helper has the formula of the question.
func (q *question) fits(p *part) bool {
	return p.teach && p.print == q.Print && p.vars == q.Vars && p.r.choices() == q.Choices
}

// desk is what helpers talk with.
func (r *round) desk(kind events.GoalKind) (*cubes.Desk, error) {
	text, err := json.Marshal(r.question(kind))
	if err != nil {
		return nil, err
	}
	ours := r.part
	d := cubes.NewDesk(ours.pool, text)
	var mu sync.Mutex
	guests := map[string]*part{}
	d.Exchange = func(guest string, note []byte) []byte {
		mu.Lock()
		defer mu.Unlock()
		p := guests[guest]
		if p == nil {
			p = &part{sharing: ours.sharing, print: ours.print, vars: ours.vars, teach: true}
			guests[guest] = p
		}
		for _, x := range clauses(note) {
			p.note(x.Clause, x.Glue)
		}
		return inMessage(p.news(maxNews, p.ofOthers))
	}
	return d, nil
}

// sharedClause is a lesson in a message.
type sharedClause struct {
	Clause []sat.Lit
	Glue   int
}

// clauses reads those of a message. What does not arrive is no loss.
func clauses(note []byte) []sharedClause {
	var out []sharedClause
	if len(note) == 0 || json.Unmarshal(note, &out) != nil {
		return nil
	}
	return out[:min(len(out), maxNews)]
}

func inMessage(list []lesson) []byte {
	out := make([]sharedClause, len(list))
	for i, x := range list {
		out[i] = sharedClause{x.clause, x.glue}
	}
	text, err := json.Marshal(out)
	if err != nil || len(out) == 0 {
		return nil
	}
	return text
}

// tell is what a helper has learnt since the last time.
func (p *part) tell() []byte {
	return inMessage(p.news(maxNews, func(x lesson) bool { return x.by == p }))
}

// hear takes what a helper is told.
func (p *part) hear(note []byte) {
	for _, x := range clauses(note) {
		p.r.ours.Learn(x.Clause, x.Glue)
	}
}

// confirm looks whether there is the model that a helper claims to have found. If not, the question is
// answered alone.
func (p *part) confirm(ctx context.Context, claimed []byte) smt.Result {
	model := make([]sat.Lit, 0, p.vars)
	for v := range min(p.vars, 8*len(claimed)) {
		model = append(model, sat.MkLit(sat.Var(v+1), claimed[v/8]>>(v%8)&1 == 0))
	}
	p.r.ours.Prefer(model)
	p.r.ours.LimitConflicts(0)
	return p.r.ours.Check(ctx, p.assumptions...)
}

// model describes the model of the solver for confirm.
func (p *part) model() []byte {
	out := make([]byte, (p.vars+7)/8)
	for i, l := range p.r.ours.Model(p.vars) {
		if !l.Negated() {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// assist answers parts of a question that another process has.
func (b *Engine) assist(ctx context.Context, t engine.Task) (engine.Result, error) {
	g, text, err := cubes.Join(ctx, b.cfg.Lead)
	if err != nil {
		return engine.Unknown("nobody was helped: %v", err), nil
	}
	q := &question{}
	if err := json.Unmarshal(text, q); err != nil || q.Property != t.Property {
		return engine.Unknown("nobody was helped: the question is another one"), nil
	}
	t.Events, t.Work, t.Explain = nil, nil, false
	s, err := newSearch(ctx, b.cfg, t)
	if err != nil {
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}
	s.bounds = newBounds(q.Max, q.One)
	s.bounds.round = q.Round
	for _, x := range q.Smaller {
		s.bounds.smaller[x.ID] = x.N
	}
	s.guesses, s.arbitraryReads = q.Guesses, q.ArbitraryReads
	r := &round{search: s, ctx: ctx, work: meter{task: t}, bound: s.bounds.greatest(),
		race: t.Property == property.NoDataRace}
	r.part = &part{sharing: &sharing{board: g}, r: r, question: q}
	g.Tell, g.Hear, g.Model = r.part.tell, r.part.hear, r.part.model
	signs, stop := context.WithCancel(ctx)
	defer stop()
	go g.Signs(signs)
	if err := r.answer(q); err != nil {
		return engine.Unknown("nobody was helped: %v", err), nil
	}
	return engine.Unknown("a question of another run was shared"), nil
}

// answer makes the formula of a question and works on its cubes until it is decided.
func (r *round) answer(q *question) error {
	if err := r.unroll(); err != nil {
		return err
	}
	if err := r.encode(); err != nil {
		return err
	}
	r.part.skips = true
	for _, k := range q.Before {
		if _, err := r.ask(k); err != nil {
			return err
		}
	}
	r.part.skips = false
	_, err := r.ask(q.Kind)
	return err
}
