package cover

import (
	"cmp"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Criterion says what is to be covered.
type Criterion string

// The criteria.
const (
	// Branches: each outcome of each decision, which is the whole condition of an if, a loop or a ?:, or a
	// case of a switch.
	Branches Criterion = "branches"
	// Conditions: each outcome of each operand of a decision.
	Conditions Criterion = "conditions"
	// ErrorCall: each call of an error function, and each assertion that fails.
	ErrorCall Criterion = "error-call"
)

// Criteria lists the criteria.
func Criteria() []Criterion { return []Criterion{Branches, Conditions, ErrorCall} }

// Goal is something to cover.
type Goal struct {
	Pos source.Pos
	// Function is the name of the procedure.
	Function string
	// Decision numbers what the goal is an outcome of, from 1; 0: it is a call.
	Decision int
	// Text is the condition, Outcome the outcome: "x > 3" is "true". A call has no outcome.
	Text, Outcome string
	// Edges are those of which each takes the goal, by origin.
	Edges []cfa.EdgeID
}

// String is the goal in words.
func (g *Goal) String() string {
	if g.Outcome == "" {
		return g.Text
	}
	if g.Outcome == "default" || strings.HasPrefix(g.Outcome, "case ") {
		return g.Outcome + " of " + g.Text
	}
	return g.Text + " is " + g.Outcome
}

// Count is how often executions took the goal that executed edges so often.
func (g *Goal) Count(passes map[cfa.EdgeID]int64) (n int64) {
	for _, e := range g.Edges {
		n += passes[e]
	}
	return n
}

// Goals lists the goals of a program, in the order of the source.
func Goals(p *cfa.Program, c Criterion) []Goal {
	type key struct {
		decision         int
		operand, outcome string
		pos              source.Pos
	}
	var out []Goal
	index := map[key]int{}
	for _, proc := range p.Procs {
		if proc.Model {
			continue
		}
		for _, e := range proc.Edges {
			g, ok := goal(e, c)
			if !ok {
				continue
			}
			g.Function = proc.Name
			k := key{g.Decision, g.Text, g.Outcome, g.Pos}
			i, known := index[k]
			if !known || g.Decision == 0 {
				i = len(out)
				index[k] = i
				out = append(out, g)
			}
			out[i].Edges = append(out[i].Edges, e.Origin)
		}
	}
	slices.SortStableFunc(out, func(x, y Goal) int {
		a, b := &x, &y
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Decision, b.Decision), a.rank()-b.rank())
	})
	return out
}

// rank orders the outcomes of a decision.
func (g *Goal) rank() int {
	switch g.Outcome {
	case "false":
		return 1
	case "default":
		return 2
	}
	return 0
}

// goal is the goal that an edge takes.
func goal(e *cfa.Edge, c Criterion) (g Goal, ok bool) {
	switch op := e.Op.(type) {
	case cfa.Violation:
		return Goal{Pos: e.Pos, Text: op.Message}, c == ErrorCall
	case cfa.Assume:
		t := e.Test
		if t == nil || c == ErrorCall {
			return g, false
		}
		g = Goal{Pos: e.Pos, Decision: t.Decision, Text: t.Operand, Outcome: t.Outcome}
		if c == Branches {
			g.Pos, g.Text, g.Outcome = t.Pos, t.Text, t.Decides
		}
		return g, g.Outcome != ""
	}
	return g, false
}

// Targets is the program in which taking a goal is a violation of unreach-call, and which has no others.
// Its other edges have the numbers that they have in p. It is frozen. taken has the index of the goal for
// the edge of each violation.
func Targets(p *cfa.Program, goals []Goal) (q *cfa.Program, taken map[cfa.EdgeID]int) {
	q = p.Clone()
	q.Origins = 0
	index := map[cfa.EdgeID]int{}
	taken = map[cfa.EdgeID]int{}
	for i := range goals {
		for _, e := range goals[i].Edges {
			index[e] = i
		}
	}
	for _, proc := range q.Procs {
		edges := proc.Edges
		for _, e := range edges {
			i, wanted := index[e.ID]
			_, violates := e.Op.(cfa.Violation)
			switch {
			case violates && !wanted:
				e.Op = cfa.Exit{Kind: cfa.ExitProcess, Value: q.Terms.BV(32, cfa.Aborted)}
			case violates:
				taken[e.ID] = i
			case wanted:
				at, end := proc.NewLoc(e.Pos), proc.NewLoc(e.Pos)
				v := q.NewEdge(proc, at, end,
					cfa.Violation{Property: property.UnreachCall, Message: goals[i].String()}, e.Pos)
				taken[v.ID] = i
				e.To = at
			}
		}
		proc.Rebuild(nil)
	}
	q.Terms.Freeze()
	return q, taken
}
