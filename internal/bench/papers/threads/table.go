package threads

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
)

// header are the columns.
func header() []string {
	out := []string{"family", "task", "modular", "k", "atoms", "queries", "seconds"}
	for k := range Levels {
		out = append(out, fmt.Sprintf("Spacer %d", k+1))
	}
	return append(out, "others")
}

// cells are the columns of a row.
func (r Row) cells() []string {
	out := []string{r.Family, r.Name, r.Outcome(), strconv.Itoa(r.Level), strconv.Itoa(r.Atoms),
		strconv.Itoa(r.Queries), fmt.Sprintf("%.2f", r.Seconds)}
	for _, a := range r.Spacer {
		cell := a.Verdict
		if a.Verdict == "sat" || a.Verdict == "unsat" {
			cell = fmt.Sprintf("%s %.2f", a.Verdict, a.Seconds)
		}
		out = append(out, cell)
	}
	return append(out, r.Peers)
}

// WriteCSV writes the rows.
func WriteCSV(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	if err := c.Write(header()); err != nil {
		return err
	}
	for _, r := range rows {
		if err := c.Write(r.cells()); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// WriteText writes the rows as a table, with a comparison of those that both prove.
func WriteText(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				fmt.Fprint(t, "\t")
			}
			if c == "" {
				c = "-"
			}
			fmt.Fprint(t, c)
		}
		fmt.Fprintln(t)
	}
	line(header())
	for _, r := range rows {
		line(r.cells())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	proved, spacer, both, faster := Compare(rows)
	failed := 0
	for _, r := range rows {
		if r.Failed != "" {
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(w, "\n%d of %d failed\n", failed, len(rows))
	}
	_, err := fmt.Fprintf(w, "\nmodular proves %d of %d, Spacer %d; of %d that both prove, modular is %.1f "+
		"times as fast (geometric mean)\n", proved, len(rows), spacer, both, faster)
	return err
}

// Compare counts what is proved, and says how many times as fast the engine modular is in the geometric mean
// over the rows that Spacer proves as well, at the first level with a proof.
func Compare(rows []Row) (proved, spacer, both int, faster float64) {
	const least = 0.01 // seconds: shorter times are noise
	sum := 0.0
	for _, r := range rows {
		best, ok := r.Best()
		if ok {
			spacer++
		}
		if r.Proved {
			proved++
		}
		if ok && r.Proved {
			both++
			sum += math.Log(max(best, least) / max(r.Seconds, least))
		}
	}
	if both == 0 {
		return proved, spacer, 0, 1
	}
	return proved, spacer, both, math.Exp(sum / float64(both))
}
