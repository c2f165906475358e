package htmlreport

import (
	_ "embed" // the template and the style are files in the folder assets
	"html/template"
	"strings"
	"sync"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/page"
	"whittle.dev/internal/plot"
)

//go:embed assets/stats.html
var statsHTML string

//go:embed assets/stats.css
var statsCSS string

var statsTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("stats").Parse(statsHTML))
})

// statsPage is what the template of the section gets.
type statsPage struct {
	Charts []chart
	Stats  []statRow
}

// chart is a drawing with a heading and a sentence.
type chart struct {
	Title, Note string
	SVG         template.HTML
	Wide        bool
}

// statRow is a row of the table of numbers.
type statRow struct {
	Engine, Name, Text string
	Value              float64
}

// statsSection shows the numbers of the engines.
func (r Report) statsSection(*sources) (Section, bool, error) {
	s := Section{ID: "stats", Title: "Statistics", Style: statsCSS}
	stats := r.statRows()
	p := statsPage{Stats: stats}
	p.Charts = append(p.Charts, r.curves()...)
	p.Charts = append(p.Charts, outcomes(stats)...)
	p.Charts = append(p.Charts, times(stats)...)
	if len(stats) == 0 && len(p.Charts) == 0 {
		return s, false, nil
	}
	html, err := page.Fragment(statsTemplate(), p)
	s.HTML = html
	return s, true, err
}

// statRows lists the numbers, with the engines that they are of.
func (r Report) statRows() []statRow {
	var out []statRow
	s := r.Summary
	add := func(by string, list []engine.Stat) {
		for _, st := range list {
			row := statRow{Engine: by, Name: st.Name, Text: st.Text(), Value: st.Value}
			if name, rest, ok := strings.Cut(st.Name, ": "); ok && !strings.Contains(name, " ") {
				row.Engine, row.Name = name, rest
			}
			out = append(out, row)
		}
	}
	if s.Elapsed > 0 {
		add("", []engine.Stat{engine.Seconds("time", s.Elapsed)})
	}
	add("", s.Stats)
	by := s.Engine
	if i := strings.Index(by, "("); i >= 0 {
		by = strings.TrimSuffix(by[i+1:], ")")
	}
	add(by, s.Result.Stats)
	return out
}

// curves draws the numbers over time: the memory, and of each engine its counts.
func (r Report) curves() []chart {
	var out, memory []chart
	var engines []string
	byEngine := map[string][]engine.Series{}
	for _, s := range r.History {
		if _, ok := byEngine[s.Engine]; !ok {
			engines = append(engines, s.Engine)
		}
		byEngine[s.Engine] = append(byEngine[s.Engine], s)
	}
	for _, name := range engines {
		list := byEngine[name]
		if name == "" && len(list) == 1 && list[0].Unit == "B" {
			if len(list[0].Points) > 3 {
				memory = append(memory, curveChart("Memory", "What the heap holds, before and after "+
					"collections.", plot.Axis{Label: "heap", Unit: plot.Memory}, list))
			}
			continue
		}
		counts := list[:0:0]
		for _, s := range list {
			if s.Unit == "" && grows(s) {
				counts = append(counts, s)
			}
		}
		if len(counts) == 0 || !lasts(counts) {
			continue
		}
		if len(counts) > 8 {
			counts = counts[:8]
		}
		title := "Sizes over time"
		if name != "" {
			title = name + ": sizes over time"
		}
		out = append(out, curveChart(title, seriesNote(counts), plot.Axis{Label: "number", Scale: plot.Log},
			counts))
	}
	return append(out, memory...)
}

// grows reports whether a series is worth a curve: it has several samples, not all zero.
func grows(s engine.Series) bool {
	if len(s.Points) < 2 {
		return false
	}
	for _, p := range s.Points {
		if p.Value > 0 {
			return true
		}
	}
	return false
}

// lasts reports whether there are samples of several moments.
func lasts(list []engine.Series) bool {
	moments := map[int64]bool{}
	for _, s := range list {
		for _, p := range s.Points {
			moments[p.At.Milliseconds()] = true
		}
	}
	return len(moments) >= 4
}

// seriesNote explains what curves show.
func seriesNote(list []engine.Series) string {
	for _, s := range list {
		switch s.Name {
		case "states":
			return "States are sets of states with the same places of threads; a question is whether a set " +
				"is empty, or within another one."
		case "clauses", "events":
			return "The formula is made anew for each loop bound: events of the unrolled program, and " +
				"gates, variables and clauses of the question to the solver."
		}
	}
	return ""
}

// curveChart draws series over time.
func curveChart(title, note string, y plot.Axis, list []engine.Series) chart {
	l := plot.Lines{Title: title, X: plot.Axis{Label: "time", Unit: plot.Time}, Y: y, Width: 640, Height: 340,
		Steps: y.Scale == plot.Log}
	few, end := true, 0.0
	for _, s := range list {
		few = few && len(s.Points) <= 12
		end = max(end, s.Points[len(s.Points)-1].At.Seconds())
	}
	for i, s := range list {
		c := plot.Series{Name: s.Name, Color: i, Marks: few}
		if len(list) == 1 {
			c.Name = ""
		}
		for _, p := range s.Points {
			if y.Scale == plot.Log && p.Value <= 0 {
				continue // it has no place on the axis
			}
			c.Points = append(c.Points, plot.Point{X: p.At.Seconds(), Y: p.Value, Title: s.Name + ": " +
				y.Unit.Format(p.Value) + " at " + plot.Time.Format(p.At.Seconds())})
		}
		if n := len(c.Points); l.Steps && n > 0 && c.Points[n-1].X < end { // it is what it was until the end
			last := c.Points[n-1]
			last.X = end
			c.Points = append(c.Points, last)
		}
		l.Series = append(l.Series, c)
	}
	return chart{Title: title, Note: note, SVG: template.HTML(l.SVG()), Wide: true}
}

// ways are the outcomes of questions: the end of the name of a number, what the legend says, and its colour.
var ways = []struct{ end, name, color string }{
	{" syntactic", "by their form", "c2"},
	{" by intervals", "by intervals", "c5"},
	{" by a model", "by a known model", "c4"},
	{" refuted by a value", "by a known model", "c4"},
	{" from the cache", "from the cache", "c0"},
	{" answered by words", "on words", "c5"},
	{" answered by simulation", "by simulation", "c4"},
	{" by the solver", "by the solver", "c1"},
	{" undecided", "undecided", "c7"},
}

// outcomes draws how questions were answered.
func outcomes(stats []statRow) []chart {
	type bar struct {
		name   string
		values map[string]float64
	}
	var bars []*bar
	find := func(name string) *bar {
		for _, b := range bars {
			if b.name == name {
				return b
			}
		}
		b := &bar{name, map[string]float64{}}
		bars = append(bars, b)
		return b
	}
	for _, s := range stats {
		for _, w := range ways {
			subject, ok := strings.CutSuffix(s.Name, w.end)
			if !ok {
				continue
			}
			name := subject
			if subject == "checks" {
				name = "satisfiability"
			}
			find(name).values[w.name] += s.Value
		}
		if s.Name == "checks" {
			find("satisfiability").values["by the solver"] += s.Value
		}
	}
	// The checks of a solver that were not answered before were left to its search.
	for _, b := range bars {
		if b.name == "satisfiability" {
			b.values["by the solver"] = max(0,
				b.values["by the solver"]-b.values["on words"]-b.values["by simulation"])
		}
	}
	used := map[string]bool{}
	chartOf := plot.Bars{Title: "Questions by the way they were answered", Width: 640}
	var parts []string
	for _, w := range ways {
		any := false
		for _, b := range bars {
			any = any || b.values[w.name] > 0
		}
		if any && !used[w.name] {
			used[w.name] = true
			chartOf.Parts = append(chartOf.Parts, plot.Group{Name: w.name, Color: w.color})
			parts = append(parts, w.name)
		}
	}
	for _, b := range bars {
		row, sum := plot.Bar{Name: b.name}, 0.0
		for _, p := range parts {
			row.Values = append(row.Values, b.values[p])
			sum += b.values[p]
		}
		if sum > 0 {
			chartOf.Bars = append(chartOf.Bars, row)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []chart{{Title: "Questions by outcome", Note: "How the questions of the engines were answered; " +
		"those that the solver's search did not see cost little.", SVG: template.HTML(chartOf.SVG())}}
}

// times draws where the time went.
func times(stats []statRow) []chart {
	b := plot.Bars{Title: "Where the time went", Unit: plot.Time, Width: 640}
	for _, s := range stats {
		name, ok := strings.CutSuffix(s.Name, " time")
		if !ok || s.Value <= 0 {
			continue
		}
		if s.Engine != "" {
			name = s.Engine + ": " + name
		}
		b.Bars = append(b.Bars, plot.Bar{Name: name, Values: []float64{s.Value}})
	}
	if len(b.Bars) == 0 {
		return nil
	}
	return []chart{{Title: "Where the time went", Note: "The time of the engines together contains that of " +
		"their parts, and engines run side by side.", SVG: template.HTML(b.SVG())}}
}
