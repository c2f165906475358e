package check

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
)

// Several properties are decided in one run. The program is lowered once for all of them, but for deadlocks,
// which need another lowering of condition variables. Those that an exploration can look for together are a
// group; the engines are asked about a group at once, and after a violation again about the rest of it, in
// the program in which that violation does not end executions any more (pass.Without). So a violation of one
// hides none of the others.
//
// Most programs need little time for any property, some need all of it for one. So there are two rounds. In
// the first each group has a share of the time, and then what is open of a group is asked apart: an engine
// that proves one property by itself could not prove all. In the second round those that are open share the
// rest. The first violation begins the second round, see aftermath.

const (
	// groupShare and memberShare are the time that a group and a single property have in the first round; of
	// a timeout they are at most a quarter and a sixth.
	groupShare  = 5 * time.Second
	memberShare = 3 * time.Second
)

// several is the part of a run that decides several properties.
type several struct {
	*checkRun
	prog *cfa.Program // for all properties but those that lowerings of their own are for

	mu   sync.Mutex
	done map[property.Property]Outcome // by part of what is asked
	// racesSought: withoutEasy has looked for what excludes data races, to the end.
	racesSought bool
	// after is what the first violation begins.
	after aftermath
}

// decideSeveral decides the parts of what is asked. Answers are in s.done as soon as they are known.
func (s *several) decideSeveral(ctx context.Context, prog *cfa.Program) {
	s.mu.Lock()
	s.prog = prog
	s.mu.Unlock()
	limited, stop := s.limited(ctx)
	asked := s.withoutEasy(limited)
	rest := asked.Without(property.NoUninitialisedUse)
	open, unset := s.firstRound(limited, rest), rest != asked && s.unsetIsOpen(limited)
	s.secondRound(limited, open)
	if unset {
		s.decideUnset(limited)
	}
	stop()
	s.addNotes(ctx)
}

// firstRound asks about everything for a while, and returns what is open.
func (s *several) firstRound(ctx context.Context, asked property.Property) (open []property.Property) {
	groups := s.groups(asked)
	if len(groups) == 1 && len(groups[0].Parts()) == 1 &&
		!s.task.Asked.Covers(property.NoUninitialisedUse) {
		return groups
	}
	var members property.Property // of groups that are open
	for _, g := range groups {
		if s.sharesRest() {
			open = append(open, g)
			continue
		}
		if len(g.Parts()) == 1 {
			open = append(open, s.decideWithin(ctx, memberShare, g)...)
			continue
		}
		left := s.decideWithin(ctx, groupShare, g)
		if s.sharesRest() {
			open = append(open, left...)
			continue
		}
		members = property.Join(append(left, members)...)
	}
	if s.sharesRest() {
		return append(open, members.Members()...)
	}
	uses := members.Only(property.Property.Memory) // one exploration for all of these
	left := members.Without(uses).Members()
	if uses != "" {
		left = append(left, uses)
	}
	if len(left) == 1 && len(open) == 0 {
		return left // it need not share the rest of the time
	}
	for _, p := range left {
		open = append(open, s.decideWithin(ctx, memberShare, p)...)
	}
	return open
}

// decideWithin is decideGroup with a share of the time.
func (s *several) decideWithin(ctx context.Context, share time.Duration,
	asked property.Property) []property.Property {
	ctx, cancel := s.within(ctx, share)
	defer cancel()
	return s.decideGroup(ctx, asked)
}

// within is a context that ends after a share of the time.
func (s *several) within(ctx context.Context, share time.Duration) (context.Context, context.CancelFunc) {
	if s.opt.Timeout > 0 {
		share = min(share, s.opt.Timeout/(4*groupShare/share))
	}
	return context.WithTimeoutCause(ctx, share, engine.ErrTimeout)
}

// secondRound asks about what is open, side by side, so that one that is hard to decide does not stand in the
// way of the others.
func (s *several) secondRound(ctx context.Context, open []property.Property) {
	var all sync.WaitGroup
	for _, p := range open {
		all.Go(func() { s.decideApart(ctx, p) })
	}
	all.Wait()
}

// decideApart is decideGroup for a group that is asked about apart where it cannot be decided as a whole.
func (s *several) decideApart(ctx context.Context, asked property.Property) {
	for _, p := range s.decideGroup(ctx, asked) {
		if p != asked {
			s.decideApart(ctx, p)
		}
	}
}

// addNotes adds remarks on the program to the first proof about its steps.
func (s *several) addNotes(ctx context.Context) {
	for _, p := range s.task.Asked.Parts() {
		s.mu.Lock()
		o, ok := s.done[p]
		s.mu.Unlock()
		if !ok || !p.OfSteps() || o.Verdict.Kind != property.True {
			continue
		}
		o.Result.Notes = notes(ctx, s.prog, o.Verdict)
		if s.task.Asked.Covers(property.NoDeadlock) { // which has an answer of its own
			o.Result.Notes = slices.DeleteFunc(o.Result.Notes, func(n engine.Note) bool {
				_, deadlock := n.(engine.Deadlocks)
				return deadlock
			})
		}
		s.mu.Lock()
		s.done[p] = o
		s.mu.Unlock()
		return
	}
}

// over reports whether nothing more has to be decided.
func (s *several) over(ctx context.Context) bool {
	return ctx.Err() != nil || s.opt.First && s.violated()
}

// invalidAsked reports whether it is asked whether an access or a free may be invalid.
func (s *several) invalidAsked() bool {
	return s.task.Asked.Covers(property.ValidDeref) && s.task.Asked.Covers(property.ValidFree)
}

// violated reports whether a violation was found.
func (s *several) violated() bool {
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
func (s *several) groups(p property.Property) []property.Property {
	together := func(q property.Property) bool {
		return !ownLowering(q) && (q.OfSteps() || q.Memory() && q != property.ValidMemtrack)
	}
	var out []property.Property
	first := p.Only(together)
	if first != "" {
		out = append(out, first)
	}
	return append(out, p.Without(first).Members()...)
}

// decideGroup asks for violations of a group until there is none left, or a single property. It returns what
// is open and may be decided one by one, or with more time.
func (s *several) decideGroup(ctx context.Context, asked property.Property) (open []property.Property) {
	if asked == property.NoStarvation && s.ends() {
		res := engine.Holds(engine.ByMeasures, "every execution ends")
		s.settle(Outcome{Verdict: res.Verdict, Result: res}, asked)
		return nil
	}
	for asked != "" && !s.over(ctx) {
		o := s.despiteInvalid(s.askAbout(ctx, asked))
		switch o.Verdict.Kind {
		case property.False:
			first := !s.violated()
			s.settle(o, o.Verdict.Property)
			asked = asked.Without(s.member(o.Verdict.Property)) // which is violated by that
			if len(asked.Parts()) == 1 || first && s.sharesRest() && asked != "" {
				return append(open, asked)
			}
			continue
		case property.True:
			s.settle(o, asked.Parts()...)
			return open
		}
		s.settle(o, asked.Parts()...)
		easy := asked.Only(property.Property.OfOperations)
		switch {
		case len(asked.Parts()) == 1 && o.Result.Reason != engine.Limit:
			return open // more time does not help
		case o.Result.Reason == engine.OtherTask && easy != "" && easy != asked:
			// No engine looks for all of that at once.
			for _, p := range asked.Without(easy).Parts() {
				open = append(open, s.decideGroup(ctx, p)...)
			}
			asked = easy
			continue
		}
		return append(open, asked.Members()...)
	}
	return open
}

// ends reports whether it was proved that every execution ends, so that no thread waits for ever.
func (s *several) ends() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[property.Termination].Verdict.Kind == property.True
}

// member is the member of what is asked that a property is, or is a part of.
func (s *several) member(p property.Property) property.Property {
	for _, m := range s.task.Asked.Members() {
		if m.Covers(p) {
			return m
		}
	}
	return p
}

// despiteInvalid makes an answer that only an invalid access keeps open a proof, if such an access, or an
// invalid free, is reported as a violation: a path ends with it for all other properties.
func (s *several) despiteInvalid(o Outcome) Outcome {
	res := &o.Result
	if o.Verdict.Kind != property.Unknown || res.Reason != engine.Undefined || !res.Otherwise {
		return o
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.done {
		if p := found.Verdict.Property; p == property.ValidDeref || p == property.ValidFree {
			held := engine.Holds(engine.ByBounds, "no execution violates it")
			// Not only of the place at which it was met: there may be others.
			held.Assumed = append(res.Assumed, engine.Assumption{What: "invalid access"})
			held.Engine, held.Stats, held.Evidence = res.Engine, res.Stats, res.Evidence
			o.Result, o.Verdict = held, held.Verdict
			return o
		}
	}
	return o
}

// settle notes the answer to a question as the one about parts of what is asked.
func (s *several) settle(o Outcome, about ...property.Property) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.isViolation() && !s.opt.KeepGoing {
		s.after.found()
	}
	for _, p := range about {
		if old, ok := s.done[p]; !ok || old.Verdict.Kind == property.Unknown {
			s.done[p] = o
		}
	}
}

// askAbout has the engines answer about a conjunction.
func (s *several) askAbout(ctx context.Context, asked property.Property) (o Outcome) {
	start := time.Now()
	r := &checkRun{task: s.task, opt: s.opt, certificate: s.certificate}
	r.task.Asked = asked
	if s.opt.Explain {
		r.history = newHistory(start)
	}
	r.opt.Events = s.event
	defer func() {
		if p := recover(); p != nil {
			o = r.internalError(bugreport.Caught(p).Report())
		}
		o.history = r.history.close()
		o.Verdict, o.Elapsed = o.Result.Verdict, time.Since(start)
		o.DataModel, o.Inputs, o.Settings = r.task.DataModel, r.task.Files, r.opt.Set
		if o.Verdict.Kind == property.Unknown && len(o.Result.Facts) == 0 {
			o.Result.Facts = r.shown()
		}
	}()
	r.opt.racesSought = s.racesSought
	r.opt.provedLater = s.provedLater()
	r.opt.invalidAsked = s.invalidAsked()
	r.opt.supported = r.opt.invalidAsked && s.hasProved(property.ValidDeref, property.ValidFree)
	r.opt.invalid = s.hasInvalid()
	eng, err := newEngine(r.opt)
	if err != nil {
		return Outcome{Result: engine.Unknown("%v", err)}
	}
	r.engine = eng
	prog, err := s.program(ctx, asked)
	if err != nil {
		return Outcome{Result: engine.Unknown("%v", err)}
	}
	o = r.decideBeyond(ctx, prog)
	o.prog, o.Files = cmp.Or(o.prog, prog), prog.Files
	if !ownLowering(asked) {
		o.joint = s.prog
		o.Result.Trace = s.task.madeFor(o.Result.Trace)
	}
	if o.Engine = eng.Name(); o.Result.Engine != "" && o.Result.Engine != o.Engine {
		o.Engine += " (" + o.Result.Engine + ")"
	}
	return o
}

// program is the one for a question: violations of other properties do not end its executions.
func (s *several) program(ctx context.Context, asked property.Property) (*cfa.Program, error) {
	if ownLowering(asked) && s.task.lowering() != asked {
		r := s.task
		r.Asked, r.lowered = asked, ""
		prog, _, err := load(ctx, r)
		if err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return prog, err
	}
	if others := s.task.lowering().Without(asked); others != "" {
		return pass.Without(s.prog, others), nil
	}
	return s.prog, nil
}

// ownLowering reports whether a property needs a program made for it alone, with waiting that nothing but a
// signal ends, or with what follows memory that was never written.
func ownLowering(p property.Property) bool {
	return p == property.NoDeadlock || p == property.Termination || p == property.NoStarvation ||
		p == property.NoUninitialisedUse
}

// commonLowering is what the program is lowered for that properties have in common.
func commonLowering(p property.Property) property.Property {
	if common := p.Only(func(q property.Property) bool { return !ownLowering(q) }); common != "" {
		return common
	}
	return p
}
