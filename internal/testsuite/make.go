package testsuite

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// Answer is what an engine says about a program.
type Answer struct {
	// Trace leads to a violation; nil: there is none, or it is not known.
	Trace *trace.Trace
	// By is the engine that answers.
	By string
	// Holds says that there is none, and Why how that is known, or why nothing is.
	Holds bool
	Why   string
	// Paths are those that were executed for the answer, and Pruned the share of the tree of choices for
	// which no execution was needed; negative: the engine does not execute.
	Paths  int
	Pruned float64
}

// Config says how a suite is made.
type Config struct {
	Criterion cover.Criterion
	// Ask has an engine look for a violation. left is the number of questions that may be to come.
	Ask func(ctx context.Context, p *cfa.Program, left int) (Answer, error)
	// Tell receives progress; nil: not wanted.
	Tell func(Progress)
	// MaxPaths ends the search after so many executions; 0: no limit.
	MaxPaths int
	// Stopped says why a context has ended.
	Stopped func(context.Context) string
	// Memory bounds the bytes of the objects of an execution; 0: 2 GiB.
	Memory uint64
}

// Make makes a suite. It ends early when the context ends, with goals that are open.
func Make(ctx context.Context, p *cfa.Program, cfg Config) (*Suite, error) {
	r, err := interp.NewReplayer(p)
	if err != nil {
		return nil, err
	}
	m := &maker{Suite: &Suite{Program: p, Criterion: cfg.Criterion}, cfg: cfg, replayer: r,
		seen: map[cfa.EdgeID]bool{}}
	if cfg.Criterion != cover.ErrorCall {
		m.own = cover.Own(p)
	}
	for _, g := range cover.Goals(p, cfg.Criterion) {
		m.Goals = append(m.Goals, Goal{Goal: g, State: Open})
	}
	m.Explored = Progress{Goals: len(m.Goals), Pruned: -1}
	err = m.random(ctx)
	if err == nil {
		err = m.explore(ctx)
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err != nil {
		m.Stopped = cfg.Stopped(ctx)
	}
	for i := range m.Goals {
		if g := &m.Goals[i]; g.State == Open && g.Why == "" {
			g.Why = m.Stopped
		}
	}
	m.Gaps = cover.Gaps(p, m.DeadEdges())
	m.choose()
	return m.Suite, nil
}

// maker makes a suite.
type maker struct {
	*Suite
	cfg      Config
	replayer *interp.Replayer
	own      map[cfa.EdgeID]bool // edges that are to be executed if any execution does so
	seen     map[cfa.EdgeID]bool // those that tests execute
	steps    int64               // of all executions
}

// open lists the goals of which nothing is known.
func (m *maker) open() (indices []int, goals []cover.Goal) {
	for i := range m.Goals {
		if m.Goals[i].State == Open && !m.Goals[i].givenUp {
			indices, goals = append(indices, i), append(goals, m.Goals[i].Goal)
		}
	}
	return indices, goals
}

func (m *maker) tell() {
	m.Explored.Covered, m.Explored.Dead = m.Count(Covered), m.Count(Dead)
	if m.cfg.Tell != nil {
		m.cfg.Tell(m.Explored)
	}
}

// tellSometimes tells after some of many executions.
func (m *maker) tellSometimes() {
	if m.Explored.Executions%64 == 0 {
		m.tell()
	}
}

// spent reports whether the limit of executions is reached.
func (m *maker) spent() bool {
	if m.cfg.MaxPaths <= 0 || m.Explored.Executions+m.Explored.Paths < m.cfg.MaxPaths {
		return false
	}
	m.Stopped = "the limit of " + english.Count(m.cfg.MaxPaths, "path")
	return true
}

// explore asks the engine for the goals that are left, all at once, and one by one if it does not know.
func (m *maker) explore(ctx context.Context) error {
	for {
		indices, goals := m.open()
		if len(goals) == 0 || m.spent() {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		answer, taken, err := m.ask(ctx, goals, len(goals)+1)
		if err != nil {
			return err
		}
		switch {
		case answer.Holds:
			m.dead(indices, answer.Why)
			return nil
		case answer.Trace == nil:
			return m.alone(ctx, answer.Why)
		}
		if err := m.follow(ctx, answer, indices[taken]); err != nil {
			return err
		}
	}
}

// aloneAtMost bounds the goals that are asked about one by one.
const aloneAtMost = 400

// alone asks about each goal by itself.
func (m *maker) alone(ctx context.Context, why string) error {
	indices, _ := m.open()
	for n, i := range indices {
		g := &m.Goals[i]
		if g.State != Open {
			continue
		}
		if g.Why = why; len(indices) == 1 || n >= aloneAtMost || m.spent() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		answer, _, err := m.ask(ctx, []cover.Goal{g.Goal}, len(indices)-n)
		if err != nil {
			return err
		}
		switch {
		case answer.Holds:
			m.dead([]int{i}, answer.Why)
		case answer.Trace == nil:
			g.Why = answer.Why
		default:
			if err := m.follow(ctx, answer, i); err != nil {
				return err
			}
		}
	}
	if open, _ := m.open(); len(open) > 0 && m.Stopped == "" {
		m.Stopped = why
	}
	return nil
}

// ask asks about goals. taken is the index of the one that the answer's trace takes.
func (m *maker) ask(ctx context.Context, goals []cover.Goal, left int) (answer Answer, taken int, err error) {
	m.Explored.Questions++
	targets, goalAt := cover.Targets(m.Program, goals)
	answer, err = m.cfg.Ask(ctx, targets, left)
	if answer.Trace != nil {
		taken = goalAt[answer.Trace.Violation.Origin]
	}
	m.Explored.Paths += answer.Paths
	if answer.Pruned >= 0 {
		m.Explored.Pruned = answer.Pruned
	}
	m.tell()
	return answer, taken, err
}

func (m *maker) dead(goals []int, why string) {
	for _, i := range goals {
		m.Goals[i].State, m.Goals[i].Why = Dead, why
	}
	m.tell()
}
