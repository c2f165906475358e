package symdivine

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"whittle.dev/internal/english"
	"whittle.dev/internal/outfile"
)

// Text prints tables 1 and 2 of the paper, table 2 once more for emptiness, and how the last configuration
// compares with the first. Table 2 counts, as the paper does, what a configuration did on the tasks
// that it solved; common counts those instead that all solved.
func (t *Table) Text(w io.Writer, common bool) error {
	var b strings.Builder
	b.WriteString("Table 1: tasks solved, and CPU time (s) for the tasks that all configurations solved\n\n")
	t.table1(&b)
	of := "the tasks that each configuration solved"
	if common {
		of = "the tasks that all configurations solved"
	}
	fmt.Fprintf(&b, "\nTable 2: equality checks, over %s\n\n", of)
	t.table2(&b, common, []string{"states", "equality checks", "syntactic", "cached", "model", "not needed",
		"solver calls"}, func(c Counts) []string {
		e := c.Equality
		return []string{strconv.FormatInt(c.States, 10), strconv.FormatInt(e.Checks, 10),
			share(e.Syntactic, e.Checks), share(e.Cached, e.Checks),
			share(e.Model, e.Checks), share(e.Unneeded(), e.Checks), share(e.Solver, e.Checks)}
	})
	fmt.Fprintf(&b, "\nEmptiness checks, over %s\n\n", of)
	t.table2(&b, common, []string{"states", "emptiness checks", "syntactic", "intervals", "cached", "model",
		"solver calls"}, func(c Counts) []string {
		e := c.Emptiness
		return []string{strconv.FormatInt(c.States, 10), strconv.FormatInt(e.Checks, 10),
			share(e.Syntactic, e.Checks), share(e.Interval, e.Checks), share(e.Cached, e.Checks),
			share(e.Model, e.Checks), share(e.Solver, e.Checks)}
	})
	b.WriteByte('\n')
	t.summary(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// rows calls f for the cells of each category.
func (t *Table) rows(f func(name string, cells []Cell)) {
	n := len(t.Configs)
	for i := 0; i+n <= len(t.Cells); i += n {
		name := t.Cells[i].Category
		if name == "" {
			name = "all"
			if i == n {
				return // the only category is all
			}
		}
		f(name, t.Cells[i:i+n])
	}
}

func (t *Table) table1(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "category\ttasks\t")
	for _, c := range t.Configs {
		fmt.Fprintf(tw, "%s: time\tsolved\t", c)
	}
	fmt.Fprintln(tw)
	t.rows(func(name string, cells []Cell) {
		fmt.Fprintf(tw, "%s\t%d\t", name, cells[0].Tasks)
		for _, c := range cells {
			fmt.Fprintf(tw, "%.2f\t%d\t", c.Time, c.Solved)
		}
		fmt.Fprintln(tw)
	})
	_ = tw.Flush() // to a strings.Builder
}

func (t *Table) table2(w io.Writer, common bool, head []string,
	columns func(Counts) []string) {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "category\tconfiguration\ttasks\t%s\t\n", strings.Join(head, "\t"))
	t.rows(func(name string, cells []Cell) {
		for _, c := range cells {
			n, counts := c.Solved, c.Counts
			if common {
				n, counts = c.Common, c.CommonCounts
			}
			fmt.Fprintf(tw, "%s\t%s\t%d\t%s\t\n", name, c.Config, n, strings.Join(columns(counts), "\t"))
		}
	})
	_ = tw.Flush() // to a strings.Builder
}

// summary compares the last configuration with the first over all tasks.
func (t *Table) summary(w io.Writer) {
	n := len(t.Configs)
	if n == 0 || len(t.Cells) < n {
		return
	}
	all := t.Cells[len(t.Cells)-n:]
	first, last := all[0], all[n-1]
	fmt.Fprintf(w, "%q compared with %q, over the %d tasks that all configurations solved:\n", last.Config,
		first.Config, first.Common)
	a, b := first.CommonCounts, last.CommonCounts
	fmt.Fprintf(w, "  CPU time                %.2f of %.2f s%s\n", last.Time, first.Time,
		timesOf(last.Time, first.Time))
	for _, x := range []struct {
		name string
		b, a int64
	}{
		{"equality solver calls", b.Equality.Solver, a.Equality.Solver},
		{"emptiness solver calls", b.Emptiness.Solver, a.Emptiness.Solver},
		{"solver calls in all", b.Equality.Solver + b.Emptiness.Solver, a.Equality.Solver +
			a.Emptiness.Solver},
	} {
		fmt.Fprintf(w, "  %-22s  %d of %d%s\n", x.name, x.b, x.a, timesOf(float64(x.b), float64(x.a)))
	}
	if t.LeftOut > 0 {
		fmt.Fprintf(w, "Left out, with fewer states than --min-states: %d\n", t.LeftOut)
	}
	for _, wrong := range t.Wrong {
		fmt.Fprintf(w, "WRONG: %s\n", wrong)
	}
}

// timesOf says what part a is of b.
func timesOf(a, b float64) string {
	if b == 0 {
		return ""
	}
	return fmt.Sprintf(" (%.3f)", a/b)
}

// share prints a number and its part of another.
func share(n, of int64) string {
	switch {
	case of == 0:
		return strconv.FormatInt(n, 10)
	case n > 0 && 100*n < of:
		return fmt.Sprintf("%d (<1%%)", n)
	}
	return fmt.Sprintf("%d (%d%%)", n, (100*n+of/2)/of)
}

// CSV prints a line for each record, also of tasks that are left out, with the numbers that it has.
func (t *Table) CSV(w io.Writer) error {
	head := []string{"set", "task", "property", "config", "expected", "verdict", "result", "cpu_s",
		"memory_bytes"}
	for _, s := range statNames {
		head = append(head, strings.ReplaceAll(s.name, " ", "_"))
	}
	rows := [][]string{append(head, "why")}
	for _, r := range t.Records {
		row := []string{r.Set, r.Name, string(r.Property), r.Config, r.Expected, r.Verdict, string(r.Score),
			fmt.Sprintf("%.3f", r.CPU), strconv.FormatUint(r.Memory, 10)}
		for _, s := range statNames {
			text := ""
			if v, ok := r.Stats[s.name]; ok {
				text = strconv.FormatFloat(v, 'f', -1, 64)
			}
			row = append(row, text)
		}
		rows = append(rows, append(row, english.OneLine(r.Why)))
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// JSON prints all cells and records as one object.
func (t *Table) JSON(w io.Writer) error {
	return outfile.JSON(w, t)
}
