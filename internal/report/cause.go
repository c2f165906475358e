package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// A Cause is a line of what a violation comes from, ahead of its trace: where memory was allocated, freed and
// used, who wrote the values that a check reads, the accesses of a race, who waits for what.
type Cause struct {
	// Role is "used", "violated", "fails", "freed", "allocated", "lost", "declared", "lifetime ended",
	// "value", "input", "never set", "reads", "writes", "waits" or "taken".
	Role string
	// Text says who and what, without the place and the source.
	Text string
	// Pos is the place, which may be invalid; Where is Pos, or what the trace says, as file:line:column.
	Pos   source.Pos
	Where string
	// Source is the line at Pos, without indentation; it may be empty.
	Source string
	// Here: this is where the violation itself is.
	Here bool
}

// String is the cause in one line: "freed by T1 (work): free(s);".
func (c Cause) String() string {
	by := c.Text
	if c.Source != "" {
		by += ": " + english.Clip(c.Source, maxSource)
	}
	return strings.TrimSpace(c.Role + " " + by)
}

// Place is where it is, as "f.c:3"; it may be empty.
func (c Cause) Place() string {
	if c.Where == "" {
		return ""
	}
	file, line := splitPlace(c.Where)
	return filepath.Base(file) + line
}

// maxSource is how much of a line is told beside what it does.
const maxSource = 70

// maxCauses is the largest number of causes: with the headline they are five lines.
const maxCauses = 4

// Causes finds what the violation at the end of a replayed trace comes from.
func Causes(t *trace.Trace, files *source.Files) []Cause {
	c := causes{w: newWords(t, true), labels: threadLabels(t), files: files}
	if r, ok := trace.FindRace(t); ok {
		c.access(&r.First)
		c.access(&r.Second)
		c.out[len(c.out)-1].Here = true
		c.failures(t)
		return c.out
	}
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Kind == trace.KindDeadlock && len(c.out) < maxCauses {
			c.add("waits", c.label(s.Thread)+" "+waitText(s, true), s.User, s.UserWhere)
		}
	}
	if len(c.out) > 0 {
		c.out[len(c.out)-1].Here = true
		c.failures(t)
		c.holders(t)
		return c.out
	}
	last := len(t.Steps) - 1
	for last >= 0 && t.Steps[last].Kind != trace.KindViolation && t.Steps[last].Kind != trace.KindUB {
		last--
	}
	if last < 0 {
		if l := t.Lasso; l != nil && l.Violated != "" {
			c.add("formula", l.Violated, source.Pos{}, "")
		}
		return c.out
	}
	end := &t.Steps[last]
	used := "used"
	if len(t.Lives) == 0 || strings.HasPrefix(string(t.Property), "valid-mem") {
		used = "violated"
	}
	who := "by " + c.label(end.Thread)
	if d := t.Decided; d != nil {
		who = fmt.Sprintf("%s is %t, %s", d.Text, d.Value, who)
	}
	c.add(used, who, end.User, end.UserWhere)
	c.out[0].Here = true
	c.failures(t)
	for _, l := range t.Lives {
		c.life(&l)
	}
	texts := map[string]bool{} // arrays of which an element was told with its line
	for _, i := range c.ranked(t.Sources) {
		s := &t.Steps[i.Step]
		if base, _, ok := element(s.Object); ok && s.Value != nil && s.Value.Width == 8 {
			at := fmt.Sprint(base, s.User)
			if texts[at] {
				continue // the others are what it had before
			}
			texts[at] = true
		}
		c.value(&t.Steps[i.Step], i.Passed)
	}
	for _, i := range chosen(t) {
		s := &t.Steps[i]
		told := func(x Cause) bool { return x.Role != used && x.Pos.Line == s.User.Line }
		if !slices.ContainsFunc(c.out, told) {
			c.value(s, nil) // what it went to is not told
		}
	}
	if len(c.out) > maxCauses {
		c.out = c.out[:maxCauses]
	}
	return c.out
}

// maxFailures is how many calls are told that fail.
const maxFailures = 2

// failures tells the allocations that fail on the way to the violation, the last of them if there are many.
func (c *causes) failures(t *trace.Trace) {
	var failed []*trace.Step
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Kind == trace.KindInput && slices.ContainsFunc(s.Inputs, trace.InputNote.Failed) {
			failed = append(failed, s)
		}
	}
	room := min(maxFailures, max(0, maxCauses-len(c.out)))
	for _, s := range failed[max(0, len(failed)-room):] {
		c.add("fails", s.Inputs[0].Fails+" returns NULL, by "+c.label(s.Thread), s.User, s.UserWhere)
	}
}

// ranked puts the steps that gave values in the order in which they are told: numbers before pointers. Where
// there are numbers, pointers into an object that is there tell nothing.
func (c *causes) ranked(sources []trace.Source) []trace.Source {
	t := c.w.t
	var numbers, pointers, inside []trace.Source
	for _, i := range sources {
		name := ""
		if s := &t.Steps[i.Step]; i.Passed != nil {
			name = i.Passed.Value.Name
		} else if s.Assigned != nil {
			name = s.Assigned.Value.Name
		} else if s.Value != nil {
			name = s.Value.Name
		}
		into := slices.ContainsFunc(t.Lives, func(l trace.Life) bool {
			return name == "&"+l.Object || rootOf(name) == "&"+rootOf(l.Object)
		})
		gone := slices.ContainsFunc(t.Lives, func(l trace.Life) bool {
			return l.Role == "freed" || l.Role == "lifetime ended"
		})
		switch {
		case !strings.HasPrefix(name, "&"):
			numbers = append(numbers, i)
		case into && !gone, i.Passed != nil:
			inside = append(inside, i)
		default:
			pointers = append(pointers, i)
		}
	}
	if len(numbers) == 0 {
		pointers = append(inside, pointers...)
	}
	return append(numbers, pointers...)
}

// chosen are the steps that read what was never set, and those that got an input, of those on which the
// violation depends at more than one remove; the nearest first.
func chosen(t *trace.Trace) []int {
	var unset, inputs []int
	for i := range t.Steps {
		switch s := &t.Steps[i]; {
		case s.Distance == 0 || s.Model || len(s.Inputs) == 0:
		case s.Kind == trace.KindLoad && s.Inputs[0].Kind == trace.InitByte:
			unset = append(unset, i)
		case s.Kind == trace.KindInput:
			inputs = append(inputs, i)
		}
	}
	for _, list := range [][]int{unset, inputs} {
		slices.SortStableFunc(list, func(a, b int) int { return t.Steps[a].Distance - t.Steps[b].Distance })
	}
	return append(unset, inputs...)
}

// causes collects causes.
type causes struct {
	w      *words
	labels []string
	files  *source.Files
	out    []Cause
}

func (c *causes) label(thread int) string {
	if thread < 0 || thread >= len(c.labels) {
		return "the program"
	}
	return c.labels[thread]
}

func (c *causes) add(role, text string, pos source.Pos, where string) {
	if c.files != nil && pos.IsValid() {
		where = c.files.Format(pos)
	}
	one := Cause{Role: role, Text: text, Pos: pos, Where: where}
	if c.files != nil && pos.IsValid() {
		line, _ := c.files.Line(pos)
		one.Source = english.OneLine(line)
	}
	if !slices.Contains(c.out, one) {
		c.out = append(c.out, one)
	}
}

// access tells an access of a race.
func (c *causes) access(a *trace.RaceAccess) {
	role, how := accessWords(c.w, a)
	c.add(role, fmt.Sprintf("%s, %s", c.label(a.Thread), how), a.Step.User, a.Where)
}

// holders tells where the locks were taken that threads wait for.
func (c *causes) holders(t *trace.Trace) {
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Wait == nil {
			continue
		}
		for _, h := range s.Wait.Holders {
			if len(c.out) < maxCauses && h.Since.IsValid() {
				c.add("taken", s.Wait.Object+" by "+c.label(h.Thread), h.Since, h.Where)
			}
		}
	}
}

// life tells a moment in the life of an object.
func (c *causes) life(l *trace.Life) {
	text := ""
	if l.Role == "allocated" || l.Role == "declared" {
		text = fmt.Sprintf("%s, %s", l.Object, english.Count(l.Size, "byte"))
	}
	if l.Thread >= 0 {
		text = strings.TrimPrefix(text+", by "+c.label(l.Thread), ", ")
	}
	c.add(l.Role, text, l.Pos, l.Where)
}

// value tells a step that gave a value to what the violation reads: if it is a call, to what parameter.
func (c *causes) value(s *trace.Step, passed *trace.Assignment) {
	role, name, value := "value", "", s.Value
	switch {
	case s.Kind == trace.KindInput && len(s.Inputs) > 0 && s.Inputs[0].Fails != "":
		return // see failures
	case passed != nil:
		name, value = shortName(passed.Name), &passed.Value
	case s.Kind == trace.KindInput:
		role = "input"
		for _, n := range s.Inputs {
			if n.Kind == trace.Havoc {
				name = c.w.t.Names.Input(n.What)
			}
		}
		if s.Assigned != nil {
			value = &s.Assigned.Value
		}
	case s.Assigned != nil && s.Kind == trace.KindAssign:
		name, value = shortName(s.Assigned.Name), &s.Assigned.Value
	case strings.Contains(s.Object, "#") && !strings.Contains(s.Object, ".") && s.Access != "":
		name = s.Access // says more than the offset in a block
	default:
		name = c.w.object(s)
		if base, v := c.w.copied(s); v != nil {
			name, value = base, v
		}
	}
	if name == "" || c.w.t.Names.IsOwn(name) || strings.HasPrefix(name, `"`) || value == nil {
		return
	}
	text := c.w.value(value)
	if c.w.t.Names.LeadsToOwn(text) {
		return
	}
	name, by := name+" = "+text, ", by "+c.label(s.Thread)
	switch {
	case s.Kind == trace.KindLoad && len(s.Inputs) > 0:
		role, name = "never set", strings.Replace(name, " = ", " happens to be ", 1)
	case s.Kind == trace.KindLoad: // nothing has written it
		by = " from the start, read by " + c.label(s.Thread)
	}
	c.add(role, name+by, s.User, s.UserWhere)
}

// causes prints the headline of a violation and what it comes from.
func (s Summary) causes(b *strings.Builder) {
	fmt.Fprintf(b, "%s is violated%s\n", s.Result.Verdict.Property, s.found())
	for _, line := range causeLines(Causes(s.Result.Trace, s.Files)) {
		fmt.Fprintln(b, line)
	}
}

// causeLines are the lines of the table of causes.
func causeLines(list []Cause) []string {
	role, place := 0, 0
	for _, c := range list {
		role, place = max(role, len(c.Role)), max(place, len(c.Place()))
	}
	out := make([]string, len(list))
	for i, c := range list {
		line := fmt.Sprintf("  %-*s  %-*s  %s", role, c.Role, place, c.Place(), c.Text)
		if c.Source != "" {
			line += ": " + english.Clip(c.Source, maxSource)
		}
		out[i] = strings.TrimRight(line, " ")
	}
	return out
}
