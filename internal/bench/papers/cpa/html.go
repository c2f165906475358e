package cpa

import (
	_ "embed" // the template and the style are files in the folder assets
	"fmt"
	"html/template"
	"io"
	"sync"

	"whittle.dev/internal/page"
	"whittle.dev/internal/plot"
)

//go:embed assets/cpa.html
var pageText string

//go:embed assets/cpa.css
var pageStyle string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("cpa").Parse(pageText))
})

// view is what the page shows.
type view struct {
	Wrong   []string
	Columns []Column
	Lines   []lineView
	Tasks   int // of the thesis
	Figure  template.HTML
	Limits  string
}

type lineView struct {
	Name  string
	Cells []string
}

// HTML writes table 4.1 and figure 4.1 as a page.
func (t *Table) HTML(w io.Writer) error {
	v := view{Wrong: t.Wrong(), Columns: t.Columns, Tasks: thesisTasks,
		Figure: template.HTML(t.figure().SVG()),
		Limits: fmt.Sprintf("%.0f s of CPU time and %.1f GB of memory", t.Limits.CPU,
			float64(t.Limits.Memory)/1e9)}
	for _, l := range lines {
		v.Lines = append(v.Lines, lineView{l.name, t.cells(l.value)})
	}
	body, err := page.Fragment(pageTemplate(), v)
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return page.Page{Title: "Configurable program analysis: table 4.1", Body: body,
		Styles: []string{pageStyle}}.Write(w)
}

// leastTime is the smallest time that is drawn, in seconds: below it one compares how processes start.
const leastTime = 0.01

// figure is figure 4.1: how many tasks have a right answer within which CPU time.
func (t *Table) figure() plot.Lines {
	chart := plot.Lines{Title: "Right answers within a CPU time",
		X: plot.Axis{Label: "right answers", Whole: true},
		Y: plot.Axis{Label: "CPU time", Unit: plot.Time, Scale: plot.Log}}
	for i, c := range t.Columns {
		s := plot.Series{Name: c.Name, Color: i % 8}
		for n, r := range t.solved(c.Name) {
			s.Points = append(s.Points, plot.Point{X: float64(n + 1), Y: max(r.CPU, leastTime),
				Title: fmt.Sprintf("%s: %d with %s (%s)", c.Name, n+1, plot.Time.Format(r.CPU), r.Name)})
		}
		chart.Series = append(chart.Series, s)
	}
	return chart
}
