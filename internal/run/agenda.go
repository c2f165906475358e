package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
)

// Several properties are decided in one run. The program is lowered once for all of them, but for deadlocks,
// which need another lowering of condition variables. Those that an exploration can look for together are a
// group; the engines are asked about a group at once, and after a violation again about the rest of it, in
// the program in which that violation does not end executions any more (pass.Without). So a violation of one
// hides none of the others.
//
// Most programs need little time for any property, some need all of it for one. So there are stages. In the
// first each group has a share of the work, and in the second what is open of a group is asked apart: an
// engine that proves one property by itself could not prove all. In the third those that are open share the
// rest. The first violation begins the third stage, see agenda_after.go. Memory that was never written comes
// last.

// agenda decides what is asked next in a run about several properties.
type agenda struct {
	*checkRun
	ctx  context.Context // ends some work after the first violation
	all  *budget         // of all lanes
	stop func()
	prog *cfa.Program // for all properties but those that lowerings of their own are for

	stage   stage
	asked   property.Property   // in the stages of groups and members, without what comes last
	unset   bool                // memory that was never written is asked about
	waiting []property.Property // what this stage has not asked about yet
	members property.Property   // of groups that are open
	open    []property.Property // for the third stage
	lanes   []*lane

	mu   sync.Mutex
	done map[property.Property]Outcome // by part of what is asked
	// racesSought: withoutEasy has looked for what excludes data races, to the end.
	racesSought bool
}

// stage is a part of the agenda.
type stage uint8

const (
	groups    stage = iota // one after the other, each for a while
	members                // of what is open, the same
	unsetSoon              // memory that was never written, for a while
	apart                  // all that is open, side by side
	unsetLast              // memory that was never written, when all else was asked
	finished
)

// lane asks about the properties of a group until there is no violation left, or a single property.
type lane struct {
	queue  []property.Property // asked one after the other
	asking *question           // nil: none
	apart  bool                // what cannot be decided as a whole is asked about member by member
	open   []property.Property // what may be decided one by one, or with more time
	budget *budget
	ctx    context.Context
	stop   func()
	ended  func(*lane)
}

func newAgenda(r *checkRun) *agenda {
	return &agenda{checkRun: r, done: map[property.Property]Outcome{}}
}

// prepare decides what needs no search, and what the first stage asks about.
func (s *agenda) prepare(ctx context.Context, prog *cfa.Program) {
	s.mu.Lock()
	s.prog = prog
	s.all, s.ctx, s.stop = newBudget(ctx, 0, errAfterViolation)
	s.mu.Unlock()
	known := s.recall(s.ctx)
	easy := property.Property("")
	if s.task.Asked.Without(known) != "" {
		easy = s.withoutEasy(s.ctx).Without(known)
	}
	s.asked = easy.Without(property.NoUninitialisedUse)
	s.unset = s.asked != easy
	s.waiting = s.groups(s.asked)
	if g := s.waiting; len(g) == 1 && len(g[0].Parts()) == 1 &&
		!s.task.Asked.Covers(property.NoUninitialisedUse) {
		s.open, s.waiting = g, nil // it need not share the time
	}
}

// note takes an answer and returns the next questions.
func (s *agenda) note(a answered) []*question {
	i := slices.IndexFunc(s.lanes, func(l *lane) bool { return l.asking == a.question })
	l := s.lanes[i]
	l.asking = nil
	s.decide(l, a.task.Asked, s.complete(a))
	return s.next()
}

// next returns the questions that are to be asked now: those of lanes that wait for no answer, or else of the
// next lanes.
func (s *agenda) next() []*question {
	var out []*question
	for {
		for _, l := range slices.Clone(s.lanes) {
			if l.asking != nil {
				continue
			}
			if q := s.ask(l); q != nil {
				out = append(out, q)
				continue
			}
			l.stop()
			s.lanes = slices.DeleteFunc(s.lanes, func(x *lane) bool { return x == l })
			l.ended(l)
		}
		if len(s.lanes) > 0 || s.stage == finished {
			return out
		}
		s.advance()
	}
}

// advance begins the next lane of a stage, or the next stage.
func (s *agenda) advance() {
	switch s.stage {
	case groups:
		if len(s.waiting) == 0 {
			s.stage = members
			s.waiting = s.openMembers()
			return
		}
		g := s.waiting[0]
		if s.waiting = s.waiting[1:]; s.sharesRest() {
			s.open = append(s.open, g)
			return
		}
		s.start(g, firstShare(g), func(l *lane) {
			if len(g.Parts()) == 1 || s.sharesRest() {
				s.open = append(s.open, l.open...)
			} else {
				s.members = property.Join(append(l.open, s.members)...)
			}
		})
	case members:
		if len(s.waiting) == 0 {
			s.stage = unsetSoon
			return
		}
		p := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.start(p, plan.MemberShare, func(l *lane) { s.open = append(s.open, l.open...) })
	case unsetSoon:
		s.stage = apart
		if s.unset && !s.over(s.ctx) && !s.sharesRest() {
			s.start(property.NoUninitialisedUse, plan.MemberShare,
				func(l *lane) { s.unset = len(l.open) > 0 })
		}
	case apart:
		s.stage = unsetLast
		for _, p := range s.open {
			s.start(p, 0, func(*lane) {}).apart = true
		}
	case unsetLast:
		s.stage = finished
		if s.unset {
			s.startUnset()
		}
	}
}

// openMembers is what the second stage asks about: one exploration for all uses of memory.
func (s *agenda) openMembers() []property.Property {
	if s.sharesRest() {
		s.open = append(s.open, s.members.Members()...)
		return nil
	}
	uses := s.members.Only(property.Property.Memory)
	left := s.members.Without(uses).Members()
	if uses != "" {
		left = append(left, uses)
	}
	if len(left) == 1 && len(s.open) == 0 {
		s.open = left // it need not share the rest of the time
		return nil
	}
	return left
}

// firstShare is what a group has at first.
func firstShare(g property.Property) plan.Work {
	if len(g.Parts()) == 1 {
		return plan.MemberShare
	}
	return plan.GroupShare
}

// start begins a lane, with a share of the work; 0: it has all of it.
func (s *agenda) start(p property.Property, share plan.Work, ended func(*lane)) *lane {
	l := &lane{queue: []property.Property{p}, ended: ended}
	ctx, end := s.ofTimeout(s.ctx, share)
	var stop func()
	l.budget, l.ctx, stop = newBudget(ctx, share, engine.ErrTimeout)
	l.stop = func() { stop(); end() }
	s.lanes = append(s.lanes, l)
	return l
}

// ofTimeout is a context that ends, if a timeout was set, after a quarter of it for the share of a group, and
// the sixth or so for others.
func (s *agenda) ofTimeout(ctx context.Context, share plan.Work) (context.Context, context.CancelFunc) {
	if s.opt.Timeout == 0 || share == 0 {
		return context.WithCancel(ctx)
	}
	part := time.Duration(float64(s.opt.Timeout) / 4 * float64(share) / float64(plan.GroupShare))
	return context.WithTimeoutCause(ctx, part, engine.ErrTimeout)
}

// ask makes the next question of a lane; nil: there is none.
func (s *agenda) ask(l *lane) *question {
	for len(l.queue) > 0 && !s.over(l.ctx) {
		asked := l.queue[0]
		if asked == property.NoStarvation && s.ends() {
			res := engine.Holds(engine.ByMeasures, "every execution ends")
			s.settle(Outcome{Verdict: res.Verdict, Result: res}, asked)
			l.queue = l.queue[1:]
			continue
		}
		l.asking = s.about(l.ctx, asked)
		l.asking.budgets = append(l.asking.budgets, s.all, l.budget)
		l.asking.share = plan.Work(l.budget.share.Load())
		return l.asking
	}
	return nil
}

// about makes a question about a conjunction.
func (s *agenda) about(ctx context.Context, asked property.Property) *question {
	q := s.question(asked)
	if s.opt.Explain {
		q.history = newHistory(q.start)
	}
	q.known = plan.Known{RacesSought: s.racesSought, ProvedLater: s.provedLater(),
		InvalidAsked: s.invalidAsked(), Invalid: s.hasInvalid()}
	q.known.Supported = q.known.InvalidAsked && s.hasProved(property.ValidDeref, property.ValidFree)
	q.ctx = ctx
	q.begin = func(ctx context.Context) (step, error) {
		var err error
		if q.Panel, err = panel.New(q.opt.forPanel()); err != nil {
			return step{}, err
		}
		if q.prog, err = s.program(ctx, asked); err != nil {
			return step{}, err
		}
		return q.course(ctx, q.prog), nil
	}
	return q
}

// over reports whether nothing more has to be decided.
func (s *agenda) over(ctx context.Context) bool {
	return ctx.Err() != nil || s.opt.First && s.violated()
}

// invalidAsked reports whether it is asked whether an access or a free may be invalid.
func (s *agenda) invalidAsked() bool {
	return s.task.Asked.Covers(property.ValidDeref) && s.task.Asked.Covers(property.ValidFree)
}

// violated reports whether a violation was found.
func (s *agenda) violated() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.done {
		if o.isViolation() {
			return true
		}
	}
	return false
}

// groups are the properties that are explored together: violations that are steps or invalid uses of memory;
// each of the others has an exploration of its own. Lost memory is one of these, since variables have to be
// kept for it that nothing else needs.
func (s *agenda) groups(p property.Property) []property.Property {
	together := func(q property.Property) bool {
		return !settle.OwnLowering(q) && (q.OfSteps() || q.Memory() && q != property.ValidMemtrack)
	}
	var out []property.Property
	first := p.Only(together)
	if first != "" {
		out = append(out, first)
	}
	return append(out, p.Without(first).Members()...)
}

// ends reports whether it was proved that every execution ends, so that no thread waits for ever.
func (s *agenda) ends() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[property.Termination].Verdict.Kind == property.True
}

// program is the one for a question: violations of other properties do not end its executions.
func (s *agenda) program(ctx context.Context, asked property.Property) (*cfa.Program, error) {
	if settle.OwnLowering(asked) && s.task.Lowering() != asked {
		r := s.task
		r.Asked, r.Lowered = asked, ""
		prog, _, err := settle.Load(ctx, r)
		if err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return prog, err
	}
	if others := s.task.Lowering().Without(asked); others != "" {
		return pass.Without(s.prog, others), nil
	}
	return s.prog, nil
}
