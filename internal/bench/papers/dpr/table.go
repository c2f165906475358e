package dpr

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"
)

// line is a line of a table: the runs of the rows of one name, by variant.
type line struct {
	row  Row
	runs map[string][]Result
}

func lines(results []Result) (lines []line, variants []string) {
	for _, r := range results {
		if !slices.Contains(variants, r.Variant) {
			variants = append(variants, r.Variant)
		}
		if n := len(lines); n == 0 || lines[n-1].row.Name != r.Row.Name {
			lines = append(lines, line{r.Row, map[string][]Result{}})
		}
		l := lines[len(lines)-1]
		l.runs[r.Variant] = append(l.runs[r.Variant], r)
	}
	return lines, variants
}

// cell is what stands for the runs of a row: the range of the paths, and the mean of the CPU times.
func cell(runs []Result) (paths, seconds string) {
	if len(runs) == 0 {
		return "", ""
	}
	least, most, total, open := runs[0].Paths, runs[0].Paths, 0.0, ""
	wrong := ""
	for _, r := range runs {
		least, most = min(least, r.Paths), max(most, r.Paths)
		total += r.Seconds
		if !r.Decided {
			open = ">"
		}
		if r.Wrong {
			wrong = " WRONG"
		}
	}
	paths = fmt.Sprint(least)
	switch {
	case most == 0:
		paths = "-"
	case most > least:
		paths = fmt.Sprintf("%d-%d", least, most)
	}
	return paths + wrong, fmt.Sprintf("%s%.2f", open, total/float64(len(runs)))
}

// WriteText prints the tables as text: paths and CPU seconds, the range and the mean over the seeds; ">"
// stands where a run gave no answer.
func WriteText(w io.Writer, results []Result) error {
	lines, variants := lines(results)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprint(t, "Program\tall paths\tpaper")
	for _, v := range variants {
		fmt.Fprintf(t, "\t%s: paths\ttime", v)
	}
	fmt.Fprintln(t)
	for _, l := range lines {
		paper := "-"
		if l.row.Paper > 0 {
			paper = strconv.Itoa(l.row.Paper)
		}
		fmt.Fprintf(t, "%s\t%d\t%s", l.row.Name, uint64(1)<<l.row.Choices, paper)
		for _, v := range variants {
			paths, seconds := cell(l.runs[v])
			fmt.Fprintf(t, "\t%s\t%s", paths, seconds)
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// WriteCSV prints each run as a line of comma-separated values.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"program", "choices", "paper_paths", "variant", "verdict", "decided", "wrong",
		"paths", "total_cpu_s"})
	for _, r := range results {
		_ = c.Write([]string{r.Row.Name, strconv.Itoa(r.Row.Choices), strconv.Itoa(r.Row.Paper), r.Variant,
			r.Verdict, strconv.FormatBool(r.Decided), strconv.FormatBool(r.Wrong), strconv.Itoa(r.Paths),
			fmt.Sprintf("%.3f", r.Seconds)})
	}
	c.Flush()
	return c.Error()
}
