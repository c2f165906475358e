package c

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/source"
)

// Probes get the scope of their place by standing there: their expressions are
// put into the text, as arguments of calls that the lowering knows, and parsed
// and typed with the program. The places of everything else are mapped back,
// so that nobody sees that columns have moved.

// The functions that are put into the text. A probe is evaluated where it
// stands; a note only gives expressions a scope.
const (
	probeCall  = "__whittle_probe"
	noteCall   = "__whittle_note"
	resultName = "__whittle_result_"

	probeDeclarations = "extern void " + probeCall + "(int, ...);\nextern void " + noteCall + "(int, ...);\n"
)

// insertion is a text that is put before a byte of another one. Line and col are
// those of that byte.
type insertion struct {
	offset    int
	text      string
	line, col int
}

// probeSite is one place with its probes.
type probeSite struct {
	kind   ProbeKind
	at     source.Pos
	text   *sourceText
	node   *candidate
	probes []int
}

// probeKey names the places that the lowering looks up.
type probeKey struct {
	kind ProbeKind
	at   source.Pos
}

// targetPlace is a target as the lowering knows it: the begin of a statement or
// full expression, or a whole line if exact is not set.
type targetPlace struct {
	Target
	at    source.Pos
	exact bool
	// calls: functions are called there.
	calls bool
}

// monitorPlan is a Monitor with places of a program.
type monitorPlan struct {
	*Monitor
	sites   []*probeSite
	byPlace map[probeKey]int
	targets []targetPlace
	notes   []ProbeNote
	// bind has, by probe, the number of the thread that is created there; counted
	// is set if threads are counted instead.
	bind    map[int]int
	counted bool
	// single: the program creates no thread.
	single bool
}

// planMonitor finds the places of a monitor in the parsed program.
func planMonitor(m *Monitor, units []*parsed) (*monitorPlan, error) {
	plan := &monitorPlan{Monitor: m, byPlace: map[probeKey]int{}, bind: map[int]int{}}
	var places []*unitPlaces
	for _, u := range units {
		if !u.model {
			places = append(places, placesOf(u))
		}
	}
	plan.single = !createThreads(places)
	for i := range m.Probes {
		if p := &m.Probes[i]; p.Kind == ProbeStatement || p.Kind == ProbeLoop || p.Kind == ProbeReturn {
			if err := checkProbeText(p.Expr, p.Kind == ProbeReturn); err != nil {
				return nil, &ProbeError{Probe: i, Target: -1, Expr: true, Msg: err.Error()}
			}
		}
		if err := plan.addProbe(i, places); err != nil {
			return nil, &ProbeError{Probe: i, Target: -1, Msg: err.Error()}
		}
	}
	for i := range m.Targets {
		if err := plan.addTarget(i, places); err != nil {
			return nil, &ProbeError{Probe: -1, Target: i, Msg: err.Error()}
		}
	}
	return plan, plan.numberThreads()
}

// createThreads reports whether a function that creates threads is called, or may be by a
// pointer.
func createThreads(places []*unitPlaces) bool {
	for _, p := range places {
		found := false
		walk(p.unit.ast.TranslationUnit, func(n cc.Node) bool {
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
func (plan *monitorPlan) numberThreads() error {
	if plan.counted = plan.Threads && len(plan.bind) == 0; plan.counted || !plan.Threads {
		return nil
	}
	wrong := func(n int) string {
		return fmt.Sprintf("there is no thread %d: it is the number of function_enter waypoints, up to its own, at calls that create a thread, and there are %d of those", n, len(plan.bind))
	}
	for i, p := range plan.Probes {
		if p.Thread > len(plan.bind) {
			return &ProbeError{Probe: i, Target: -1, Msg: wrong(p.Thread)}
		}
	}
	for i, t := range plan.Targets {
		if t.Thread > len(plan.bind) {
			return &ProbeError{Probe: -1, Target: i, Msg: wrong(t.Thread)}
		}
	}
	return nil
}

// each tries the places that p can mean, and returns the first success, else
// the first error.
func each(p ProbePlace, places []*unitPlaces, try func(*unitPlaces, physical) (found, error)) (*unitPlaces, found, error) {
	name, presumed, err := fileOf(p.File, places)
	if err != nil {
		return nil, found{}, err
	}
	var first error
	for _, u := range places {
		for _, at := range u.unit.locate(p, name, presumed) {
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

func (plan *monitorPlan) addProbe(i int, places []*unitPlaces) error {
	p := &plan.Probes[i]
	u, f, err := each(p.Place, places, func(u *unitPlaces, at physical) (found, error) {
		switch p.Kind {
		case ProbeStatement:
			return u.find(at, "statement", u.statements, noBegins)
		case ProbeLoop:
			return u.find(at, "loop", u.loops, loopBegins)
		case ProbeBranch:
			return u.find(at, "branching statement", u.branchesFor(p.Expr), noBegins)
		}
		return u.find(at, "function call", u.calls, callBegins)
	})
	if err != nil {
		return err
	}
	if f.note != "" {
		plan.notes = append(plan.notes, ProbeNote{Probe: i, Target: -1, Msg: f.note})
	}
	key := probeKey{p.Kind, u.pos(f.at)}
	n, ok := plan.byPlace[key]
	if !ok || plan.sites[n].node != f.candidate {
		if ok {
			return fmt.Errorf("several places at %s come from one macro", u.unit.files.Format(key.at))
		}
		n = len(plan.sites)
		plan.byPlace[key] = n
		plan.sites = append(plan.sites, &probeSite{kind: p.Kind, at: key.at, text: f.text, node: f.candidate})
	}
	plan.sites[n].probes = append(plan.sites[n].probes, i)
	if x, ok := f.node.(*cc.PostfixExpression); ok && p.Kind == ProbeEnter && p.Then.Do == ProbeGo {
		if d := calledFunction(x.PostfixExpression); d != nil && createsThread(d.Name()) {
			plan.bind[i] = len(plan.bind) + 1
		}
	}
	return nil
}

// branchesFor are the branchings that can have a value: those of a switch have
// others than the rest.
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

// loopBegins: some take the "while" behind the body of a do loop for its place.
func loopBegins(c *candidate) []token.Position {
	if it := c.node.(*cc.IterationStatement); it.Case == cc.IterationStatementDo {
		return []token.Position{it.Token2.Position()}
	}
	return nil
}

// callBegins: some take the opening parenthesis or the name of the function for
// the place of a call.
func callBegins(c *candidate) []token.Position {
	x := c.node.(*cc.PostfixExpression)
	return []token.Position{x.Token.Position(), x.Position()}
}

func (plan *monitorPlan) addTarget(i int, places []*unitPlaces) error {
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
	tp := targetPlace{Target: t, calls: calls, at: u.pos(f.at), exact: t.Place.Col > 0 && f.note == ""}
	if f.note != "" {
		// What the violation is part of is known only when it is found.
		plan.notes = append(plan.notes, ProbeNote{Probe: -1, Target: i, Msg: strings.Replace(f.note, "the one", "any on the line of the one", 1)})
	}
	plan.targets = append(plan.targets, tp)
	return nil
}

// insertions lists, for each text, what is put into it. Only the expression of
// the probe called only is taken, if that is not negative, so that a wrong one
// can be found.
func (plan *monitorPlan) insertions(only int) (map[*sourceText][]insertion, error) {
	out := map[*sourceText][]insertion{}
	for n, s := range plan.sites {
		if s.kind == ProbeEnter || s.kind == ProbeBranch {
			continue
		}
		ins, err := s.insertions(n, plan, only)
		if err != nil {
			return nil, &ProbeError{Probe: s.probes[0], Target: -1, Msg: err.Error()}
		}
		out[s.text] = append(out[s.text], ins...)
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b insertion) int { return a.offset - b.offset })
	}
	return out, nil
}

// call is the text of the call that holds the expressions of a site.
func (s *probeSite) call(n int, plan *monitorPlan, only int) string {
	var b strings.Builder
	name := probeCall
	if s.kind == ProbeReturn {
		name = noteCall
	}
	fmt.Fprintf(&b, "%s(%d", name, n)
	for _, i := range s.probes {
		e := plan.Probes[i].Expr
		if only >= 0 && i != only {
			e = "1"
		}
		fmt.Fprintf(&b, ", (%s)", strings.ReplaceAll(e, `\result`, fmt.Sprintf("%s%d", resultName, n)))
	}
	return b.String() + ")"
}

func (s *probeSite) insertions(n int, plan *monitorPlan, only int) ([]insertion, error) {
	call := s.call(n, plan, only)
	switch s.kind {
	case ProbeLoop:
		return s.loopInsertion(call)
	case ProbeReturn:
		x := s.node.node.(*cc.PostfixExpression)
		typ := spellType(x.Type())
		if typ == "" {
			return nil, fmt.Errorf("the function that is called returns no number and no pointer")
		}
		if s.node.enclosing == nil {
			return nil, fmt.Errorf("the call stands in no statement")
		}
		return s.before(s.node.enclosing, fmt.Sprintf("extern %s %s%d; %s; ", typ, resultName, n, call))
	}
	return s.before(s.node, call+"; ")
}

// before puts a text before a statement or declaration, or at the begin of the body
// of a function.
func (s *probeSite) before(c *candidate, text string) ([]insertion, error) {
	if body, ok := c.node.(*cc.CompoundStatement); ok {
		in, err := s.insertionAt(body.Token.Position(), "{")
		in.offset, in.col, in.text = in.offset+1, in.col+1, " "+text
		return []insertion{in}, err
	}
	stmt, ok := c.node.(*cc.Statement)
	block := c.block
	for ok && stmt.Case == cc.StatementLabeled {
		// A jump to the label comes by as well.
		stmt, block = stmt.LabeledStatement.Statement, false
	}
	if !ok {
		in, err := s.insertionAt(c.at, "")
		in.text = text
		return []insertion{in}, err
	}
	begin, err := s.insertionAt(stmt.Position(), "")
	if err != nil || block {
		begin.text = text
		return []insertion{begin}, err
	}
	last := lastToken(stmt)
	end, err := s.insertionAt(last.Position(), string(last.Src()))
	if err != nil {
		return nil, err
	}
	end.offset, end.col = end.offset+len(last.Src()), end.col+len(last.Src())
	begin.text, end.text = "{ "+text, " }"
	return []insertion{begin, end}, nil
}

// loopInsertion puts a call before the controlling expression of a loop.
func (s *probeSite) loopInsertion(call string) ([]insertion, error) {
	it := s.node.node.(*cc.IterationStatement)
	if _, err := s.insertionAt(it.Token.Position(), string(it.Token.Src())); err != nil {
		return nil, err // the condition is not in the text then
	}
	var condition cc.ExpressionNode
	empty := it.Token4
	switch it.Case {
	case cc.IterationStatementFor:
		condition = it.ExpressionList2
	case cc.IterationStatementForDecl:
		condition, empty = it.ExpressionList, it.Token3
	default:
		condition = it.ExpressionList
	}
	if condition == nil || isNilNode(condition) {
		in, err := s.insertionAt(empty.Position(), string(empty.Src()))
		in.text = call + ", 1"
		return []insertion{in}, err
	}
	in, err := s.insertionAt(condition.Position(), "")
	in.text = call + ", "
	return []insertion{in}, err
}

// insertionAt is an insertion before a token, which is checked to be there: it may come
// from a macro.
func (s *probeSite) insertionAt(p token.Position, src string) (insertion, error) {
	at := s.text.offset(p.Line, p.Column)
	if p.Filename != s.text.name || at < 0 || !strings.HasPrefix(string(s.text.text[at:min(len(s.text.text), at+len(src))]), src) {
		return insertion{}, fmt.Errorf("the place comes from a macro or another file")
	}
	return insertion{offset: at, line: p.Line, col: p.Column}, nil
}

// spellType writes a scalar type; "" for others.
func spellType(t cc.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case cc.Bool:
		return "_Bool"
	case cc.Char:
		return "char"
	case cc.SChar:
		return "signed char"
	case cc.UChar:
		return "unsigned char"
	case cc.Short:
		return "short"
	case cc.UShort:
		return "unsigned short"
	case cc.Int, cc.Enum:
		return "int"
	case cc.UInt:
		return "unsigned int"
	case cc.Long:
		return "long"
	case cc.ULong:
		return "unsigned long"
	case cc.LongLong:
		return "long long"
	case cc.ULongLong:
		return "unsigned long long"
	case cc.Ptr:
		return "void *"
	}
	return ""
}

// insert puts texts into the text, in the order of their offsets.
func (t *sourceText) insert(list []insertion) {
	if len(list) == 0 {
		return
	}
	out := make([]byte, 0, len(t.text)+64*len(list))
	done := 0
	for _, in := range list {
		out = append(append(out, t.text[done:in.offset]...), in.text...)
		done = in.offset
	}
	t.text, t.lines = append(out, t.text[done:]...), nil
	t.inserted = list
}

// original maps a column of the text to the one before insertions.
func (t *sourceText) original(line, col int) int {
	shift := 0
	for _, in := range t.inserted {
		if in.line != line || col < in.col+shift {
			continue
		}
		if col < in.col+shift+len(in.text) {
			return in.col
		}
		shift += len(in.text)
	}
	return col - shift
}
