package cpa

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"text/tabwriter"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/outfile"
)

// Column is a configuration.
type Column struct {
	Name   string `json:"name"`
	Counts Counts `json:"counts"`
	// Thesis has the figures of the thesis; nil: it has no such configuration.
	Thesis *Counts `json:"thesis,omitempty"`
}

// Table is table 4.1.
type Table struct {
	Limits  Limits         `json:"limits"`
	Columns []Column       `json:"columns"`
	Records []tasks.Record `json:"records"`
}

// NewTable counts records.
func NewTable(configs []tasks.NamedArgs, recs []tasks.Record, limits Limits) *Table {
	t := &Table{Limits: limits, Records: recs}
	for _, c := range configs {
		col := Column{Name: c.Name}
		if of, ok := thesis[c.Name]; ok {
			col.Thesis = &of
		}
		for _, r := range recs {
			if r.Config == c.Name {
				col.Counts.add(r, limits)
			}
		}
		t.Columns = append(t.Columns, col)
	}
	return t
}

// Wrong lists the answers that are wrong.
func (t *Table) Wrong() []string {
	var out []string
	for _, r := range t.Records {
		if r.Score == tasks.Wrong {
			out = append(out, fmt.Sprintf("%s: %s says %s", r.Name, r.Config, r.Verdict))
		}
	}
	return out
}

// lines are those of table 4.1.
var lines = []struct {
	name  string
	value func(Counts) string
}{
	{"correct results", func(c Counts) string { return strconv.Itoa(c.Correct()) }},
	{"correct 'true'", func(c Counts) string { return strconv.Itoa(c.CorrectTrue) }},
	{"correct 'false'", func(c Counts) string { return strconv.Itoa(c.CorrectFalse) }},
	{"incorrect results", func(c Counts) string { return strconv.Itoa(c.Incorrect()) }},
	{"incorrect 'true'", func(c Counts) string { return strconv.Itoa(c.IncorrectTrue) }},
	{"incorrect 'false'", func(c Counts) string { return strconv.Itoa(c.IncorrectFalse) }},
	{"error", func(c Counts) string { return strconv.Itoa(c.Errors) }},
	{"out of memory", func(c Counts) string { return strconv.Itoa(c.Memory) }},
	{"timeouts", func(c Counts) string { return strconv.Itoa(c.Timeouts) }},
	{"loop bound reached", func(c Counts) string { return strconv.Itoa(c.LoopBound) }},
	{"total CPU time (s)", func(c Counts) string { return strconv.FormatFloat(c.CPU, 'f', 0, 64) }},
	{"tasks", func(c Counts) string { return strconv.Itoa(c.Tasks) }},
}

// cells are those of a line: for each column what was counted, and what the thesis has.
func (t *Table) cells(value func(Counts) string) []string {
	var out []string
	for _, c := range t.Columns {
		of := ""
		if c.Thesis != nil {
			of = value(*c.Thesis)
		}
		out = append(out, value(c.Counts), of)
	}
	return out
}

// Text prints the table. Beside each column stand the figures of the thesis, in brackets.
func (t *Table) Text(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, c := range t.Columns {
		fmt.Fprintf(tw, "\t%s\t(thesis)", c.Name)
	}
	fmt.Fprintln(tw, "\t")
	for _, l := range lines {
		fmt.Fprint(tw, l.name)
		for i, cell := range t.cells(l.value) {
			if i%2 == 1 && cell != "" {
				cell = "(" + cell + ")"
			}
			fmt.Fprintf(tw, "\t%s", cell)
		}
		fmt.Fprintln(tw, "\t")
	}
	t.quantiles(tw)
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, line := range t.Wrong() {
		if _, err := fmt.Fprintln(w, "WRONG "+line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "The thesis has %d tasks, 900 s of CPU time and 15 GB of memory for each.\n",
		thesisTasks)
	return err
}

// quantiles prints points of figure 4.1: how many right answers each configuration gives within a CPU time.
func (t *Table) quantiles(w io.Writer) {
	for limit := 0.1; ; limit *= 10 {
		if t.Limits.CPU > 0 {
			limit = min(limit, t.Limits.CPU)
		}
		fmt.Fprintf(w, "correct within %g s", limit)
		longest := 0.0
		for _, c := range t.Columns {
			list := t.solved(c.Name)
			n := sort.Search(len(list), func(i int) bool { return list[i].CPU > limit })
			fmt.Fprintf(w, "\t%d\t", n)
			if len(list) > 0 {
				longest = max(longest, list[len(list)-1].CPU)
			}
		}
		fmt.Fprintln(w, "\t")
		if limit >= longest || limit == t.Limits.CPU {
			return
		}
	}
}

// JSON prints the table with all records as one object.
func (t *Table) JSON(w io.Writer) error { return outfile.JSON(w, t) }

// CSV prints the table: a row for each line.
func (t *Table) CSV(w io.Writer) error {
	head := []string{"line"}
	for _, c := range t.Columns {
		head = append(head, c.Name, c.Name+" (thesis)")
	}
	rows := [][]string{head}
	for _, l := range lines {
		rows = append(rows, append([]string{l.name}, t.cells(l.value)...))
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// solved are the records with right answers of a configuration, the fastest first.
func (t *Table) solved(config string) []tasks.Record {
	var out []tasks.Record
	for _, r := range t.Records {
		if r.Config == config && r.Score == tasks.Right {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b tasks.Record) int { return cmp.Compare(a.CPU, b.CPU) })
	return out
}
