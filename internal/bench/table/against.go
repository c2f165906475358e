package table

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/english"
)

// Change says what became of a task since an earlier run.
type Change string

// The changes. Broken, Lost and Slower are regressions.
const (
	Broken  Change = "broken"  // the answer is wrong now
	Lost    Change = "lost"    // there is no answer any more
	Changed Change = "changed" // another verdict, where none of the other words fits
	Mended  Change = "mended"  // the answer was wrong
	Gained  Change = "gained"  // there is an answer now
	Slower  Change = "slower"
	Faster  Change = "faster"
)

// Regression reports whether a change is one for the worse.
func (c Change) Regression() bool { return c == Broken || c == Lost || c == Slower }

// Difference is a task whose result is another one than in an earlier run.
type Difference struct {
	Config   string  `json:"config,omitempty"`
	Name     string  `json:"task"`
	Property string  `json:"property"`
	Change   Change  `json:"change"`
	Before   string  `json:"before"` // the verdict
	After    string  `json:"after"`
	CPU      float64 `json:"cpu_s"`        // now
	OldCPU   float64 `json:"before_cpu_s"` // then
	Why      string  `json:"why,omitempty"`
}

// Comparability says when a time has changed.
type Comparability struct {
	// Factor is how many times the CPU time must be, or have been, the other one.
	Factor float64
	// Floor is in seconds: times that are both below it, or differ by less, are alike.
	Floor float64
}

// Against is the comparison of a run with an earlier one.
type Against struct {
	File    string        `json:"file"`
	Compare int           `json:"compared"` // records that both runs have
	Missing int           `json:"missing"`  // records of the earlier run that have no counterpart
	New     int           `json:"new"`      // records that the earlier run does not have
	Diffs   []Difference  `json:"differences"`
	How     Comparability `json:"-"`
}

// CompareRuns compares records with those of an earlier run, which is called file in what is printed. Records
// belong together if configuration, task and property are the same; when both runs have one configuration,
// its name does not matter.
func CompareRuns(file string, old, recs []tasks.Record, how Comparability) (*Against, error) {
	if how.Factor <= 1 || how.Floor < 0 {
		return nil, errors.New("times are compared with a factor above 1 and a floor that is not negative")
	}
	oneConfig := func(recs []tasks.Record) bool {
		for _, r := range recs {
			if r.Config != recs[0].Config {
				return false
			}
		}
		return true
	}
	named := !oneConfig(old) || !oneConfig(recs)
	key := func(r tasks.Record) string {
		if !named {
			return r.Key()
		}
		return tasks.RecordKey(r.Config, r.Item)
	}
	before := map[string]tasks.Record{}
	for _, r := range old {
		before[key(r)] = r
	}
	a := &Against{File: file, How: how, Diffs: []Difference{}}
	for _, r := range recs {
		o, ok := before[key(r)]
		if !ok {
			a.New++
			continue
		}
		delete(before, key(r))
		a.Compare++
		if c := how.change(o, r); c != "" {
			a.Diffs = append(a.Diffs, Difference{Config: r.Config, Name: r.Name, Property: string(r.Property),
				Change: c, Before: o.Verdict, After: r.Verdict,
				CPU: r.CPU, OldCPU: o.CPU, Why: english.OneLine(r.Why)})
		}
	}
	a.Missing = len(before)
	return a, nil
}

// change says how a result differs from an earlier one; empty: it does not.
func (how Comparability) change(o, r tasks.Record) Change {
	answers := func(r tasks.Record) bool {
		return r.Score == tasks.Right || r.Score == tasks.Wrong || r.Score == tasks.Unjudged
	}
	switch {
	case r.Score == tasks.Wrong && o.Score != tasks.Wrong:
		return Broken
	case o.Score == tasks.Wrong && r.Score != tasks.Wrong:
		return Mended
	case answers(o) && !answers(r):
		return Lost
	case !answers(o) && answers(r):
		return Gained
	case o.Verdict != r.Verdict || o.Score != r.Score:
		return Changed
	case !answers(r) || math.Abs(r.CPU-o.CPU) < how.Floor:
		// Without an answer the time is that of a limit.
		return ""
	}
	slow, quick := max(r.CPU, how.Floor, 1e-9), max(o.CPU, how.Floor, 1e-9)
	switch {
	case slow > how.Factor*quick:
		return Slower
	case quick > how.Factor*slow:
		return Faster
	}
	return ""
}

// Regressions is the number of changes for the worse.
func (a *Against) Regressions() int {
	n := 0
	for _, d := range a.Diffs {
		if d.Change.Regression() {
			n++
		}
	}
	return n
}

// Count is the number of changes of one kind.
func (a *Against) Count(c Change) int {
	n := 0
	for _, d := range a.Diffs {
		if d.Change == c {
			n++
		}
	}
	return n
}

// Changes are all kinds of changes, the worst first.
func Changes() []Change { return []Change{Broken, Lost, Changed, Slower, Mended, Gained, Faster} }

// Text prints the differences for people, the worst first.
func (a *Against) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nagainst %s: %d results compared", a.File, a.Compare)
	for _, c := range Changes() {
		if n := a.Count(c); n > 0 {
			fmt.Fprintf(&b, ", %d %s", n, c)
		}
	}
	if len(a.Diffs) == 0 {
		b.WriteString(", no differences")
	}
	if a.Missing > 0 {
		fmt.Fprintf(&b, "; %d of the earlier results have no counterpart", a.Missing)
	}
	if a.New > 0 {
		fmt.Fprintf(&b, "; %d are new", a.New)
	}
	b.WriteByte('\n')
	for _, c := range Changes() {
		for _, d := range a.Diffs {
			if d.Change == c {
				b.WriteString(d.String() + "\n")
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String is one line: "lost: base: a.yml, unreach-call: true, now unknown (timeout)".
func (d Difference) String() string {
	s := fmt.Sprintf("%s: %s%s, %s: %s", d.Change, prefix(d.Config), d.Name, d.Property, d.Before)
	if d.Change == Slower || d.Change == Faster {
		return s + fmt.Sprintf(", CPU %.2f s, now %.2f s", d.OldCPU, d.CPU)
	}
	s += ", now " + d.After
	if d.Why != "" && (d.Change == Lost || d.Change == Broken) {
		why := d.Why
		if r := []rune(why); len(r) > maxWhy {
			why = string(r[:maxWhy-3]) + "..."
		}
		s += " (" + why + ")"
	}
	return s
}
