package slab

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/outfile"
)

// Line is a row with its records.
type Line struct {
	Name string `json:"name"`
	Safe bool   `json:"safe"`
	// Paper are the figures of the paper; Paper.Iterations is 0 where it has none.
	Paper families.Figures `json:"paper"`
	// Records are those of the configurations, by their names.
	Records map[string]tasks.Record `json:"records"`
}

// Table is table 2, or the ablation, with what was measured.
type Table struct {
	Configs []string `json:"configs"`
	Lines   []Line   `json:"rows"`
}

// NewTable puts records beside their rows. Rows without any record are left out.
func NewTable(rows []families.Row, configs []tasks.NamedArgs, recs []tasks.Record) *Table {
	t := &Table{}
	for _, c := range configs {
		t.Configs = append(t.Configs, c.Name)
	}
	for _, r := range rows {
		l := Line{Name: r.Name, Safe: r.Safe, Paper: r.Paper, Records: map[string]tasks.Record{}}
		for _, rec := range recs {
			if rec.Name == r.Name {
				l.Records[rec.Config] = rec
			}
		}
		if len(l.Records) > 0 {
			t.Lines = append(t.Lines, l)
		}
	}
	return t
}

// Wrong lists the answers that are wrong.
func (t *Table) Wrong() []string {
	var out []string
	for _, l := range t.Lines {
		for _, c := range t.Configs {
			if l.wrong(c) {
				out = append(out, fmt.Sprintf("%s: %s says %s", l.Name, c, l.Records[c].Verdict))
			}
		}
	}
	return out
}

func (l Line) wrong(config string) bool { return l.Records[config].Score == tasks.Wrong }

// solved is the CPU time that a configuration took to decide a row, in seconds.
func (l Line) solved(config string) (seconds float64, ok bool) {
	r, ran := l.Records[config]
	return r.CPU, ran && r.Score == tasks.Right
}

// Text prints table 2: the figures of the paper, those of slab, the times of all; then how they compare.
func (t *Table) Text(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "\tpaper:\t\t")
	for i, c := range t.Configs {
		fmt.Fprintf(tw, "%s:\t", c)
		if i == 0 {
			fmt.Fprint(tw, "\t\t\t")
		}
	}
	fmt.Fprint(tw, "\nbenchmark\titerations\ts\t")
	for i := range t.Configs {
		if i == 0 {
			fmt.Fprint(tw, "iterations\tstates\tpredicates\t")
		}
		fmt.Fprint(tw, "s\t")
	}
	fmt.Fprintln(tw)
	for _, l := range t.Lines {
		fmt.Fprintf(tw, "%s\t%s\t", l.Name, l.paper())
		for i, c := range t.Configs {
			if i == 0 {
				for _, name := range []string{iterations, states, predicates} {
					fmt.Fprintf(tw, "%s\t", l.stat(c, name))
				}
			}
			fmt.Fprintf(tw, "%s\t", l.time(c))
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n"+t.summary())
	return err
}

// paper are the cells of the paper's iterations and seconds.
func (l Line) paper() string {
	if l.Paper.Iterations == 0 {
		return "\t"
	}
	return fmt.Sprintf("%d\t%.2f", l.Paper.Iterations, l.Paper.Slab)
}

func (l Line) stat(config, name string) string {
	if v, ok := l.Records[config].Stats[name]; ok {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// time is the cell of a time: after ">" it is that after which there was no answer.
func (l Line) time(config string) string {
	r, ok := l.Records[config]
	switch {
	case !ok:
		return ""
	case r.Score == tasks.Wrong:
		return "WRONG"
	case r.Score == tasks.Failed:
		return "failed"
	case r.Score != tasks.Right:
		return fmt.Sprintf(">%.0f", r.CPU)
	}
	return fmt.Sprintf("%.2f", r.CPU)
}

// summary says how many rows each configuration has decided, in what time, and how the first compares with
// the others on rows that take these a second.
func (t *Table) summary() string {
	var b strings.Builder
	for _, c := range t.Configs {
		times, n := t.times(c)
		fmt.Fprintf(&b, "%s: %d of %d decided", c, len(times), n)
		if len(times) > 0 {
			fmt.Fprintf(&b, ", median %.2f s, longest %.2f s", times[len(times)/2], times[len(times)-1])
		}
		b.WriteByte('\n')
	}
	for _, c := range t.Configs[min(1, len(t.Configs)):] {
		if s := t.speedup(c); s.rows > 0 {
			atLeast := map[bool]string{true: "at least "}[s.open]
			fmt.Fprintf(&b, "%s is %s%.1f times as fast as %s (geometric mean over %d rows that take it a "+
				"second or more)\n", t.Configs[0], atLeast, s.mean, c, s.rows)
		}
	}
	for _, wrong := range t.Wrong() {
		fmt.Fprintf(&b, "WRONG: %s\n", wrong)
	}
	return b.String()
}

// times are those of the rows that a configuration decided, ascending; n is the number of its rows.
func (t *Table) times(config string) (times []float64, n int) {
	for _, l := range t.Lines {
		if _, ran := l.Records[config]; ran {
			n++
		}
		if s, ok := l.solved(config); ok {
			times = append(times, s)
		}
	}
	slices.Sort(times)
	return times, n
}

// speedup compares the first configuration with another one.
type speedup struct {
	mean float64 // geometric, of the ratios of times
	rows int
	open bool // it is a lower bound: the other one decided not all of the rows
}

// slow is the time from which on a row counts, in seconds.
const slow = 1

func (t *Table) speedup(other string) speedup {
	var s speedup
	sum := 0.0
	for _, l := range t.Lines {
		mine, ok := l.solved(t.Configs[0])
		r, ran := l.Records[other]
		if !ok || !ran || r.CPU < slow || mine <= 0 {
			continue
		}
		s.rows++
		s.open = s.open || r.Score != tasks.Right
		sum += math.Log(r.CPU / mine)
	}
	s.mean = math.Exp(sum / float64(max(s.rows, 1)))
	return s
}

// JSON prints the table with all records as one object.
func (t *Table) JSON(w io.Writer) error { return outfile.JSON(w, t) }

// CSV prints a line for each record.
func (t *Table) CSV(w io.Writer) error {
	head := []string{"benchmark", "safe", "paper_iterations", "paper_s", "config", "verdict", "result",
		"cpu_s", "wall_s", "memory_bytes"}
	rows := [][]string{append(head, Stats()...)}
	for _, l := range t.Lines {
		for _, c := range t.Configs {
			r, ok := l.Records[c]
			if !ok {
				continue
			}
			row := []string{l.Name, strconv.FormatBool(l.Safe), strconv.Itoa(l.Paper.Iterations),
				strconv.FormatFloat(l.Paper.Slab, 'f', -1, 64), c, r.Verdict, string(r.Score),
				fmt.Sprintf("%.3f", r.CPU), fmt.Sprintf("%.3f", r.Wall), strconv.FormatUint(r.Memory, 10)}
			for _, name := range Stats() {
				row = append(row, l.stat(c, name))
			}
			rows = append(rows, row)
		}
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}
