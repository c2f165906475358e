package report

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/trace"
)

// waitText says what the thread of a step waits for, as the end of a sentence: "for b, held by T2 since
// a.c:12". It is empty if that is not known. Threads have their names if these are wanted.
func waitText(s *trace.Step, names bool) string {
	if s.Wait == nil {
		return strings.TrimPrefix(s.Message, "cannot go on")
	}
	w := *s.Wait
	w.Thread = s.Thread
	w.Holders = slices.Clone(w.Holders)
	for i := range w.Holders {
		h := &w.Holders[i]
		if h.Where != "" {
			h.Where = shortPlace(h.Where)
		}
		if !names {
			h.ThreadName = ""
		}
	}
	if !names {
		w.ChildName = ""
	}
	if what := w.For(); what != "" {
		return "for " + what
	}
	return ""
}

// deadlockHeadline says in one sentence who waits for what; ok is false if a trace does not end in a
// deadlock.
func deadlockHeadline(t *trace.Trace) (h headline, ok bool) {
	var waits []string
	var last *trace.Step
	var steps []*trace.Step
	labels := threadLabels(t)
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Kind != trace.KindDeadlock {
			continue
		}
		if last = s; s.Thread < 0 || s.Thread >= len(labels) {
			continue
		}
		if s.Wait == nil || s.Wait.Kind != trace.WaitJoin {
			steps = append(steps, s)
		}
		text := labels[s.Thread] + " waits "
		if s.User.IsValid() && s.UserWhere != "" {
			text += "at " + shortPlace(s.UserWhere) + " "
		}
		text += waitText(s, true)
		waits = append(waits, strings.Join(strings.Fields(text), " "))
	}
	if last == nil {
		return h, false
	}
	h = headline{pos: last.User, message: "deadlock", short: "deadlock", steps: steps}
	if len(waits) == 1 {
		h.short = "a thread can never go on"
	} else if len(waits) > 1 {
		h.short = fmt.Sprintf("deadlock of %d threads", len(waits))
	}
	if more := len(waits) - maxWaits; more > 1 {
		waits = append(waits[:maxWaits], "...")
	}
	if len(waits) > 0 {
		h.message += ": " + strings.Join(waits, "; ")
	}
	return h, true
}
