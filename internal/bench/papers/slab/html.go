package slab

import (
	_ "embed" // the template and the style are files in the folder assets
	"fmt"
	"html/template"
	"io"
	"sync"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/page"
	"whittle.dev/internal/plot"
)

//go:embed assets/slab.html
var pageText string

//go:embed assets/slab.css
var pageStyle string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("slab").Parse(pageText))
})

// view is what the page shows.
type view struct {
	Wrong   []string
	Configs []string
	// Effects are those of an ablation; else there are Summary and Charts.
	Effects []effect
	Summary string
	Charts  []chartView
	Rows    []rowView
}

type chartView struct {
	Title, Note string
	Square      bool
	SVG         template.HTML
}

// rowView is a benchmark.
type rowView struct {
	Name, Expected                string
	PaperIterations, PaperSeconds string
	Cells                         []cellView
}

// cellView is a result. Value is the time by which the column is sorted, in seconds.
type cellView struct {
	Iterations, States, Predicates, Time, Verdict string
	Value                                         float64
	Score                                         tasks.Score
}

// HTML writes table 2 as a page, with a comparison of times and of iterations, and with figure 4 unless it is
// nil.
func (t *Table) HTML(w io.Writer, f *Figure4) error {
	v := t.view()
	v.Summary = t.summary()
	for _, c := range t.Configs[min(1, len(t.Configs)):] {
		v.Charts = append(v.Charts, t.against(c))
	}
	v.Charts = append(v.Charts, t.againstPaper())
	if f != nil {
		v.Charts = append(v.Charts, chartView{Title: "Figure 4: states over predicates", SVG: f.chart(),
			Note: "The largest abstraction with so many predicates, for Bakery with three processes in " +
				"each variant. Predicate abstraction has up to 2 to the number of predicates."})
	}
	return v.write(w, "Slicing abstractions: table 2")
}

// AblationHTML writes the ablation as a page.
func (t *Table) AblationHTML(w io.Writer) error {
	v := t.view()
	v.Effects = t.effects()
	return v.write(w, "Slicing abstractions: ablation")
}

func (v view) write(w io.Writer, title string) error {
	body, err := page.Fragment(pageTemplate(), v)
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return page.Page{Title: title, Body: body, Styles: []string{pageStyle}}.Write(w)
}

func (t *Table) view() view {
	v := view{Wrong: t.Wrong(), Configs: t.Configs}
	for _, l := range t.Lines {
		row := rowView{Name: l.Name, Expected: map[bool]string{true: "true", false: "false"}[l.Safe]}
		if l.Paper.Iterations > 0 {
			row.PaperIterations = fmt.Sprint(l.Paper.Iterations)
			row.PaperSeconds = fmt.Sprintf("%.2f", l.Paper.Slab)
		}
		for _, c := range t.Configs {
			r := l.Records[c]
			row.Cells = append(row.Cells, cellView{l.stat(c, iterations), l.stat(c, states),
				l.stat(c, predicates), l.time(c), r.Verdict, r.CPU, r.Score})
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// leastTime is the smallest time that is drawn, in seconds: below it one compares how processes start.
const leastTime = 0.01

// against compares the times of the first configuration with those of another one.
func (t *Table) against(other string) chartView {
	chart := plot.Scatter{Title: "Times of " + t.Configs[0] + " and " + other, Factors: []float64{10, 100},
		X: plot.Axis{Label: t.Configs[0], Unit: plot.Time, Scale: plot.Log},
		Y: plot.Axis{Label: other, Unit: plot.Time, Scale: plot.Log}}
	for _, l := range t.Lines {
		mine, other := l.Records[t.Configs[0]], l.Records[other]
		if mine.Config == "" || other.Config == "" {
			continue
		}
		chart.Marks = append(chart.Marks, plot.Mark{Name: l.Name, X: max(mine.CPU, leastTime),
			Y: max(other.CPU, leastTime), XOut: mine.Score != tasks.Right, YOut: other.Score != tasks.Right})
	}
	return chartView{"CPU time, " + t.Configs[0] + " and " + other,
		"A mark is a benchmark; above the diagonal " + t.Configs[0] + " is faster.", true,
		template.HTML(chart.SVG())}
}

// againstPaper compares iterations with those of the paper.
func (t *Table) againstPaper() chartView {
	chart := plot.Scatter{Title: "Iterations here and in the paper", Factors: []float64{10},
		X: plot.Axis{Label: "here", Scale: plot.Log}, Y: plot.Axis{Label: "paper", Scale: plot.Log}}
	for _, l := range t.Lines {
		if _, ok := l.solved(t.Configs[0]); ok && l.Paper.Iterations > 0 {
			chart.Marks = append(chart.Marks, plot.Mark{Name: l.Name, Y: float64(l.Paper.Iterations),
				X: max(1, l.Records[t.Configs[0]].Stats[iterations])})
		}
	}
	return chartView{"Iterations, here and in the paper",
		"A mark is one of our variants of a benchmark of the paper.", true, template.HTML(chart.SVG())}
}
