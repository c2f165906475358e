package report

import (
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// line is one printed line of a trace: steps of one thread on one source
// line, one right after the other.
type line struct {
	thread  int
	pos     source.Pos // in the program of the user
	where   string     // pos as text when pos is not known
	text    string     // the source line
	effects []string
	// local: no other thread can see anything of it, no input was chosen.
	local    bool
	model    bool // a call into the library models
	switched bool
	broken   bool // a violation or undefined behaviour
	folded   int  // more than 0: stands for so many lines
}

// lines groups the steps of a trace into lines.
func lines(t *trace.Trace, files *source.Files) []line {
	var out []line
	var key, last lineKey
	var effects *effectList
	for i := range t.Steps {
		s := &t.Steps[i]
		key = keyOf(s)
		if len(out) == 0 || key != last {
			effects = &effectList{}
			out = append(out, newLine(s, files))
			if len(out) > 1 && out[len(out)-2].thread != s.Thread {
				out[len(out)-1].switched = true
			}
		}
		last = key
		l := &out[len(out)-1]
		effects.add(t, s)
		l.effects = effects.list()
		if effects.seen {
			l.local = false
		}
		if s.Kind == trace.KindViolation || s.Kind == trace.KindUB || s.Kind == trace.KindDeadlock {
			l.broken = true
		}
	}
	return out
}

// lineKey is equal for steps that share a line.
type lineKey struct {
	thread     int
	file, line int32
	where      string
	depth      int
	model      bool
}

func keyOf(s *trace.Step) lineKey {
	k := lineKey{thread: s.Thread, file: s.User.File, line: s.User.Line, depth: s.Depth, model: s.Model}
	if !s.User.IsValid() {
		k.where = s.UserWhere
	}
	if s.Model {
		// The models call each other: all of that is one call of the user.
		// The step before it (the call itself) has the user's position too.
		k.depth = 0
	}
	return k
}

func newLine(s *trace.Step, files *source.Files) line {
	l := line{thread: s.Thread, pos: s.User, where: s.UserWhere, model: s.Model, local: true}
	if l.where == "" && !s.Model {
		l.where = s.Where
	}
	if files != nil && s.User.IsValid() {
		l.where = files.Format(s.User)
		if text, ok := files.Line(s.User); ok {
			l.text = tidy(text)
		}
	}
	if l.text == "" && !s.Model {
		l.text = tidy(s.Source)
		if l.text == "" {
			l.text = tidy(s.Text)
		}
	}
	return l
}

// tidy makes a source line fit to stand in a column.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// mergeModels joins a model call's line with neighbours of the same thread
// on the same source line: the call and what its result is assigned to.
func mergeModels(in []line) []line {
	var out []line
	for _, l := range in {
		if n := len(out); n > 0 {
			p := &out[n-1]
			same := p.thread == l.thread && p.where == l.where && !l.switched && (p.model || l.model)
			if same {
				p.effects = append(p.effects, l.effects...)
				p.local = p.local && l.local
				p.broken = p.broken || l.broken
				p.model = l.model
				if p.text == "" {
					p.text = l.text
				}
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// foldRun is the length of a run of local lines from which it is folded.
const foldRun = 4

// fold replaces long runs of local lines of one thread by one line; the last
// one stays, since it shows the values that matter for what follows.
func fold(in []line) []line {
	var out []line
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && in[j].local && in[j].thread == in[i].thread && (j == i || !in[j].switched) {
			j++
		}
		if j-i < foldRun {
			if j == i {
				j++
			}
			out = append(out, in[i:j]...)
			i = j
			continue
		}
		first := in[i]
		first.folded = j - i - 1
		first.effects = nil
		out = append(out, first, in[j-1])
		i = j
	}
	return out
}
