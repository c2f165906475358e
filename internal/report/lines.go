package report

import (
	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// line is one printed line of a trace: steps of one thread on one source
// line, one right after the other.
type line struct {
	thread  int
	key     lineKey
	pos     source.Pos // in the program, of its first step; may be invalid
	where   string     // file:line:column, or what the trace says
	text    string     // the source line
	effects []Effect
	// local: no other thread can see anything of it, no input was chosen.
	local bool
	// branches: a decision was made.
	branches bool
	calls    bool    // a call into the library models, whose steps are here
	switched bool    // another thread acted on the line before
	broken   bool    // a violation or undefined behaviour
	again    bool    // the part begins that repeats for ever
	folded   int     // more than 0: stands for so many lines
	repeat   *repeat // of a line that stands for others: they are a block that is repeated
	number   int     // among all lines of the trace
	steps    []int   // what it is made of: indices in the trace, in this order
	// distance is that of the nearest step of the line from the violation, see trace.Step.Distance; 0: none
	// matters.
	distance int
}

// lineKey is equal for steps that share a line.
type lineKey struct {
	thread     int
	file, line int32
	macro      source.Pos // without the column
	where      string
	depth      int
	model      bool
	outer      bool // no line of the program stands for it
}

// shown are lines of a trace with so many of them at the most that are not folded, and where threads change.
func shown(in []line, sliced bool, most int) []line {
	return switches(choose(in, sliced, most))
}

// switches notes the lines before which another thread ran.
func switches(out []line) []line {
	last := -1
	for i := range out {
		if out[i].thread < 0 {
			continue
		}
		out[i].switched = last >= 0 && last != out[i].thread
		last = out[i].thread
	}
	return out
}

// allLines groups the steps of a trace into lines.
func allLines(t *trace.Trace, files *source.Files, verbose bool) []line {
	w := newWords(t, verbose)
	var out []line
	var effects *effectList
	for i := range t.Steps {
		s := &t.Steps[i]
		key := keyOf(s)
		if i > 0 && w.goesOn(&t.Steps[i-1], s) {
			key = out[len(out)-1].key
		}
		again := t.Recurs() && i == t.Repeats
		if len(out) == 0 || key != out[len(out)-1].key || again {
			effects = &effectList{words: w}
			out = append(out, w.newLine(s, key, files))
		}
		l := &out[len(out)-1]
		l.steps = append(l.steps, i)
		l.near(s.Distance)
		if again {
			l.again = true
			effects.say(Effect{Kind: EffectAgain})
		}
		effects.add(s)
		l.effects = effects.out
		l.local = !effects.seen
		switch s.Kind {
		case trace.KindViolation, trace.KindUB, trace.KindDeadlock:
			l.broken = true
		case trace.KindBranch:
			l.branches = true
		}
	}
	out = joinSilent(joinTails(mergeModels(out)))
	for i := range out {
		out[i].number = i
	}
	return out
}

// goesOn reports whether a step is the call of one more function of the library that a call in the program is
// made of, as those of printf are.
func (w *words) goesOn(last, s *trace.Step) bool {
	return s.Kind == trace.KindCall && last.Model && !s.Model && s.Thread == last.Thread &&
		s.User == last.User && w.t.Names.IsOwn(s.Message)
}

func keyOf(s *trace.Step) lineKey {
	k := lineKey{thread: s.Thread, file: s.User.File, line: s.User.Line, depth: s.Depth, model: s.Model,
		outer: s.Outer}
	k.macro = source.Pos{File: s.Macro.File, Line: s.Macro.Line}
	if !s.User.IsValid() {
		k.where = s.UserWhere
		if k.where == "" {
			k.where = s.Where
		}
	}
	if s.Model {
		// The models call each other: all of that is one call of the user.
		k.depth = 0
	}
	return k
}

// samePlace reports whether two lines are about one source line.
func (k lineKey) samePlace(o lineKey) bool {
	return k.thread == o.thread && k.file == o.file && k.line == o.line && k.macro == o.macro &&
		k.where == o.where
}

func (w *words) newLine(s *trace.Step, key lineKey, files *source.Files) line {
	l := line{thread: s.Thread, key: key, pos: s.User, where: s.UserWhere, calls: s.Model, local: true}
	if l.where == "" && !s.Model {
		l.where = s.Where
	}
	if l.where == "-" {
		l.where = ""
	}
	if files != nil && s.User.IsValid() {
		l.where = files.Format(s.User)
		if text, ok := files.Line(s.User); ok {
			l.text = english.OneLine(text)
		}
		w.inMacro(&l, s.Macro, files)
	}
	if l.text == "" && !s.Model {
		l.text = english.OneLine(s.Source)
		if l.text == "" {
			l.text = english.OneLine(s.Text)
		}
	}
	return l
}

// mergeModels joins what a library call did with what the program did on the same source line: the call and
// what its result is assigned to. One line holds one library call.
func mergeModels(in []line) []line {
	var out []line
	for _, l := range in {
		if n := len(out); n > 0 && out[n-1].key.samePlace(l.key) &&
			(out[n-1].calls != l.calls || !l.key.model && out[n-1].key.model) {
			out[n-1].take(l)
			continue
		}
		out = append(out, l)
	}
	return out
}

// take appends a line to l.
func (l *line) take(m line) {
	l.effects = append(withoutHandle(l.effects, m.effects), m.effects...)
	l.steps = append(l.steps, m.steps...)
	l.near(m.distance)
	l.local = l.local && m.local
	l.broken = l.broken || m.broken
	l.branches = l.branches || m.branches
	l.calls = l.calls || m.calls
	l.key = m.key
	if l.text == "" {
		l.text = m.text
	}
}

// joinSilent joins lines that stand for calls of which there is nothing to tell with a line beside them about
// the same line of the source.
func joinSilent(in []line) []line {
	silent := func(l *line) bool { return len(l.effects) == 0 && !l.broken }
	var out []line
	for _, l := range in {
		if n := len(out); n > 0 && out[n-1].key.samePlace(l.key) && out[n-1].key.depth == l.key.depth &&
			(silent(&out[n-1]) || silent(&l)) {
			out[n-1].take(l)
			continue
		}
		out = append(out, l)
	}
	return out
}

// near notes the distance of a step of the line.
func (l *line) near(distance int) {
	if distance > 0 && (l.distance == 0 || distance < l.distance) {
		l.distance = distance
	}
}

// joinTails moves local steps with which a thread continues the source line it was on before others ran to
// where it was on that line: the difference cannot be seen, and a read and the assignment of what was read
// belong together.
func joinTails(in []line) []line {
	last := map[int]int{} // thread to its latest line in out
	var out []line
	for i, l := range in {
		j, ok := last[l.thread]
		after := i > 0 && in[i-1].thread != l.thread
		if ok && after && l.local && !l.broken && !l.key.model && out[j].key == l.key {
			out[j].take(l)
			continue
		}
		last[l.thread] = len(out)
		out = append(out, l)
	}
	return out
}

// idle reports whether nothing happened on a line that is worth telling: it is a
// declaration, an empty statement, the end of a block, or library code that no
// line of the program stands for.
func (l *line) idle() bool {
	if l.broken {
		return false
	}
	silent := len(l.effects) == 0
	return l.key.model && l.where == "" || l.key.outer && silent ||
		l.local && silent && !l.branches && !l.calls
}

// drop leaves out idle lines.
func drop(in []line) []line {
	var out []line
	for _, l := range in {
		if !l.idle() {
			out = append(out, l)
		}
	}
	return joinSilent(out)
}
