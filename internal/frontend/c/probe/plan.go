package probe

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// The functions that are put into the text. A probe is evaluated where it
// stands; a note only gives expressions a scope.
const (
	Call       = "__whittle_probe"
	NoteCall   = "__whittle_note"
	ResultName = "__whittle_result_"

	probeDeclarations = "extern void " + Call + "(int, ...);\nextern void " + NoteCall + "(int, ...);\n"
)

// Site is one place with its probes.
type Site struct {
	kind   Kind
	At     source.Pos
	text   *ctext.Text
	node   *candidate
	Probes []int
}

// siteKey names the places that the lowering looks up.
type siteKey struct {
	kind Kind
	at   source.Pos
}

// TargetPlace is a target as the lowering knows it: the begin of a statement or
// full expression, or a whole line if exact is not set.
type TargetPlace struct {
	Target
	At    source.Pos
	Exact bool
	// Calls: functions are called there.
	Calls bool
}

// Plan is a Monitor with places of a program.
type Plan struct {
	*Monitor
	ProbeSites   []*Site
	byPlace      map[siteKey]int
	TargetPlaces []TargetPlace
	notes        []Note
	// Bind has, by probe, the number of the thread that is created there; counted
	// is set if threads are counted instead.
	Bind    map[int]int
	Counted bool
	// Single: the program creates no thread.
	Single bool
}

// SiteAt returns the number of the site of a kind at a place; ok is false if there is none.
func (plan *Plan) SiteAt(kind Kind, at source.Pos) (n int, ok bool) {
	n, ok = plan.byPlace[siteKey{kind, at}]
	return n, ok
}

// planMonitor finds the places of a monitor in the parsed program.
func planMonitor(m *Monitor, units []*parse.Unit) (*Plan, error) {
	plan := &Plan{Monitor: m, byPlace: map[siteKey]int{}, Bind: map[int]int{}}
	var places []*unitPlaces
	for _, u := range units {
		if !u.Model {
			places = append(places, placesOf(u))
		}
	}
	plan.Single = !createThreads(places)
	for i := range m.Probes {
		if p := &m.Probes[i]; p.Kind == Statement || p.Kind == Loop || p.Kind == Return {
			if err := checkText(p.Expr, p.Kind == Return); err != nil {
				return nil, &Error{Probe: i, Target: -1, Expr: true, Msg: err.Error()}
			}
		}
		if err := plan.addProbe(i, places); err != nil {
			return nil, &Error{Probe: i, Target: -1, Msg: err.Error()}
		}
	}
	for i := range m.Targets {
		if err := plan.addTarget(i, places); err != nil {
			return nil, &Error{Probe: -1, Target: i, Msg: err.Error()}
		}
	}
	return plan, plan.numberThreads()
}

// createThreads reports whether a function that creates threads is called, or may be by a pointer.
func createThreads(places []*unitPlaces) bool {
	for _, p := range places {
		found := false
		syntax.Walk(p.unit.AST.TranslationUnit, func(n cc.Node) bool {
			x, ok := n.(*cc.PrimaryExpression)
			found = found || ok && x.Case == cc.PrimaryExpressionIdent && createsThread(x.Token.SrcStr())
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// numberThreads checks that the threads that probes and targets are for exist.
func (plan *Plan) numberThreads() error {
	if plan.Counted = plan.Threads && len(plan.Bind) == 0; plan.Counted || !plan.Threads {
		return nil
	}
	wrong := func(n int) string {
		return fmt.Sprintf("there is no thread %d: it is the number of function_enter waypoints, up to its "+
			"own, at calls that create a thread, and there are %d of those", n, len(plan.Bind))
	}
	for i, p := range plan.Probes {
		if p.Thread > len(plan.Bind) {
			return &Error{Probe: i, Target: -1, Msg: wrong(p.Thread)}
		}
	}
	for i, t := range plan.Targets {
		if t.Thread > len(plan.Bind) {
			return &Error{Probe: -1, Target: i, Msg: wrong(t.Thread)}
		}
	}
	return nil
}

// each tries the places that p can mean, and returns the first success, else the first error.
func each(p Place, places []*unitPlaces, try func(*unitPlaces, physical) (found, error)) (*unitPlaces,
	found, error) {
	name, presumed, err := fileOf(p.File, places)
	if err != nil {
		return nil, found{}, err
	}
	var first error
	for _, u := range places {
		for _, at := range locate(u.unit, p, name, presumed) {
			f, err := try(u, at)
			if err == nil {
				return u, f, nil
			}
			if first == nil {
				first = err
			}
		}
	}
	if first == nil {
		first = fmt.Errorf("there is no line %d of %s", p.Line, name)
	}
	return nil, found{}, first
}

func noBegins(*candidate) []token.Position { return nil }

func (plan *Plan) addProbe(i int, places []*unitPlaces) error {
	p := &plan.Probes[i]
	u, f, err := each(p.Place, places, func(u *unitPlaces, at physical) (found, error) {
		switch p.Kind {
		case Statement:
			return u.find(at, "statement", u.statements, noBegins)
		case Loop:
			return u.find(at, "loop", u.loops, loopBegins)
		case Branch:
			return u.find(at, "branching statement", u.branchesFor(p.Expr), noBegins)
		}
		return u.find(at, "function call", u.calls, callBegins)
	})
	if err != nil {
		return err
	}
	if f.note != "" {
		plan.notes = append(plan.notes, Note{Probe: i, Target: -1, Msg: f.note})
	}
	key := siteKey{p.Kind, u.pos(f.at)}
	n, ok := plan.byPlace[key]
	if !ok || plan.ProbeSites[n].node != f.candidate {
		if ok {
			return fmt.Errorf("several places at %s come from one macro", u.unit.Files.Format(key.at))
		}
		n = len(plan.ProbeSites)
		plan.byPlace[key] = n
		plan.ProbeSites = append(plan.ProbeSites, &Site{kind: p.Kind, At: key.at, text: f.text,
			node: f.candidate})
	}
	plan.ProbeSites[n].Probes = append(plan.ProbeSites[n].Probes, i)
	if x, ok := f.node.(*cc.PostfixExpression); ok && p.Kind == Enter && p.Then.Do == Go {
		if d := syntax.Callee(x.PostfixExpression); d != nil && createsThread(d.Name()) {
			plan.Bind[i] = len(plan.Bind) + 1
		}
	}
	return nil
}

// branchesFor are the branchings that can have a value: those of a switch have others than the rest.
func (p *unitPlaces) branchesFor(value string) []*candidate {
	twoWay := value == "true" || value == "false"
	var out []*candidate
	for _, c := range p.branches {
		s, ok := c.node.(*cc.SelectionStatement)
		if isSwitch := ok && s.Case == cc.SelectionStatementSwitch; isSwitch != twoWay {
			out = append(out, c)
		}
	}
	return out
}

// loopBegins: some take the "while" after the body of a do loop for its place.
func loopBegins(c *candidate) []token.Position {
	if it := c.node.(*cc.IterationStatement); it.Case == cc.IterationStatementDo {
		return []token.Position{it.Token2.Position()}
	}
	return nil
}

// callBegins: some take the opening parenthesis or the name of the function for the place of a call.
func callBegins(c *candidate) []token.Position {
	x := c.node.(*cc.PostfixExpression)
	return []token.Position{x.Token.Position(), x.Position()}
}

func (plan *Plan) addTarget(i int, places []*unitPlaces) error {
	t := plan.Targets[i]
	u, f, err := each(t.Place, places, func(u *unitPlaces, at physical) (found, error) {
		if f, err := u.find(at, "statement", u.statements, noBegins); err != nil || f.note == "" {
			return f, err
		}
		all := append(slices.Clone(u.statements), u.fulls...)
		return u.find(at, "statement", all, noBegins)
	})
	if err != nil {
		return err
	}
	calls := false
	for _, c := range u.calls {
		calls = calls || c.enclosing != nil && (c.enclosing.at == f.at || c.enclosing.at.Line == f.at.Line)
	}
	tp := TargetPlace{Target: t, Calls: calls, At: u.pos(f.at), Exact: t.Place.Col > 0 && f.note == ""}
	if f.note != "" {
		// What the violation is part of is known only when it is found.
		plan.notes = append(plan.notes, Note{Probe: -1, Target: i,
			Msg: strings.Replace(f.note, "the one", "any on the line of the one", 1)})
	}
	plan.TargetPlaces = append(plan.TargetPlaces, tp)
	return nil
}
