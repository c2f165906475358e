package htmlreport

import (
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// traceData is a violation as the script sees it. Texts are numbers in Strings, since they repeat.
type traceData struct {
	Threads   []threadData `json:"threads"`
	Rows      []rowData    `json:"rows"`
	Arrows    []arrowData  `json:"arrows"`
	Spans     []spanData   `json:"spans"`
	Variables []variable   `json:"variables"`
	Strings   []string     `json:"strings"`
	// Repeats are what stands in the place of rows that are a block which is repeated, while these are
	// folded.
	Repeats []int `json:"repeats,omitempty"`
	// Loop is the part that goes on for ever; nil: there is none.
	Loop *loopData `json:"loop,omitempty"`
}

// loopData is the part of an execution that goes on for ever: its rows, and what it is in words.
type loopData struct {
	From int    `json:"a"`
	To   int    `json:"b"`
	Text string `json:"x"`
}

// rowData is a row; see report.Row.
type rowData struct {
	Thread  int    `json:"t"`
	File    int    `json:"f"` // in the list of sources; -1: the place is Where
	Line    int32  `json:"l,omitempty"`
	Where   string `json:"w,omitempty"` // where the place is in no source that is shown
	Text    int    `json:"x"`
	Effects []int  `json:"e,omitempty"`
	Flags   int    `json:"k,omitempty"`
	Repeat  int    `json:"g,omitempty"` // one more than its index in Repeats, if it is in one
	// Steps are the indices of its steps as pairs of the first of a run and the length of the run.
	Steps []int `json:"s"`
}

// The flags of a row.
const (
	flagMinor = 1 << iota
	flagIdle
	flagBroken
	flagSwitch
	flagInput
	flagRace // one of the two accesses of a data race
)

// maxText is the longest text of a row or value that is shown, in characters.
const maxText = 400

// stringTable numbers texts.
type stringTable struct {
	list  []string
	index map[string]int
}

func (t *stringTable) add(s string) int {
	if len(s) > maxText {
		if r := []rune(s); len(r) > maxText {
			s = string(r[:maxText-1]) + "\u2026"
		}
	}
	if i, ok := t.index[s]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	i := len(t.list)
	t.list, t.index[s] = append(t.list, s), i
	return i
}

// replayed returns the trace that the report shows, or nil.
func (r Report) replayed() *trace.Trace {
	if res := r.Summary.Result; res.Verdict.Kind == property.False && res.Trace != nil &&
		len(res.Trace.Steps) > 0 {
		return res.Trace
	}
	return nil
}

// traceData collects what the script shows of a trace.
func (r Report) traceData(t *trace.Trace, src *sources) traceData {
	rows := src.rows
	texts := stringTable{list: []string{}}
	d := traceData{Rows: make([]rowData, len(rows))}
	rowOf := make([]int, len(t.Steps)) // step to row
	for i := range rows {
		for _, s := range rows[i].Steps {
			rowOf[s] = i
		}
	}
	for i := range rows {
		d.Rows[i] = r.row(t, &rows[i], src, &texts)
		if fold := rows[i].Repeat; fold != nil {
			if i == 0 || fold != rows[i-1].Repeat {
				d.Repeats = append(d.Repeats,
					texts.add(fold.String()))
			}
			d.Rows[i].Repeat = len(d.Repeats)
		}
	}
	if race, ok := trace.FindRace(t); ok {
		for i := range t.Steps {
			if s := &t.Steps[i]; s == race.First.Step || s == race.Second.Step {
				d.Rows[rowOf[i]].Flags |= flagRace
			}
		}
	}
	d.Threads = threads(t, rows, rowOf)
	ev := syncEvents(t, rows)
	d.Spans = spans(rows, ev)
	d.Arrows = arrows(t, rows, rowOf, ev)
	d.Variables = r.variables(t, rows, ev, &texts)
	d.Strings = texts.list
	if c := report.NewRecurring(t); c != nil {
		d.Loop = &loopData{From: rowOf[c.First], To: rowOf[c.Last], Text: c.String()}
	}
	return d
}

// row makes the data of one row.
func (r Report) row(t *trace.Trace, row *report.Row, src *sources, texts *stringTable) rowData {
	d := rowData{Thread: row.Thread, File: -1, Text: texts.add(row.Text)}
	if at, ok := src.of(row.Pos); ok {
		d.File, d.Line = at, row.Pos.Line
	} else {
		d.Where = row.Where
	}
	for _, e := range row.Effects {
		d.Effects = append(d.Effects, texts.add(e.String()))
	}
	set := func(flag int, when bool) {
		if when {
			d.Flags |= flag
		}
	}
	set(flagMinor, row.Minor)
	set(flagIdle, row.Idle)
	set(flagBroken, row.Broken)
	set(flagSwitch, row.Switched)
	for _, i := range row.Steps {
		set(flagInput, hasInput(&t.Steps[i]))
		if n := len(d.Steps); n > 0 && d.Steps[n-2]+d.Steps[n-1] == i {
			d.Steps[n-1]++
			continue
		}
		d.Steps = append(d.Steps, i, 1)
	}
	return d
}

// hasInput reports whether a step chose something that the printed trace tells as an input.
func hasInput(s *trace.Step) bool {
	for _, n := range s.Inputs {
		switch {
		case n.Kind == trace.InitByte:
			return true
		case n.Unread:
			return false
		}
	}
	return s.Kind == trace.KindInput
}
