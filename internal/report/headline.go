package report

import (
	"fmt"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// headline is a violation in one sentence with its place, for where a whole trace does not fit.
type headline struct {
	pos     source.Pos // may be invalid
	message string
	// short is the message without what causes tell.
	short string
	// other is the place of the other access of a race, with what it is.
	other        source.Pos
	otherMessage string
	// behaviour is the kind of undefined behaviour, if it is one.
	behaviour property.Behaviour
	// steps are those at which it happens: both accesses of a race; of a deadlock where threads wait, but
	// for the end of others.
	steps []*trace.Step
}

// newHeadline finds the headline of a replayed trace; ok is false if the trace does not say what is violated.
func newHeadline(t *trace.Trace, files *source.Files) (h headline, ok bool) {
	if r, race := trace.FindRace(t); race {
		w := newWords(t, true)
		first, second := accessSentence(w, &r.First, files), accessSentence(w, &r.Second, files)
		h.pos, h.other = r.Second.Step.User, r.First.Step.User
		h.steps = []*trace.Step{r.First.Step, r.Second.Step}
		h.otherMessage = "the other access: " + first
		h.short = "data race on " + w.object(r.Second.Step)
		h.message = fmt.Sprintf("%s: %s; %s", h.short, first, second)
		return h, true
	}
	if h, ok := deadlockHeadline(t); ok {
		return h, true
	}
	for i := len(t.Steps) - 1; i >= 0; i-- {
		s := &t.Steps[i]
		switch s.Kind {
		case trace.KindViolation, trace.KindUB:
			h.pos, h.message, h.behaviour, h.steps = s.User, s.Message, s.Behaviour, []*trace.Step{s}
			if h.message == "" {
				h.message = string(s.Kind)
			}
			if s.Brief != "" {
				h.short = s.Brief
			}
			if clause := s.Behaviour.Reference(); clause != "" {
				h.message += fmt.Sprintf(" (%s, %s)", s.Behaviour, clause)
			}
			if h.short == "" {
				h.short = h.message
			}
			if names := threadLabels(t); s.Thread >= 0 && s.Thread < len(names) {
				h.message += ", in " + names[s.Thread]
			}
			return h, true
		}
	}
	return h, false
}

// threadLabels names each thread of a trace: "T1 (inc)".
func threadLabels(t *trace.Trace) []string {
	names := t.ThreadNames()
	for i, name := range names {
		if t.Names.IsMade(name) {
			name = ""
		}
		names[i] = fmt.Sprintf("T%d", i)
		if name != "" {
			names[i] += fmt.Sprintf(" (%s)", name)
		}
	}
	return names
}

// accessSentence tells an access of a race: "T1 (inc) writes n at a.c:3, holding no lock".
func accessSentence(w *words, a *trace.RaceAccess, files *source.Files) string {
	verb, how := accessWords(w, a)
	where := a.Where
	if files != nil && a.Step.User.IsValid() {
		where = files.Format(a.Step.User)
	}
	if where != "" {
		where = " at " + shortPlace(where)
	}
	return fmt.Sprintf("T%d (%s) %s %s%s, %s", a.Thread, a.ThreadName, verb, w.object(a.Step), where, how)
}

// accessWords say what an access of a race does, and how: "writes", "atomically, holding m (taken at a.c:3)".
func accessWords(w *words, a *trace.RaceAccess) (verb, how string) {
	verb = "reads"
	if a.Write {
		verb = "writes"
	}
	switch {
	case a.Step.Section != 0:
		how = "in an atomic section, "
	case a.Atomic:
		how = "atomically, "
	}
	return verb, how + heldLocks(w.t.Names, a.Locks)
}
