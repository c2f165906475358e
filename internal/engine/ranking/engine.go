package ranking

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/english"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// Engine decides termination.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "ranking".
func (*Engine) Name() string { return "ranking" }

// Check decides whether every execution of a program ends.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	switch {
	case t.System != nil:
		return engine.NoSystems(e.Name()), nil
	case t.Property != property.Termination:
		return engine.Unknown("the engine %s does not check the property %s", e.Name(),
			t.Property).Because(engine.OtherTask), nil
	}
	res, err := e.check(ctx, t)
	if p, ok := res.Proof.(*measures.Proof); ok {
		res.Proof = &loopProof{p, t.Program}
	}
	return res, err
}

func (e *Engine) check(ctx context.Context, t engine.Task) (engine.Result, error) {
	flat := sync.OnceValues(func() (engine.Result, error) { return e.flatly(ctx, t) })
	res, err := e.exactly(ctx, t, flat)
	if err != nil || res.Verdict.Kind != property.Unknown || ctx.Err() != nil ||
		res.Reason != engine.NotSupported {
		return res, err
	}
	proof, err := flat()
	if err != nil || proof.Verdict == property.Holds() {
		return proof, err
	}
	if found, ok, err := executed(ctx, t); err != nil || ok {
		return found, err
	}
	if proof.Reason == engine.Limit {
		return proof, nil // that says more than what is not followed exactly
	}
	return res, nil
}

// exactly is Check of what package fromcfa follows. Where there is something that it does not, flat may prove
// that every execution ends.
func (e *Engine) exactly(ctx context.Context, t engine.Task, flat func() (engine.Result, error)) (
	engine.Result, error) {
	if pos, ok := startsThreads(t.Program); ok {
		return engine.Unfollowed(pos, "a program with several threads"), nil
	}
	var s *search
	decide := func(tr *fromcfa.Translation) (engine.Result, error) {
		if pos, what, ok := tr.Waits(); ok {
			return engine.Unfollowed(pos, what), nil
		}
		if i := slices.IndexFunc(tr.System.Goals, isUnsupported); i >= 0 {
			if res, err := flat(); err != nil || res.Verdict == property.Holds() {
				return res, err
			}
		}
		s = &search{ctx: ctx, cfg: e.cfg, task: t, tr: tr, sys: transition.FromProcesses(tr.System)}
		return s.run()
	}
	res, err := translated.Translate(ctx, t, translation(), decide)
	if err != nil && ctx.Err() != nil {
		res, err = res.Unfinished(engine.StopReason(ctx)), nil
	}
	if s != nil {
		res.Stats = append(s.stats(), res.Stats...)
	}
	return res, err
}

// translation is how programs are translated: with all that decides where they go on.
func translation() fromcfa.Options {
	return fromcfa.Options{KeepLocations: true, KeepLoops: true, KeepWidths: true, KeepInstructions: true}
}

// search is the search for measures and recurrence sets of one program.
type search struct {
	ctx  context.Context
	cfg  Config
	task engine.Task
	tr   *fromcfa.Translation
	sys  *transition.System
	flat *flat // the program is one that was made flat; nil: it is not
	g    *flow.Graph
	// base is the graph that g refines, with its conditions; nil: none.
	base    *flow.Graph
	baseInv [][]term.Term

	st     *term.Store
	solver smt.Solver
	index  map[term.Term]int  // variables by their symbols
	data   map[term.Term]bool // see dataSymbols

	vocabulary []term.Term
	constants  [][]term.Term // by variable: what it is set to
	// inv are conditions that hold whenever a location is reached, strong is an inductive invariant of the
	// system.
	inv    [][]term.Term
	strong term.Term
	// measures are those found so far, in the order in which their strict edges are removed.
	measures []*measures.Measure

	components, asked, safety int64
	spent                     int64 // on questions of reachability, in the units of engine.Task.Did
}

// begin makes the graph, with what holds at its locations.
func (s *search) begin() (err error) {
	if s.g, err = flow.New(s.ctx, s.sys, s.newSolver(s.sys.Terms), flow.Options{Endless: true}); err != nil {
		return err
	}
	s.renew(s.sys.Terms)
	s.strong = s.st.True()
	s.index = map[term.Term]int{}
	for i, v := range s.sys.Vars {
		s.index[v.Sym] = i
	}
	s.findVocabulary()
	return s.findInvariants()
}

// run decides the program.
func (s *search) run() (engine.Result, error) {
	if err := s.begin(); err != nil {
		return engine.Result{}, err
	}
	failed, err := s.measure((*synthesis).find)
	switch {
	case err != nil:
		return engine.Result{}, err
	case len(failed) == 0:
		return s.proved()
	}
	if res, ok, err := s.simulate(); err != nil || ok {
		return res, err
	}
	if res, ok, err := s.recurs(failed); err != nil || ok {
		return res, err
	}
	failed, changed, err := s.measureRefined(failed)
	if err != nil || len(failed) == 0 {
		return s.provedUnless(err)
	}
	if changed {
		if res, ok, err := s.recurs(failed); err != nil || ok {
			return res, err
		}
	}
	if failed, err = s.measure((*synthesis).findReached); err != nil {
		return engine.Result{}, err
	}
	if len(failed) == 0 {
		return s.proved()
	}
	return s.undecided(failed), nil
}

// startsThreads finds where a program starts a thread, if the initial one may.
func startsThreads(p *cfa.Program) (source.Pos, bool) {
	reached := cfa.NewCallGraph(p, p.AnyCallees()).Reach(p.Entry, false)
	for i, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok && reached[i] {
				return e.Pos, true
			}
		}
	}
	return source.Pos{}, false
}

// isUnsupported reports whether a goal is that something is reached that is not followed.
func isUnsupported(g ts.Goal) bool { return g.Kind == ts.Unsupported }

// measure finds measures of all components, and returns those that are left without one.
func (s *search) measure(find func(*synthesis) (*measures.Measure, error)) (failed []measures.Component,
	err error) {
	s.measures = nil
	todo := measures.Components(s.g, measures.Inner(s.g))
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s.components++
		s.task.Emit(engine.Event{Stage: "measure",
			Detail: "a loop of " + english.Count(len(c.Edges), "step")})
		m, err := find(s.newSynthesis(c))
		switch {
		case err != nil:
			return nil, err
		case m == nil:
			failed = append(failed, c)
			continue
		}
		s.measures = append(s.measures, m)
		todo = append(todo, measures.Components(s.g, rest(m))...)
	}
	return failed, nil
}

// rest are the edges of a component that do not decrease its measure.
func rest(m *measures.Measure) []int {
	var out []int
	for _, e := range m.Edges {
		if !slices.Contains(m.Strict, e) {
			out = append(out, e)
		}
	}
	return out
}

// proved is the result where every component has its measures, unless something that leaves the verdict open
// is reached.
func (s *search) proved() (engine.Result, error) {
	if len(s.sys.Goals) > 0 && !s.goalsExcluded() {
		a, err := s.reach(s.sys.Goals, 4*enough)
		switch {
		case err != nil:
			return engine.Result{}, err
		case a.path != nil:
			path, err := s.sys.PathOf(s.tr.System, a.path)
			if err != nil {
				return engine.Result{}, err
			}
			return translated.Reached(s.task, s.tr, path)
		case !a.excluded:
			return engine.Unknown("whether undefined behaviour can occur was not decided: %s", a.why), nil
		}
	}
	why := "the program has no loop"
	if texts := s.measureTexts(); len(texts) > 0 {
		why = "each loop decreases a measure: " + strings.Join(texts, "; ")
	}
	res := engine.Holds(engine.ByMeasures, "%s", why)
	res.Proof = s.proof()
	return res, nil
}

// measureTexts are the measures with their loops, for people. Those of one loop are told together, as a
// tuple.
func (s *search) measureTexts() []string {
	var order []source.Pos
	of := map[source.Pos][]string{}
	for _, m := range s.measures {
		pos := s.loop(s.g.Edges[m.Strict[0]].Parts)
		pos.Col = 0
		if of[pos] == nil {
			order = append(order, pos)
		}
		of[pos] = append(of[pos], s.measureText(m))
	}
	out := make([]string, len(order))
	for i, pos := range order {
		out[i] = of[pos][0]
		if len(of[pos]) > 1 {
			out[i] = "(" + strings.Join(of[pos], ", ") + ")"
		}
		if pos.IsValid() {
			out[i] = fmt.Sprintf("line %d: %s", pos.Line, out[i])
		}
	}
	return out
}

// pos is the place of a location in the program.
func (s *search) pos(loc int) source.Pos {
	out := s.g.Locs[loc].Out
	if len(out) == 0 {
		return source.Pos{}
	}
	return s.loop(s.g.Edges[out[0]].Parts[:1])
}

// loop is the head of the outermost loop that parts of an edge pass.
func (s *search) loop(parts []flow.Part) source.Pos {
	var list []int
	for _, p := range parts {
		list = append(list, s.sys.Transitions[p.Transition].Origin)
	}
	return s.tr.Loop(list)
}

// ask asks the solver whether conditions can hold together.
func (s *search) ask(conds ...term.Term) smt.Status {
	s.asked++
	s.task.Did(questionWork)
	return s.solver.Check(s.ctx, conds...).Status
}

// questionWork is about what a question costs, in the units of engine.Task.Did.
const questionWork = 1_000_000

// maxConflicts bounds a question. Of the many that are asked no single one has to be answered.
const maxConflicts = 5000

func (s *search) newSolver(st *term.Store) smt.Solver {
	var solver smt.Solver = native.New(st, native.Config{Conflicts: maxConflicts})
	if s.cfg.Wrap != nil {
		solver = s.cfg.Wrap(st, solver)
	}
	return solver
}

// renew goes on with another store, in which all terms so far are.
func (s *search) renew(st *term.Store) {
	s.st, s.sys.Terms = st, st
	s.solver = s.newSolver(st)
}

func (s *search) stats() []engine.Stat {
	locs, edges := 0, 0
	if s.g != nil {
		locs, edges = len(s.g.Locs), len(s.g.Edges)
	}
	return []engine.Stat{engine.Count("locations", locs), engine.Count("edges", edges),
		engine.Count("loops", int(s.components)), engine.Count("measures", len(s.measures)),
		engine.Count("questions", int(s.asked)), engine.Count("questions of reachability", int(s.safety))}
}
