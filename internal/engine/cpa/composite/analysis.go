package composite

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Config says what an analysis consists of.
type Config struct {
	Domains []domain.Domain
	// Keep says which constants stay explicit.
	Keep func(x *multistate.Stepper, st *multistate.State, p multistate.Place, v term.Term) bool
	// Block says where blocks end.
	Block Block
	// Crowds: threads at the same place are any number.
	Crowds bool
	// Turns is how often a thread goes round one loop in a block, at most; 0: that does not matter.
	Turns int
	// Merge says which intermediate states of one block become one.
	Merge Merge
	// Did receives how much work was done, in the units of engine.Task.Work.
	Did func(units int64)
}

// Analysis is a composite analysis. It belongs to one goroutine.
type Analysis struct {
	cfg   Config
	x     *multistate.Stepper
	known map[End]bool
	ids   int
	list  []int
	// Abstracting is the time in which domains computed abstractions.
	Abstracting time.Duration
	// Transitions and Abstractions count steps and computed abstractions, Threads is the largest number of
	// threads of a state.
	Transitions, Abstractions, Threads int
	// Merged counts the intermediate states that were merged to others.
	Merged int
	// Bounded is set when Turns has kept a state from being explored.
	Bounded bool
}

// End names the ways in which a step may end a path.
type End struct {
	Kind multistate.StopKind
	Edge *cfa.Edge
}

// New returns an analysis of the program of a stepper.
func New(x *multistate.Stepper, cfg Config) *Analysis {
	return &Analysis{cfg: cfg, x: x, known: map[End]bool{}}
}

// Initial is the abstraction state before the first step.
func (a *Analysis) Initial() *State {
	g := a.x.Generalise(a.x.Initial(), func(multistate.Place, term.Term) bool { return true })
	s := a.abstract(g)
	for _, d := range a.cfg.Domains {
		s.Elements = append(s.Elements, d.Initial())
	}
	return s
}

func (a *Analysis) abstract(g multistate.General) *State {
	a.ids++
	s := &State{MS: g.State, Slots: g.Slots, key: g.Key, order: g.Order, gathered: g.Gathered, id: a.ids,
		Elements: []domain.Element{}}
	s.Base = s
	if a.cfg.Crowds {
		s.crowds = &crowds{exact: s.key}
		if extras, rest, others, ok := a.x.Extras(s.MS); ok {
			s.crowds.extras, s.key, s.crowds.others = extras, rest, others
		}
	}
	return s
}

// Settle says that an end is known to be met, so that it is not reported again.
func (a *Analysis) Settle(e End) { a.known[e] = true }

// Open returns the state from which the next step is made, with what the domains know of its slots; false:
// there is no such state.
func (a *Analysis) Open(s *State) (*multistate.State, bool) {
	if !s.Abstract() {
		return s.MS, true
	}
	return a.x.Assume(s.MS, a.Facts(s)...)
}

// Facts is what the domains know of the slots of an abstraction state.
func (a *Analysis) Facts(s *State) []term.Term {
	var facts []term.Term
	for i, d := range a.cfg.Domains {
		facts = append(facts, d.Facts(s.Elements[i])...)
	}
	return facts
}

// Transfer implements reach.CPA: a step of each thread that is to go on.
func (a *Analysis) Transfer(_ context.Context, s *State) ([]*State, error) {
	if s.Stop != nil {
		return nil, nil
	}
	if s.explored = true; s.joined {
		s.image, s.joined = a.x.Image(s.MS), false
	}
	st, ok := a.Open(s)
	if !ok {
		return nil, nil
	}
	var out []*State
	add := func(thread int, script multistate.Script) *State {
		next := &State{Base: s.Base, Move: multistate.Move{Thread: thread, Script: script}, loops: s.loops,
			steps: 1, switches: s.switches}
		if thread != s.Move.Thread && slices.Contains(a.list, s.Move.Thread) {
			next.switches++
		}
		if !s.Abstract() {
			next.steps += s.steps
		}
		out = append(out, next)
		return next
	}
	a.list = st.Enabled(a.list)
	for _, i := range slices.Clone(a.list) {
		step, err := a.x.Step(st, i)
		if a.cfg.Did != nil {
			a.cfg.Did(step.Work())
		}
		if err != nil {
			return nil, err
		}
		for _, list := range [...][]multistate.Stop{step.Violations, step.Ends} {
			for _, end := range list {
				if !a.known[End{end.Kind, end.Edge}] {
					add(i, end.Script).Stop = &end
				}
			}
		}
		for _, next := range step.Successors {
			a.Transitions++
			loops := s.loops.Around(i, next.Loops)
			if a.cfg.Turns > 0 && loops.Most() > a.cfg.Turns {
				a.Bounded = true
				continue
			}
			s := add(i, next.Script)
			s.MS, s.loops = next.State, loops
			a.Threads = max(a.Threads, next.State.NumThreads())
			for _, k := range a.x.Watchable(next.State, next.Started) {
				s := add(i, next.Script)
				s.MS, s.loops, s.Move.Watch = next.State.Watched(k), loops, k
			}
		}
	}
	return out, nil
}

// Prec implements reach.CPA: at the end of a block the domains compute their elements.
func (a *Analysis) Prec(ctx context.Context, s *State) (*State, bool, error) {
	switch {
	case s.Stop != nil:
		return s, true, nil
	case !a.cfg.Block.ends(s):
		s.image = a.x.Image(s.MS)
		s.key = a.intermediate(s)
		return s, true, nil
	}
	a.Abstractions++
	defer func(begin time.Time) { a.Abstracting += time.Since(begin) }(time.Now())
	g := a.x.Generalise(s.MS, func(p multistate.Place, v term.Term) bool {
		return a.cfg.Keep(a.x, s.MS, p, v)
	})
	out := a.abstract(g)
	out.Move, out.steps, out.switches = s.Move, s.steps, s.switches
	step := a.step(s.Base, out, g.Guard, func(i int) term.Term { return g.Slots[i].Value })
	for i, d := range a.cfg.Domains {
		e, ok, err := d.Transfer(ctx, s.Base.Elements[i], step)
		if err == nil && ok {
			e, ok, err = d.Prec(ctx, e, step)
		}
		if err != nil || !ok {
			return nil, false, err
		}
		out.Elements = append(out.Elements, e)
	}
	for i := range out.Slots {
		out.Slots[i].Value = term.None // it need not be kept
	}
	return out, true, nil
}

// step is the guarded assignment from one abstraction state to another.
func (a *Analysis) step(from, to *State, guard []term.Term, value func(int) term.Term) *domain.Step {
	step := &domain.Step{Terms: a.x.Terms(), Source: from.Slots, Target: to.Slots, Guard: guard,
		Shape: to.exact(), Value: to.MS.Value}
	for i := range to.Slots {
		step.Next = append(step.Next, value(i))
	}
	return step
}

// intermediate is the key of an intermediate state: only those of one block are compared.
func (a *Analysis) intermediate(s *State) (key [16]byte) {
	b := append([]byte(nil), s.image.Key[:]...)
	if a.cfg.Merge == AnyData {
		shape := a.x.Shape(s.MS)
		b = append(b[:0], shape[:]...)
	}
	b = binary.AppendUvarint(b, uint64(s.Base.id))
	sum := sha256.Sum256(b)
	copy(key[:], sum[:])
	return key
}

// Merge implements reach.CPA: abstraction states are merged if all domains want it. Their threads have the
// same numbers, so that a path to one goes on as a path to the other does.
func (a *Analysis) Merge(s, old *State) (*State, bool) {
	switch {
	case s.Stop != nil || old.Stop != nil || s.Abstract() != old.Abstract():
		return old, false
	case !s.Abstract():
		return a.mergeIntermediate(s, old)
	case len(a.cfg.Domains) == 0, !slices.Equal(s.order, old.order), s.exact() != old.exact(),
		s.MS.NumThreads() != old.MS.NumThreads():
		return old, false
	}
	out := *old
	out.Base = &out
	out.Elements = nil
	out.origins = append(slices.Clip(old.from()), s)
	for i, d := range a.cfg.Domains {
		e, ok := d.Merge(s.Elements[i], old.Elements[i])
		if !ok {
			return old, false
		}
		out.Elements = append(out.Elements, e)
	}
	return &out, true
}

// Stop implements reach.CPA. Of intermediate states only equal ones cover each other. An end covers nothing:
// each of them has to be looked at.
func (a *Analysis) Stop(ctx context.Context, s, old *State) bool {
	switch {
	case s.Stop != nil, old.Stop != nil, s.Abstract() != old.Abstract():
		return false
	case !s.Abstract():
		return old.loops.Within(s.loops) && same(s, old)
	case s.exact() != old.exact():
		return a.fewer(ctx, s, old)
	}
	for i, d := range a.cfg.Domains {
		if !d.Stop(ctx, s.Elements[i], old.Elements[i]) {
			return false
		}
	}
	return true
}

// same reports whether two intermediate states are seen to be the same.
func same(s, old *State) bool {
	return !old.joined && s.image.Key == old.image.Key && sameData(s.image, old.image)
}

// sameData reports whether two images of the same key have the same values under the same condition.
func sameData(a, b multistate.Image) bool {
	return slices.Equal(a.Slots, b.Slots) && slices.EqualFunc(a.Parts, b.Parts,
		func(p, q multistate.Part) bool { return slices.Equal(p.Conjuncts, q.Conjuncts) })
}

// Key implements reach.CPA.
func (a *Analysis) Key(s *State) arg.Key {
	if s.Stop != nil {
		return arg.Key{}
	}
	return arg.Key(s.key)
}

// Opened implements reach.CPA.
func (a *Analysis) Opened(s *State) (*State, bool) {
	if s.Stop != nil {
		return nil, false
	}
	st := s.MS.Opened()
	if st == nil {
		return nil, false
	}
	out := *s
	out.MS = st
	if s.Abstract() {
		out.Base = &out
		a.ids++
		out.id = a.ids
		out.key = opened(s.key)
		if s.crowds != nil {
			w := *s.crowds
			w.exact = opened(w.exact)
			out.crowds = &w
		}
	} else {
		out.image = a.x.Image(st)
		out.key = a.intermediate(&out)
	}
	return &out, true
}

// opened is the key of an abstraction state in which no thread waits.
func opened(key [16]byte) [16]byte {
	sum := sha256.Sum256(key[:])
	copy(key[:], sum[:])
	return key
}
