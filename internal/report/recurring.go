package report

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/trace"
)

// Recurring is the part of an execution that goes on for ever.
type Recurring struct {
	// First and Last are indices of steps of the trace.
	First int `json:"first"`
	Last  int `json:"last"`
	// Threads make steps in it. Waits is the one that waits for ever, of a violation of no-starvation.
	Threads []int `json:"threads"`
	Waits   *int  `json:"waits,omitempty"`
	// Changes are what it writes that does not stay as it is.
	Changes []Change `json:"changes,omitempty"`
}

// Change is a variable that changes in each round.
type Change struct {
	Object string   `json:"object"`
	Values []string `json:"values"` // of one round, in their order; the last one is what it begins with
}

// NewRecurring finds the part of a replayed trace that goes on for ever; nil: there is none.
func NewRecurring(t *trace.Trace) *Recurring {
	if !t.Recurs() {
		return nil
	}
	c := &Recurring{First: t.Repeats, Last: len(t.Steps) - 1}
	w := newWords(t, true)
	for i := t.Repeats; i < len(t.Steps); i++ {
		switch s := &t.Steps[i]; s.Kind {
		case trace.KindViolation:
			if t.Lasso != nil {
				c.Waits = &s.Thread
			}
			c.Last = i - 1
		case trace.KindStore:
			c.change(w.object(s), w.value(s.Value))
		case trace.KindAssign:
			if a := s.Assigned; a != nil && a.Type != "" && !s.Model {
				c.change(fmt.Sprintf("%s of T%d", shortName(a.Name), s.Thread), w.value(&a.Value))
			}
		}
	}
	for _, s := range t.Steps[c.First : c.Last+1] {
		if s.Thread >= 0 && !slices.Contains(c.Threads, s.Thread) {
			c.Threads = append(c.Threads, s.Thread)
		}
	}
	slices.Sort(c.Threads)
	c.Changes = slices.DeleteFunc(c.Changes, func(x Change) bool { return len(x.Values) < 2 })
	return c
}

// change notes that something gets a value.
func (c *Recurring) change(object, value string) {
	i := slices.IndexFunc(c.Changes, func(x Change) bool { return x.Object == object })
	if i < 0 {
		c.Changes = append(c.Changes, Change{Object: object, Values: []string{value}})
	} else if list := c.Changes[i].Values; list[len(list)-1] != value {
		c.Changes[i].Values = append(list, value)
	}
}

// maxRound is how many values of a variable are told of one round.
const maxRound = 8

// String says it in a line: who goes on, and what changes.
func (c *Recurring) String() string {
	var who []string
	for _, t := range c.Threads {
		who = append(who, fmt.Sprintf("T%d", t))
	}
	text := "this repeats for ever, with steps of " + strings.Join(who, ", ")
	if c.Waits != nil {
		text += fmt.Sprintf(", while T%d waits", *c.Waits)
	}
	for _, x := range c.Changes {
		values := x.Values
		if len(values) > maxRound {
			values = append(values[:maxRound:maxRound], "...")
		}
		text += fmt.Sprintf("; %s: %s", x.Object, strings.Join(values, ", "))
	}
	return text
}
