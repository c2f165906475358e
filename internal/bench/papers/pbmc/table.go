package pbmc

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// cell is a row of the table in one variant: means over the seeds.
type cell struct {
	solve, total  float64
	clauses       int
	decided, runs int
	wrong         int
}

// line is a line of the table.
type line struct {
	row   Row
	cells map[string]cell
}

func lines(results []Result) (lines []line, variants []string) {
	seen := map[string]bool{}
	for _, r := range results {
		if !seen[r.Variant] {
			seen[r.Variant] = true
			variants = append(variants, r.Variant)
		}
		if n := len(lines); n == 0 || lines[n-1].row != r.Row {
			lines = append(lines, line{r.Row, map[string]cell{}})
		}
		c := lines[len(lines)-1].cells[r.Variant]
		c.runs++
		c.solve += r.Solve
		c.total += r.Total
		c.clauses += r.Clauses
		if r.Decided {
			c.decided++
		}
		if r.Wrong {
			c.wrong++
		}
		lines[len(lines)-1].cells[r.Variant] = c
	}
	return lines, variants
}

func (c cell) texts() (solve, total, clauses string) {
	if c.runs == 0 {
		return "", "", ""
	}
	n := float64(c.runs)
	solve, total, clauses = fmt.Sprintf("%.2f", c.solve/n), fmt.Sprintf("%.2f", c.total/n),
		strconv.Itoa(c.clauses/c.runs)
	if c.decided < c.runs {
		total = fmt.Sprintf(">%s (%d/%d)", total, c.decided, c.runs)
	}
	if c.wrong > 0 {
		total += " WRONG"
	}
	return solve, total, clauses
}

// WriteText prints table 1 as text: times in seconds, means over the seeds; ">" stands
// where not all runs gave an answer.
func WriteText(w io.Writer, results []Result) error {
	lines, variants := lines(results)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprint(t, "Name\tDepth\tProp.")
	for _, v := range variants {
		fmt.Fprintf(t, "\t%s: solving\ttotal\tclauses", v)
	}
	fmt.Fprintln(t)
	for _, l := range lines {
		prop := "UNSAT"
		if l.row.Reachable {
			prop = "SAT"
		}
		fmt.Fprintf(t, "%s\t%d\t%s", l.row.Name(), l.row.Depth, prop)
		for _, v := range variants {
			s, total, c := l.cells[v].texts()
			fmt.Fprintf(t, "\t%s\t%s\t%s", s, total, c)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i, v := range variants {
		name, ok := strings.CutSuffix(v, " PBMC")
		if !ok || i == 0 || variants[i-1] != name+" BMC" {
			continue
		}
		if m, n, open := speedup(lines, variants[i-1], v, "Indexer", "Litmus"); n > 0 {
			atLeast := ""
			if open {
				atLeast = "at least "
			}
			fmt.Fprintf(w, "%s: projections are %s%.2f times as fast (geometric mean over %d rows of "+
				"Indexer and Litmus)\n", name, atLeast, m, n)
		}
	}
	return nil
}

// speedup is the geometric mean of the ratios of total times over the rows of families that
// the fast variant decided. Where the slow one did not, the mean is a lower bound, and open is true.
func speedup(lines []line, slow, fast string, families ...string) (mean float64, n int, open bool) {
	sum := 0.0
	for _, l := range lines {
		a, b := l.cells[slow], l.cells[fast]
		if !slices.Contains(families, l.row.Family) || a.runs == 0 || a.total <= 0 || b.runs == 0 ||
			b.total <= 0 || b.decided < b.runs {
			continue
		}
		open = open || a.decided < a.runs
		sum += math.Log(a.total / b.total)
		n++
	}
	if n == 0 {
		return 0, 0, false
	}
	return math.Exp(sum / float64(n)), n, open
}

// WriteCSV prints each run as a line of comma-separated values.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"family", "processes", "depth", "reachable", "seed", "variant", "verdict", "decided",
		"wrong", "solve_s", "total_cpu_s", "terms", "clauses", "conflicts"})
	for _, r := range results {
		_ = c.Write([]string{r.Row.Family, strconv.Itoa(r.Row.N), strconv.Itoa(r.Row.Depth),
			strconv.FormatBool(r.Row.Reachable), strconv.Itoa(r.Seed), r.Variant,
			r.Verdict, strconv.FormatBool(r.Decided), strconv.FormatBool(r.Wrong),
			fmt.Sprintf("%.3f", r.Solve), fmt.Sprintf("%.3f", r.Total),
			strconv.Itoa(r.Terms), strconv.Itoa(r.Clauses), strconv.Itoa(r.Conflicts)})
	}
	c.Flush()
	return c.Error()
}

// WriteHTML prints table 1 as an HTML page.
func WriteHTML(w io.Writer, results []Result) error {
	lines, variants := lines(results)
	var b strings.Builder
	b.WriteString("<!doctype html>\n<meta charset=\"utf-8\">\n<title>whittle-bench pbmc</title>\n" +
		"<style>body{font-family:sans-serif} td,th{padding:2px 8px;text-align:right} " +
		"td:first-child{text-align:left}</style>\n<table>\n<tr><th>Name<th>Depth<th>Prop.")
	for _, v := range variants {
		fmt.Fprintf(&b, "<th>%s: solving (s)<th>total (s)<th>clauses", html.EscapeString(v))
	}
	b.WriteString("\n")
	for _, l := range lines {
		prop := "UNSAT"
		if l.row.Reachable {
			prop = "SAT"
		}
		fmt.Fprintf(&b, "<tr><td>%s<td>%d<td>%s", html.EscapeString(l.row.Name()), l.row.Depth, prop)
		for _, v := range variants {
			s, total, c := l.cells[v].texts()
			fmt.Fprintf(&b, "<td>%s<td>%s<td>%s", s, html.EscapeString(total), c)
		}
		b.WriteString("\n")
	}
	b.WriteString("</table>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
