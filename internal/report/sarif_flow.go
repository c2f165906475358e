package report

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// The importances of the steps of a code flow: viewers can hide the
// unimportant ones, and show only the essential ones at first.
const (
	essential   = "essential"   // another thread goes on, or the violation
	important   = "important"   // what the printed trace shows besides
	unimportant = "unimportant" // what the printed trace leaves out or folds
)

// violation is the result of a verdict "false".
func (b sarifWriter) violation() sarifResult {
	res := b.s.Result
	p := res.Verdict.Property
	if ruleIndex(p) < 0 {
		p = b.s.Property
	}
	r := sarifResult{RuleID: string(p), RuleIndex: ruleIndex(p), Level: "error",
		Message:    sarifText{Text: fmt.Sprintf("%s is violated", p)},
		Properties: &sarifResultValues{Why: res.Why, Inputs: []sarifInput{}}}
	r.Prints = map[string]string{fingerprintName: b.s.Fingerprint()}
	if res.Trace == nil {
		return r
	}
	if h, ok := newHeadline(res.Trace, b.s.Files); ok {
		r.Message.Text = h.message
		if h.behaviour != "" {
			r.RuleID, r.RuleIndex = behaviourRule(h.behaviour)
		}
		r.Locations = b.locations(b.s.Files, h.pos)
		r.Related = b.related(res.Trace, h)
	}
	r.Properties.Inputs = b.inputs(res.Trace)
	ls := allLines(res.Trace, b.s.Files, false)
	if flows := b.threadFlows(res.Trace, ls); len(flows) > 0 {
		r.CodeFlows = []sarifCodeFlow{{Message: &sarifText{Text: "An execution that was replayed; the " +
			"execution order is the interleaving of its threads."}, ThreadFlows: flows}}
	}
	if len(r.Locations) == 0 { // a violation that has no place of its own is where the last step was
		for i := len(ls) - 1; i >= 0 && len(r.Locations) == 0; i-- {
			r.Locations = b.locations(b.s.Files, ls[i].pos)
		}
	}
	return r
}

// related are the places of what a violation comes from, but for its own.
func (b sarifWriter) related(t *trace.Trace, h headline) []sarifLocation {
	var out []sarifLocation
	for _, c := range Causes(t, b.s.Files) {
		at := b.physical(b.s.Files, c.Pos)
		if at == nil || c.Here {
			continue
		}
		message := c.String()
		if c.Pos == h.other {
			message = h.otherMessage
		}
		id := len(out) + 1
		out = append(out, sarifLocation{ID: &id, Physical: at, Message: &sarifText{Text: message}})
	}
	return out
}

// threadFlows has one flow for each thread that has a step, in their order.
func (b sarifWriter) threadFlows(t *trace.Trace, ls []line) []sarifThreadFlow {
	labels := threadLabels(t)
	weight, _ := importances(t, ls)
	flows := map[int]*sarifThreadFlow{}
	var threads []int
	order := 1
	for i, l := range ls {
		text := strings.TrimSuffix(l.text+"  "+joinEffects(l.effects), "  ")
		at := sarifLocation{Physical: b.physical(b.s.Files, l.pos)}
		if at.Physical == nil && (text == "" || weight[i] == unimportant) {
			continue // nothing that could be shown
		}
		f := flows[l.thread]
		if f == nil {
			f = &sarifThreadFlow{ID: "threads", Message: &sarifText{Text: "all threads"}}
			if l.thread >= 0 {
				f.ID, f.Message.Text = fmt.Sprintf("T%d", l.thread), labels[l.thread]
			}
			flows[l.thread] = f
			threads = append(threads, l.thread)
		}
		if text != "" {
			// Viewers that show all threads in one list do not say which one a step is of.
			at.Message = &sarifText{Text: f.ID + ": " + text}
		}
		f.Locations = append(f.Locations, sarifFlowStep{Location: at, ExecutionOrder: order,
			Importance: weight[i]})
		order++
	}
	slices.Sort(threads)
	out := make([]sarifThreadFlow, len(threads))
	for i, th := range threads {
		out[i] = *flows[th]
	}
	return out
}

// importances says of each line how much it matters: what the printed trace leaves out or folds does not. The
// lines of that are folded.
func importances(t *trace.Trace, ls []line) (out []string, folded []line) {
	out = make([]string, len(ls))
	for i := range ls {
		out[i] = unimportant
	}
	shown := drop(ls)
	folded = fold(shown, t.Sliced, mostLines)
	for _, l := range folded {
		if l.folded == 0 {
			out[l.number] = important
		}
	}
	for n := range shown {
		i := shown[n].number
		if shown[n].broken || out[i] == important && n > 0 && shown[n-1].thread != shown[n].thread {
			out[i] = essential
		}
	}
	return out, folded
}

// inputs lists what was chosen for the program, in the order of the steps.
func (b sarifWriter) inputs(t *trace.Trace) []sarifInput {
	w := newWords(t, true)
	labels := threadLabels(t)
	out := []sarifInput{}
	add := func(s *trace.Step, what string, v *trace.Value) {
		in := sarifInput{What: what, Value: w.value(v), Where: b.where(s.User)}
		if s.Thread >= 0 && s.Thread < len(labels) {
			in.Thread = labels[s.Thread]
		}
		out = append(out, in)
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		named := false
		for n := range s.Inputs {
			switch note := &s.Inputs[n]; note.Kind {
			case trace.Havoc:
				named = true
				if note.Unread {
					continue
				}
				v := &note.Value
				if s.Assigned != nil {
					v = &s.Assigned.Value // with the type of the variable
				}
				add(s, note.What, v)
			case trace.InitByte:
				add(s, note.What, &note.Value)
			}
		}
		if s.Kind == trace.KindInput && !named {
			what := "input"
			if s.Assigned != nil {
				what = shortName(s.Assigned.Name)
			}
			add(s, what, s.Value)
		}
	}
	return out
}

// where prints a place with the name of its file as elsewhere in the log.
func (b sarifWriter) where(p source.Pos) string {
	if b.s.Files == nil || !p.IsValid() {
		return ""
	}
	name, _, ok := fileName(b.o.Root, b.s.Files.Name(p.File))
	if !ok {
		return ""
	}
	if c := runeColumn(b.s.Files, p); c > 0 {
		return fmt.Sprintf("%s:%d:%d", name, p.Line, c)
	}
	return fmt.Sprintf("%s:%d", name, p.Line)
}
