package spin

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"text/tabwriter"
)

// WriteText prints the results as a table.
func WriteText(w io.Writer, results []Result) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "program\tfairness\texpected\twhittle\tstates\ttime\tMB\t"+
		"spin\tstates\ttime\tsearch\tMB\tformula")
	right, asked := 0, 0
	for _, r := range results {
		mark := ""
		if r.Wrong() {
			mark = " WRONG"
		}
		if asked++; r.Whittle.Verdict == r.Answer {
			right++
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s%s\t%d\t%.2f\t%d\t", filepath.Base(r.Program), r.Fairness, r.Answer,
			r.Whittle.Verdict, mark, r.Whittle.States, r.Whittle.Seconds, r.Whittle.Memory>>20)
		if s := r.Spin; s.Verdict == "" {
			fmt.Fprint(t, "-\t\t\t\t\t")
		} else {
			fmt.Fprintf(t, "%s\t%d\t%.2f\t%.2f\t%d\t", s.Verdict, s.States, s.Seconds, s.Search, s.Memory>>20)
		}
		fmt.Fprintf(t, "%s\n", r.Formula)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "whittle decided %d of %d\n", right, asked)
	return err
}

// WriteCSV prints each row as a line of comma-separated values.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"program", "fairness", "formula", "expected", "whittle", "whittle_states",
		"whittle_cpu_s", "whittle_bytes", "spin", "spin_states", "spin_cpu_s", "spin_search_s", "spin_bytes"})
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }
	for _, r := range results {
		_ = c.Write([]string{filepath.Base(r.Program), r.Fairness, r.Formula, r.Answer, r.Whittle.Verdict,
			strconv.Itoa(r.Whittle.States), seconds(r.Whittle.Seconds),
			strconv.FormatUint(r.Whittle.Memory, 10), r.Spin.Verdict, strconv.Itoa(r.Spin.States),
			seconds(r.Spin.Seconds), seconds(r.Spin.Search), strconv.FormatUint(r.Spin.Memory, 10)})
	}
	c.Flush()
	return c.Error()
}
