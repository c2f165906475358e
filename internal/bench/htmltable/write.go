package htmltable

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"whittle.dev/internal/bench/table"
	"whittle.dev/internal/bench/tasks"

	"whittle.dev/internal/english"
	"whittle.dev/internal/page"
	"whittle.dev/internal/plot"
	"whittle.dev/internal/property"
)

//go:embed assets/bench.html
var htmlText string

//go:embed assets/bench.css
var htmlStyle string

//go:embed assets/bench.js
var htmlScript string

var htmlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("bench").Parse(htmlText))
})

// Write writes the results as one self-contained page: scores, wrong answers, the comparison with an earlier
// run, quantile plots, scatter plots of each pair of configurations, and a table of all tasks that can be
// sorted and filtered.
func Write(w io.Writer, t *table.Table, title string) error {
	if title == "" {
		title = "Benchmark results"
	}
	v := results{t}.view()
	v.Title = title
	body, err := page.Fragment(htmlTemplate(), v)
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return page.Page{Title: title, Body: body, Styles: []string{htmlStyle},
		Scripts: []string{htmlScript}}.Write(w)
}

// results are shown by its methods, each of which makes a part of the page.
type results struct{ *table.Table }

// view is what the template shows.
type view struct {
	Title, Summary string
	Setups         []setupView
	Wrong          []tasks.Record
	Totals         []totalView
	Unjudged       bool // some record is
	Categories     []categoryView
	Against        *againstView

	Quantiles, Scatters, MoreScatters []chartView

	Several    bool // configurations
	Named      bool // configurations have names
	Lead       int  // columns before those of the configurations
	Sets       []string
	Properties []string
	Scores     []tasks.Score
	Rows       []rowView
	Measured   string
}

// setupView is how one configuration was run.
type setupView struct{ Name, What, Limits string }

// totalView is a configuration.
type totalView struct {
	table.Total
	Name             string
	Color            int
	CPUText, MemText string
}

type categoryView struct {
	Name  string
	Tasks int
	Cells []struct {
		Text               bool
		Points, Max, Wrong int
	}
}

// rowView is a task under one property.
type rowView struct {
	Name, Short, Set, Expected, Kind string
	Property                         property.Property
	Scores                           string // of the cells, with blanks between; "-" where there is none
	Cells                            []cellView
}

// cellView is a result.
type cellView struct {
	Verdict, Sign, Remark, Why string
	Score                      tasks.Score
	CPU                        float64
	Memory                     uint64
	CPUText, MemText           string
}

func (t results) view() view {
	v := view{Wrong: t.WrongRecords(), Several: len(t.Totals) > 1}
	v.Named = v.Several || len(t.Totals) == 1 && t.Totals[0].Config != ""
	index := map[string]int{}
	for i, x := range t.Totals {
		name := x.Config
		if name == "" {
			name = "whittle"
		}
		index[x.Config] = i
		v.Totals = append(v.Totals, totalView{x, name, i % 8, plot.Time.Format(x.CPU),
			plot.Memory.Format(float64(x.MaxMem))})
		v.Unjudged = v.Unjudged || x.Unjudged > 0
	}
	v.Sets = distinct(t.Records, func(r tasks.Record) string { return r.Set })
	common := commonFolder(v.Sets)
	for i := range v.Sets {
		v.Sets[i] = v.Sets[i][len(common):]
	}
	v.Properties = distinct(t.Records, func(r tasks.Record) string { return string(r.Property) })
	v.Lead = 2
	for _, more := range [][]string{v.Sets, v.Properties} {
		if len(more) > 0 {
			v.Lead++
		}
	}
	used := map[tasks.Score]bool{}
	rows := map[string]int{}
	for _, r := range t.Records {
		used[r.Score] = true
		i, ok := rows[r.Key()]
		if !ok {
			i = len(v.Rows)
			rows[r.Key()] = i
			expected, _, _ := strings.Cut(r.Expected, "(")
			v.Rows = append(v.Rows, rowView{Name: r.Name, Short: shortName(r.Name, r.Set),
				Set: strings.TrimPrefix(r.Set, common), Expected: expected, Kind: expected,
				Property: r.Property, Cells: make([]cellView, len(t.Totals))})
		}
		v.Rows[i].Cells[index[r.Config]] = newCell(r)
	}
	for i := range v.Rows {
		scores := make([]string, len(v.Rows[i].Cells))
		for j, c := range v.Rows[i].Cells {
			if scores[j] = string(c.Score); c.Score == "" {
				scores[j] = "-"
			}
		}
		v.Rows[i].Scores = strings.Join(scores, " ")
	}
	for _, s := range []tasks.Score{tasks.Right, tasks.Wrong, tasks.Unknown, tasks.Failed, tasks.Unjudged} {
		if used[s] {
			v.Scores = append(v.Scores, s)
		}
	}
	v.Categories = t.categories(index)
	v.Against = comparison(t.Against)
	v.Quantiles, v.Scatters, v.MoreScatters = t.charts()
	v.Summary = fmt.Sprintf("%s, %s", english.Count(len(v.Rows), "task"),
		english.Count(len(v.Totals), "configuration"))
	v.Measured = measured(t.Records)
	for _, s := range t.Setups {
		for _, c := range s.Configs {
			v.Setups = append(v.Setups, setupView{configName(c.Name), s.Describe(c), s.Limits()})
		}
	}
	return v
}

// distinct are the different values of records, sorted; none if there is one only.
func distinct(recs []tasks.Record, of func(tasks.Record) string) []string {
	var out []string
	for _, r := range recs {
		if s := of(r); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) < 2 {
		return nil
	}
	slices.Sort(out)
	return out
}

// commonFolder is the folder, with a slash after it, that all categories begin with; empty: none.
func commonFolder(sets []string) string {
	if len(sets) == 0 {
		return ""
	}
	common := sets[0]
	for _, s := range sets {
		for !strings.HasPrefix(s, common) {
			common = common[:len(common)-1]
		}
	}
	return common[:strings.LastIndexByte(common, '/')+1]
}

// shortName is the name of a task without the folder that its category is already.
func shortName(name, set string) string {
	if set != "" && path.Dir(name) == set {
		return path.Base(name)
	}
	return name
}

var signs = map[tasks.Score]string{tasks.Right: "✓", tasks.Wrong: "✗", tasks.Unknown: "·", tasks.Failed: "!",
	tasks.Unjudged: "–"}

func newCell(r tasks.Record) cellView {
	c := cellView{Verdict: r.Verdict, Sign: signs[r.Score], Why: english.OneLine(r.Why), Score: r.Score,
		CPU:     r.CPU,
		Memory:  r.Memory,
		CPUText: plot.Time.Format(r.CPU), MemText: plot.Memory.Format(float64(r.Memory))}
	if r.Verdict == property.Violated(r.Property).String() {
		c.Verdict = "false" // the property is told already
	}
	switch {
	case r.Score == tasks.Wrong:
		c.Remark = "wrong"
	case r.Score == tasks.Failed:
		c.Verdict, c.Remark = "failed", ""
	case r.Score == tasks.Unknown &&
		(r.Why == "timeout" || r.Why == "out of memory" || r.Why == "CPU time limit"):
		c.Remark = r.Why
	}
	return c
}

func (t results) categories(index map[string]int) []categoryView {
	if len(t.Groups) == 0 {
		return nil
	}
	var out []categoryView
	at := map[string]int{}
	for _, g := range t.Groups {
		i, ok := at[g.Group]
		if !ok {
			i = len(out)
			at[g.Group] = i
			out = append(out, categoryView{Name: g.Group})
			out[i].Cells = make([]struct {
				Text               bool
				Points, Max, Wrong int
			}, len(t.Totals))
		}
		out[i].Tasks = max(out[i].Tasks, g.Tasks)
		c := &out[i].Cells[index[g.Config]]
		c.Text, c.Points, c.Max, c.Wrong = true, g.Points, g.MaxPoints, g.Wrong
	}
	return out
}

// measured says how the numbers came about.
func measured(recs []tasks.Record) string {
	ways := map[string]string{
		"": "CPU time and memory are those of a process and of the children that it waited for",
		"cgroup": "CPU time and memory are those of all processes of a task, counted by the kernel " +
			"(cgroup)",
		"mixed": "CPU time is that of all processes of a task, counted by the kernel (cgroup); memory " +
			"is the peak of what they had together, looked at up to 200 times a second",
		"processes": "CPU time is that of all processes of a task that were waited for; memory is the peak " +
			"of what they had together, looked at up to 200 times a second",
	}
	var out []string
	for _, r := range recs {
		if s := ways[r.Accounting]; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, ". ") + "."
}
