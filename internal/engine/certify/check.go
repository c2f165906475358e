package certify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/dump"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// conflicts bounds the effort of the built-in solver for one question.
const conflicts = 200_000

// checker checks that a list of states is an invariant.
type checker struct {
	ctx    context.Context
	task   engine.Task
	cert   *Certificate
	x      *multistate.Stepper
	states [][]byte
	known  []member
	exact  map[[sha256.Size]byte][]int32 // by shape and constants
	shapes map[[sha256.Size]byte][]int32 // by shape; made when it is needed
	ask    *questions
	// assumed is the undefined behaviour that the result lists.
	assumed []engine.Assumption
	found   *proof.MultiStates
	solver  func(*term.Store) (smt.Solver, error)
	closers []io.Closer
	failed  error // of a solver that could not be made
}

// member is what is kept of a state.
type member struct {
	partial bool
	shape   [sha256.Size]byte
	// view is of a state with symbols; nil: all values are constant.
	view *multistate.View
	// stands is the number of the state whose steps are looked at for this one, mostly its own.
	stands int32
}

// check notes in found what it looks at. The error is *inconclusive, that of a context or of the term
// store, or says what is wrong.
func (c *Certificate) check(ctx context.Context, t engine.Task,
	res engine.Result, found *proof.MultiStates) (out proof.Certificate, err error) {
	defer term.Recover(&err)
	out.Evidence = found
	k, err := c.newChecker(ctx, t, res, found)
	if err != nil {
		return out, err
	}
	defer k.close()
	err = k.run()
	out.Questions = k.ask.asked + k.x.Emptiness().Solver
	if err == nil && k.failed != nil {
		err = &inconclusive{k.failed.Error()}
	}
	return out, err
}

// newChecker returns a checker that notes figures in found. It must be closed.
func (c *Certificate) newChecker(ctx context.Context, t engine.Task, res engine.Result,
	found *proof.MultiStates) (*checker, error) {
	k := &checker{ctx: ctx, task: t, cert: c, states: c.states, exact: map[[sha256.Size]byte][]int32{},
		assumed: res.Assumed, found: found, solver: c.cfg.Solver}
	k.ask = &questions{ctx: ctx, make: k.newSolver, folder: c.cfg.Folder}
	if k.solver == nil {
		k.solver = func(st *term.Store) (smt.Solver, error) {
			return audit.New(st, native.New(st, native.Config{Conflicts: cmp.Or(c.cfg.Conflicts, conflicts)}),
				audit.Config{}), nil
		}
	}
	prog, cfg := t.Program, multistate.Config{NoTau: c.cfg.NoTau}.Unreduced()
	if c.cfg.Reduced != nil {
		prog, cfg = c.cfg.Program, *c.cfg.Reduced
	}
	cfg.NoCache, cfg.NoModels, cfg.Property = true, true, t.Property
	cfg.Races = t.Property.Covers(property.NoDataRace)
	cfg.Wrap = func(st *term.Store, inner smt.Solver) smt.Solver {
		s, err := k.newSolver(st)
		if err != nil {
			k.failed = err
			return inner
		}
		if k.ask.folder != nil {
			return dump.New(st, s, k.ask.folder)
		}
		return s
	}
	var err error
	if k.x, err = multistate.NewStepper(ctx, prog, cfg); err != nil {
		return nil, err
	}
	k.x.AskSolver()
	k.ask.st = k.x.Terms()
	return k, nil
}

// newSolver makes a solver that is closed with the checker.
func (k *checker) newSolver(st *term.Store) (smt.Solver, error) {
	s, err := k.solver(st)
	if c, ok := s.(io.Closer); ok && err == nil {
		k.closers = append(k.closers, c)
	}
	return s, err
}

func (k *checker) close() {
	for _, c := range k.closers {
		c.Close() // nothing is asked any more
	}
}

// run checks everything.
func (k *checker) run() error {
	if err := k.read(); err != nil {
		return err
	}
	first := k.x.Initial()
	k.clean(first)
	if err := k.contained(-1, first); err != nil {
		return fmt.Errorf("the initial state: %w", err)
	}
	told := time.Now()
	for i := range k.states {
		if err := k.ctx.Err(); err != nil {
			return err
		}
		if now := time.Now(); now.Sub(told) > 200*time.Millisecond {
			told = now
			k.task.Emit(engine.Event{Stage: "certify",
				Detail: fmt.Sprintf("%d of %s", i, english.Count(len(k.states), "state"))})
		}
		if max := k.cert.cfg.Effort; max > 0 && k.ask.asked+k.x.Emptiness().Solver+k.found.Steps > max {
			return &inconclusive{fmt.Sprintf("%d of %s were checked, the others take too long", i,
				english.Count(len(k.states), "state"))}
		}
		look := k.steps
		if k.known[i].stands != int32(i) {
			look = k.covered
		}
		if err := look(int32(i)); err != nil {
			return err
		}
	}
	return nil
}

// clean forgets what does not matter in a state that is looked for.
func (k *checker) clean(st *multistate.State) {
	if k.found.Reduced {
		k.x.Image(st)
		return
	}
	st.Clean()
}

// read fills the indices.
func (k *checker) read() error {
	controls := map[string]bool{}
	for i, b := range k.states {
		if err := k.ctx.Err(); err != nil {
			return err
		}
		st, err := k.x.Decode(b)
		if err != nil {
			return err
		}
		if !k.x.Closed(st) || !k.found.Reduced && st.Ahead() {
			return fmt.Errorf("state %d does not stand for itself alone", i)
		}
		v := st.View()
		m := member{stands: int32(i), shape: sha256.Sum256([]byte(v.Shape))}
		_, m.partial = k.duties(st)
		if c, ok := k.cert.covered[int32(i)]; ok {
			if _, chain := k.cert.covered[c.by]; chain || c.by < 0 || int(c.by) >= len(k.states) {
				return fmt.Errorf("state %d is covered by none", i)
			}
			m.stands = c.by
		}
		controls[v.Control] = true
		key := k.key(&v)
		if len(v.Conjuncts) > 0 || len(k.x.Terms().Symbols(v.Values...)) > 0 {
			m.view = &v
		}
		k.known = append(k.known, m)
		k.exact[key] = append(k.exact[key], int32(i))
	}
	k.found.States = int64(len(k.states) - len(k.cert.covered))
	k.found.Locations = int64(len(controls))
	return nil
}

// key is as good as the explicit part of a state. Whether it is open is left out.
func (k *checker) key(v *multistate.View) [sha256.Size]byte {
	s := k.x.Terms()
	b := append([]byte(v.Shape), 0)
	for _, t := range v.Values {
		if !s.IsConst(t) {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		if n, ok := s.ConstUint64(t); ok {
			b = binary.AppendUvarint(b, n)
			continue
		}
		digits := s.ConstBig(t).Bytes()
		b = append(binary.AppendUvarint(b, uint64(len(digits))), digits...)
	}
	return sha256.Sum256(b)
}

// duties lists the threads whose steps are looked at in a state, and whether others wait for these.
func (k *checker) duties(st *multistate.State) (threads []int, partial bool) {
	if k.found.Reduced {
		return st.Enabled(nil), st.Opened() != nil
	}
	return st.Duties()
}

// steps makes the steps from a state.
func (k *checker) steps(i int32) error {
	st, err := k.x.Decode(k.states[i])
	if err != nil {
		return err
	}
	threads, _ := k.duties(st)
	for _, n := range threads {
		step, err := k.x.Step(st, n)
		if err != nil {
			return err
		}
		k.found.Steps++
		k.task.Did(step.Work())
		if len(step.Violations) > 0 {
			return k.doubt(fmt.Errorf("%s: the property is violated in state %d", k.at(step.Violations[0]),
				i))
		}
		for _, end := range step.Ends {
			if err := k.end(end); err != nil {
				return k.doubt(err)
			}
		}
		for _, next := range step.Successors {
			k.found.Successors++
			k.clean(next.State)
			if err := k.contained(i, next.State); err != nil {
				return k.doubt(fmt.Errorf("a step of thread %d from state %d: %w", n, i, err))
			}
		}
	}
	return nil
}

// doubt makes an error inconclusive if the solver gave up on a question about a step, which
// may not be possible then.
func (k *checker) doubt(err error) error {
	if n := k.x.Emptiness().Unknown; n > 0 {
		return &inconclusive{fmt.Sprintf("the solver gave up on %s about steps",
			english.Count(int(n), "question"))}
	}
	return err
}

func (k *checker) at(end multistate.Stop) string {
	if end.Edge == nil {
		return "an unknown place"
	}
	return k.task.Program.Files.Format(end.Edge.Pos)
}

// end looks at the end of a path that is no violation.
func (k *checker) end(end multistate.Stop) error {
	if end.Kind == multistate.Undefined &&
		slices.Contains(k.assumed, engine.Assumption{Pos: end.Pos(), What: end.What}) {
		return nil
	}
	return fmt.Errorf("%s: %s, which the search has not met", k.at(end), end.What)
}

// allowed reports whether a state may stand for a successor of another, -1: the initial state.
func (k *checker) allowed(from, to int32) bool {
	to = k.known[to].stands
	return from < 0 || !k.known[from].partial || !k.known[to].partial || from < to
}
