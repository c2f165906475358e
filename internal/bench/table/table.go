package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/english"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/property"
)

// Table is the result of a run.
type Table struct {
	Records []tasks.Record `json:"records"`
	Totals  []Total        `json:"totals"`
	// Groups are the totals of each set and property, when there are several.
	Groups []Total `json:"groups,omitempty"`
	// Against is the comparison with an earlier run, if there is one.
	Against *Against `json:"against,omitempty"`
	// Setups say how the records came about, run by run; they may be missing.
	Setups []tasks.Setup `json:"setups,omitempty"`
}

// Total sums up the records of one configuration, or of one of its groups.
type Total struct {
	Config   string  `json:"config,omitempty"`
	Group    string  `json:"group,omitempty"` // set and property
	Tasks    int     `json:"tasks"`
	Right    int     `json:"right"`
	True     int     `json:"right_true"`
	False    int     `json:"right_false"`
	Wrong    int     `json:"wrong"`
	Unknown  int     `json:"unknown"`
	Failed   int     `json:"failed"`
	Unjudged int     `json:"unjudged"`
	CPU      float64 `json:"cpu_s"`
	Wall     float64 `json:"wall_s"`
	MaxMem   uint64  `json:"max_memory_bytes"`
	// Expected counts of the tasks.
	WantTrue  int `json:"expected_true"`
	WantFalse int `json:"expected_false"`
	// WrongTrue and WrongFalse are the parts of Wrong.
	WrongTrue  int `json:"wrong_true"`
	WrongFalse int `json:"wrong_false"`
	// Points are those of SV-COMP, and MaxPoints what right answers alone would have.
	Points    int `json:"score"`
	MaxPoints int `json:"max_score"`
	// Normalised is the score with categories of equal weight; of configurations only.
	Normalised float64 `json:"normalised_score,omitempty"`
}

// New sums up records: by configuration, and by set and property if there are several.
func New(recs []tasks.Record) *Table {
	t := &Table{Records: recs}
	t.Totals = sum(recs, func(tasks.Record) string { return "" })
	groups := sum(recs, category)
	if len(groups) > len(t.Totals) {
		t.Groups = groups
	}
	for i := range t.Totals {
		own := slices.DeleteFunc(slices.Clone(groups),
			func(g Total) bool { return g.Config != t.Totals[i].Config })
		t.Totals[i].Normalised = normalise(own)
	}
	return t
}

// sum adds up the records of each configuration and group, in the order of their first records.
func sum(recs []tasks.Record, group func(tasks.Record) string) []Total {
	var out []Total
	index := map[[2]string]int{}
	for _, r := range recs {
		key := [2]string{r.Config, group(r)}
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, Total{Config: key[0], Group: key[1]})
		}
		out[i].add(r)
	}
	return out
}

func (t *Total) add(r tasks.Record) {
	t.Tasks++
	t.CPU += r.CPU
	t.Wall += r.Wall
	t.MaxMem = max(t.MaxMem, r.Memory)
	t.Points += r.Points()
	t.MaxPoints += r.MaxPoints()
	switch want, _ := property.ParseVerdict(r.Expected); want.Kind {
	case property.True:
		t.WantTrue++
	case property.False:
		t.WantFalse++
	}
	switch r.Score {
	case tasks.Right:
		t.Right++
		if r.Verdict == "true" {
			t.True++
		} else {
			t.False++
		}
	case tasks.Wrong:
		t.Wrong++
		if r.Verdict == "true" {
			t.WrongTrue++
		} else {
			t.WrongFalse++
		}
	case tasks.Unknown:
		t.Unknown++
	case tasks.Failed:
		t.Failed++
	case tasks.Unjudged:
		t.Unjudged++
	}
}

// Wrong is the number of wrong answers of all configurations.
func (t *Table) Wrong() int {
	n := 0
	for _, x := range t.Totals {
		n += x.Wrong
	}
	return n
}

// String is one line: "8 right (5 true of 9, 3 false of 4), 0 wrong, ..., score 13 of 22; CPU ...".
func (t Total) String() string {
	s := fmt.Sprintf("%d tasks: %d right (%d of %d true, %d of %d false), %d wrong, %d unknown", t.Tasks,
		t.Right, t.True, t.WantTrue, t.False, t.WantFalse, t.Wrong, t.Unknown)
	if t.Failed > 0 {
		s += fmt.Sprintf(", %d failed", t.Failed)
	}
	if t.Unjudged > 0 {
		s += fmt.Sprintf(", %d without an expected verdict", t.Unjudged)
	}
	if t.MaxPoints > 0 {
		s += fmt.Sprintf("; score %d of %d", t.Points, t.MaxPoints)
	}
	return s + fmt.Sprintf("; CPU %.1f s, wall %.1f s, peak memory %.0f MB", t.CPU, t.Wall,
		float64(t.MaxMem)/1e6)
}

// maxTask is the width of the widest task name in a text table.
const maxTask = 56

// maxWhy bounds the last column of a text table.
const maxWhy = 60

// Text prints the table for people.
func (t *Table) Text(w io.Writer) error {
	head := []string{"task", "property", "expected", "verdict", "result", "cpu s", "wall s", "MB", "why"}
	named := len(t.Totals) > 1 || len(t.Totals) == 1 && t.Totals[0].Config != ""
	if named {
		head = append([]string{head[0], "config"}, head[1:]...)
	}
	rows := [][]string{head}
	for _, r := range t.Records {
		name := r.Name
		if n := len([]rune(name)); n > maxTask {
			name = "..." + string([]rune(name)[n-maxTask+3:])
		}
		why := english.OneLine(r.Why)
		if n := len([]rune(why)); n > maxWhy {
			why = string([]rune(why)[:maxWhy-3]) + "..."
		}
		if r.Score == tasks.Right {
			why = ""
		}
		expected, _, _ := strings.Cut(r.Expected, "(")
		row := []string{name, string(r.Property), expected, r.Verdict, string(r.Score),
			fmt.Sprintf("%.2f", r.CPU), fmt.Sprintf("%.2f", r.Wall),
			fmt.Sprintf("%.0f", float64(r.Memory)/1e6), why}
		if named {
			row = append([]string{row[0], r.Config}, row[1:]...)
		}
		rows = append(rows, row)
	}
	right := map[string]bool{"cpu s": true, "wall s": true, "MB": true}
	width := make([]int, len(head))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], len([]rune(c)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, c := range row {
			fill := strings.Repeat(" ", width[i]-len([]rune(c)))
			if right[head[i]] {
				c = fill + c
			} else {
				c += fill
			}
			line.WriteString(c)
			line.WriteString("  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	for _, x := range append(append([]Total(nil), t.Groups...), t.Totals...) {
		if name := strings.TrimSpace(x.Config + " " + x.Group); name != "" {
			b.WriteString(name + ": ")
		}
		b.WriteString(x.String())
		b.WriteByte('\n')
	}
	if len(t.Groups) > 0 {
		for _, x := range t.Totals {
			if x.MaxPoints > 0 {
				fmt.Fprintf(&b, "%sscore with categories of equal weight: %.1f of %d\n", prefix(x.Config),
					x.Normalised, x.MaxPoints)
			}
		}
	}
	for _, r := range t.WrongRecords() {
		fmt.Fprintf(&b, "WRONG: %s%s, %s: the answer is %s, expected is %s\n", prefix(r.Config), r.Name,
			r.Property, r.Verdict, r.Expected)
	}
	if _, err := io.WriteString(w, b.String()); err != nil || t.Against == nil {
		return err
	}
	return t.Against.Text(w)
}

// prefix is the name of a configuration before a text.
func prefix(config string) string {
	if config == "" {
		return ""
	}
	return config + ": "
}

// CSV prints the records with a head line, and no totals.
func (t *Table) CSV(w io.Writer) error {
	rows := [][]string{{"set", "task", "config", "property", "data_model", "expected", "verdict", "result",
		"exit", "cpu_s", "wall_s", "memory_bytes", "why"}}
	for _, r := range t.Records {
		rows = append(rows, []string{r.Set, r.Name, r.Config, string(r.Property), r.DataModel, r.Expected,
			r.Verdict, string(r.Score), strconv.Itoa(r.Exit),
			fmt.Sprintf("%.3f", r.CPU), fmt.Sprintf("%.3f", r.Wall), strconv.FormatUint(r.Memory, 10),
			english.OneLine(r.Why)})
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// JSON prints records and totals as one object.
func (t *Table) JSON(w io.Writer) error {
	return outfile.JSON(w, t)
}
