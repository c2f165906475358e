package solvers

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"whittle.dev/internal/english"
	"whittle.dev/internal/outfile"
)

// Floor is the CPU time that shorter runs count as in ratios: below it, the start
// of a process is what one would compare.
const Floor = 10 * time.Millisecond

// long is the CPU time from which on a file is a long one, in seconds.
const long = 1.0

// Table is the result of a comparison.
type Table struct {
	Measures []Measure `json:"measures"`
	Pairs    []Pair    `json:"pairs"`
	// Disagreements name answers that contradict each other, or what the file says.
	Disagreements []string `json:"disagreements"`

	solvers []string
}

// Pair compares the first solver with another one. Ratios are those of the first one over the other one, over
// the files that both of them answered; times are CPU times, and such below Floor count as Floor.
type Pair struct {
	First, Other string
	Files        int
	Both         int     // files that both answered
	Time         float64 // geometric mean of the ratios of time; 0: no file
	LongFiles    int     // files of Both that took the other one at least a second
	LongTime     float64
	Memory       float64 // geometric mean of the ratios of peak memory
	WorstTime    float64
	WorstFile    string
	WorstMemory  float64
	OnlyFirst    []string // files that only the first one answered
	OnlyOther    []string
}

// NewTable sums up measurements of the given solvers, the first of which is compared with each other one.
func NewTable(solvers []Contender, ms []Measure) *Table {
	t := &Table{Measures: ms, Disagreements: disagreements(ms)}
	for _, s := range solvers {
		t.solvers = append(t.solvers, s.Name)
	}
	rows := t.rows()
	for i := 1; i < len(t.solvers); i++ {
		t.Pairs = append(t.Pairs, pair(t.solvers[0], t.solvers[i], rows, 0, i))
	}
	return t
}

// rows groups the measurements by file: one place for each solver, nil where there is no measurement.
func (t *Table) rows() [][]*Measure {
	var rows [][]*Measure
	at := map[string]int{}
	for i := range t.Measures {
		m := &t.Measures[i]
		r, ok := at[m.File]
		if !ok {
			r = len(rows)
			at[m.File] = r
			rows = append(rows, make([]*Measure, len(t.solvers)))
		}
		for k, s := range t.solvers {
			if s == m.Solver {
				rows[r][k] = m
			}
		}
	}
	return rows
}

// Answered reports whether every check has an answer.
func (m Measure) Answered() bool {
	return m.Answer != "" && !strings.Contains(m.Answer, "unknown")
}

func pair(first, other string, rows [][]*Measure, i, k int) Pair {
	p := Pair{First: first, Other: other}
	var times, longs, mems []float64
	for _, row := range rows {
		a, b := row[i], row[k]
		if a == nil || b == nil {
			continue
		}
		p.Files++
		switch {
		case a.Answered() && !b.Answered():
			p.OnlyFirst = append(p.OnlyFirst, a.File)
		case !a.Answered() && b.Answered():
			p.OnlyOther = append(p.OnlyOther, a.File)
		case a.Answered() && b.Answered():
			p.Both++
			r := floored(a.CPU) / floored(b.CPU)
			times = append(times, r)
			if r > p.WorstTime {
				p.WorstTime, p.WorstFile = r, a.File
			}
			if b.CPU >= long {
				longs = append(longs, r)
			}
			if a.Memory > 0 && b.Memory > 0 {
				m := float64(a.Memory) / float64(b.Memory)
				mems = append(mems, m)
				p.WorstMemory = max(p.WorstMemory, m)
			}
		}
	}
	p.Time, p.Memory = geometricMean(times), geometricMean(mems)
	p.LongFiles, p.LongTime = len(longs), geometricMean(longs)
	return p
}

func floored(s float64) float64 { return max(s, Floor.Seconds()) }

// geometricMean is 0 for no numbers.
func geometricMean(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}

// disagreements compares every answer with what the file says and with the other answers to it.
func disagreements(ms []Measure) []string {
	out := []string{}
	type claim struct{ who, answer string }
	claims := map[string][]claim{} // by file
	for _, m := range ms {
		earlier := claims[m.File]
		if m.Want != "" && len(earlier) == 0 {
			earlier = append(earlier, claim{"the file", m.Want})
		}
		for _, c := range earlier {
			if Contradict(m.Answer, c.answer) {
				out = append(out, fmt.Sprintf("%s: %s says %s, %s says %s", m.File, m.Solver, m.Answer, c.who,
					c.answer))
			}
		}
		claims[m.File] = append(earlier, claim{m.Solver, m.Answer})
	}
	return out
}

// Contradict compares two lists of answers word by word. A list may be shorter, when a limit ended it.
func Contradict(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] && x[i] != "unknown" && y[i] != "unknown" {
			return true
		}
	}
	return false
}

// Text prints the table for people, Markdown as tables for a page.
func (t *Table) Text(w io.Writer) error { return t.print(w, Align) }

// Markdown prints the table as Markdown.
func (t *Table) Markdown(w io.Writer) error { return t.print(w, markdownRows) }

func (t *Table) print(w io.Writer, format func(b *strings.Builder, rows [][]string)) error {
	var b strings.Builder
	head := []string{"file", "expected"}
	for _, s := range t.solvers {
		head = append(head, s, "cpu s", "MB")
	}
	table := [][]string{head}
	for _, row := range t.rows() {
		line := []string{"", ""}
		for _, m := range row {
			if m == nil {
				line = append(line, "", "", "")
				continue
			}
			line[0], line[1] = m.File, m.Want
			answer := m.Answer
			if !m.Answered() && m.Why != "" {
				answer = english.Clip(english.OneLine(m.Why), 30)
			}
			line = append(line, answer, fmt.Sprintf("%.2f", m.CPU),
				fmt.Sprintf("%.0f", float64(m.Memory)/1e6))
		}
		table = append(table, line)
	}
	format(&b, table)
	b.WriteByte('\n')
	sums := [][]string{{"compared with", "files", "both answered", "time ratio", "other >= 1 s",
		"time ratio there", "worst ratio", "memory ratio", "worst memory", "only " + t.solvers[0],
		"only the other"}}
	for _, p := range t.Pairs {
		sums = append(sums, []string{p.Other, fmt.Sprint(p.Files), fmt.Sprint(p.Both), ratio(p.Time),
			fmt.Sprint(p.LongFiles), ratio(p.LongTime),
			ratio(p.WorstTime), ratio(p.Memory), ratio(p.WorstMemory), fmt.Sprint(len(p.OnlyFirst)),
			fmt.Sprint(len(p.OnlyOther))})
	}
	format(&b, sums)
	for _, p := range t.Pairs {
		if len(p.OnlyOther) > 0 {
			fmt.Fprintf(&b, "\nanswered by %s alone, not by %s: %s\n", p.Other, p.First,
				strings.Join(p.OnlyOther, ", "))
		}
	}
	fmt.Fprintf(&b, "\nRatios are those of %s over the other solver: geometric means over the files that "+
		"both answered,\nof CPU time (user and system; less than %v counts as that) and of peak resident "+
		"memory.\n", t.solvers[0], Floor)
	for _, d := range t.Disagreements {
		fmt.Fprintf(&b, "\nDISAGREEMENT: %s\n", d)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func ratio(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// Align aligns columns; all but those of words are numbers, to the right.
func Align(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], len([]rune(c)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, c := range row {
			fill := strings.Repeat(" ", width[i]-len([]rune(c)))
			if numeric(rows, i) {
				c = fill + c
			} else {
				c += fill
			}
			line.WriteString(c + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func markdownRows(b *strings.Builder, rows [][]string) {
	for r, row := range rows {
		b.WriteString("|")
		for _, c := range row {
			b.WriteString(" " + strings.ReplaceAll(c, "|", "\\|") + " |")
		}
		b.WriteByte('\n')
		if r == 0 {
			b.WriteString("|")
			for i := range row {
				if numeric(rows, i) {
					b.WriteString("---:|")
				} else {
					b.WriteString("---|")
				}
			}
			b.WriteByte('\n')
		}
	}
}

// numeric reports whether a column has numbers below its head.
func numeric(rows [][]string, i int) bool {
	any := false
	for _, row := range rows[1:] {
		for _, r := range row[i] {
			if (r < '0' || r > '9') && r != '.' && r != '-' {
				return false
			}
			any = true
		}
	}
	return any
}

// JSON prints measurements and summaries as one object.
func (t *Table) JSON(w io.Writer) error {
	return outfile.JSON(w, t)
}
