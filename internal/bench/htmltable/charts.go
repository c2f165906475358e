package htmltable

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"whittle.dev/internal/bench/tasks"

	"whittle.dev/internal/english"
	"whittle.dev/internal/plot"
)

// chartView is a chart with what is said about it.
type chartView struct {
	Title, Note string
	SVG         template.HTML
}

// shownPairs is how many scatter plots stand open; the others are folded.
const shownPairs = 4

// leastTime is the smallest CPU time that is drawn, in seconds: below it one compares how processes start.
const leastTime = 0.001

// charts are the quantile plots and the scatter plots of the pairs of configurations.
func (t results) charts() (quantiles, scatters, more []chartView) {
	if len(t.Records) == 0 {
		return nil, nil, nil
	}
	byConfig := map[string][]tasks.Record{}
	for _, r := range t.Records {
		byConfig[r.Config] = append(byConfig[r.Config], r)
	}
	quantiles = []chartView{t.scoreQuantiles(byConfig), t.plainQuantiles(byConfig)}
	names := t.Configs()
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			c := t.scatter(names[i], names[j], byConfig)
			if len(scatters) < shownPairs {
				scatters = append(scatters, c)
			} else {
				more = append(more, c)
			}
		}
	}
	return quantiles, scatters, more
}

func configName(name string) string {
	if name == "" {
		return "whittle"
	}
	return name
}

// answered are the records with a right answer, the fastest first.
func answered(recs []tasks.Record) []tasks.Record {
	var out []tasks.Record
	for _, r := range recs {
		if r.Score == tasks.Right {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b tasks.Record) int { return cmp.Compare(a.CPU, b.CPU) })
	return out
}

// scoreQuantiles draws the quantile functions of SV-COMP: a curve begins at the points that wrong answers
// cost and goes to the right by the points of each right answer, the fastest first, at the CPU time that it
// took.
func (t results) scoreQuantiles(byConfig map[string][]tasks.Record) chartView {
	chart := plot.Lines{Title: "Score within a CPU time", X: plot.Axis{Label: "accumulated score"},
		Y: plot.Axis{Label: "CPU time", Unit: plot.Time, Scale: plot.Log}}
	for i, name := range t.Configs() {
		x := 0
		for _, r := range byConfig[name] {
			if r.Score == tasks.Wrong {
				x += r.Points()
			}
		}
		s := plot.Series{Name: configName(name), Color: i % 8}
		for _, r := range answered(byConfig[name]) {
			x += r.Points()
			s.Points = append(s.Points, plot.Point{X: float64(x), Y: max(r.CPU, leastTime),
				Title: fmt.Sprintf("%s: score %d with %s (%s)", configName(name), x, plot.Time.Format(r.CPU),
					r.Name)})
		}
		chart.Series = append(chart.Series, s)
	}
	return chartView{"Quantiles by score", "How many points come within which CPU time for a task. A curve " +
		"begins at the points that wrong answers cost; farther right is better, lower is faster.",
		template.HTML(chart.SVG())}
}

// plainQuantiles draws how many tasks are answered rightly within a CPU time each.
func (t results) plainQuantiles(byConfig map[string][]tasks.Record) chartView {
	chart := plot.Lines{Title: "Right answers within a CPU time",
		X: plot.Axis{Label: "right answers", Whole: true},
		Y: plot.Axis{Label: "CPU time", Unit: plot.Time, Scale: plot.Log}}
	for i, name := range t.Configs() {
		s := plot.Series{Name: configName(name), Color: i % 8}
		for n, r := range answered(byConfig[name]) {
			s.Points = append(s.Points, plot.Point{X: float64(n + 1), Y: max(r.CPU, leastTime),
				Title: fmt.Sprintf("%s: %d with %s (%s)", configName(name), n+1, plot.Time.Format(r.CPU),
					r.Name)})
		}
		chart.Series = append(chart.Series, s)
	}
	return chartView{"Quantiles by right answers",
		"How many tasks have a right answer within which CPU time.", template.HTML(chart.SVG())}
}

// The groups of marks of a scatter plot.
const (
	bothAnswer = iota
	oneAnswers
	someWrong
)

// scatter draws the CPU times of two configurations against each other.
func (t results) scatter(a, b string, byConfig map[string][]tasks.Record) chartView {
	chart := plot.Scatter{Title: configName(a) + " and " + configName(b),
		X: plot.Axis{Label: configName(a), Unit: plot.Time, Scale: plot.Log},
		Y: plot.Axis{Label: configName(b), Unit: plot.Time, Scale: plot.Log},
		Groups: []plot.Group{{Name: "both answer", Color: "c0"}, {Name: "one answers", Color: "c1"},
			{Name: "a wrong answer", Color: "bad"}},
		Factors: []float64{2, 10}}
	other := map[string]tasks.Record{}
	for _, r := range byConfig[b] {
		other[r.Key()] = r
	}
	both, faster, only, reverse := 0, 0, 0, 0
	properties := distinct(t.Records, func(r tasks.Record) string { return string(r.Property) })
	for _, r := range byConfig[a] {
		s, ok := other[r.Key()]
		answer := func(r tasks.Record) bool {
			return r.Score == tasks.Right || r.Score == tasks.Wrong || r.Score == tasks.Unjudged
		}
		if !ok || !answer(r) && !answer(s) {
			continue
		}
		name := r.Name
		if len(properties) > 0 {
			name += " | " + string(r.Property)
		}
		m := plot.Mark{Name: name, X: max(r.CPU, leastTime), Y: max(s.CPU, leastTime), XOut: !answer(r),
			YOut: !answer(s),
			Title: fmt.Sprintf("%s\n%s: %s\n%s: %s", name, configName(a), brief(r), configName(b),
				brief(s))}
		switch {
		case r.Score == tasks.Wrong || s.Score == tasks.Wrong:
			m.Group = someWrong
		case m.XOut || m.YOut:
			m.Group = oneAnswers
		}
		switch {
		case m.XOut:
			reverse++
		case m.YOut:
			only++
		default:
			both++
			if r.CPU < s.CPU {
				faster++
			}
		}
		chart.Marks = append(chart.Marks, m)
	}
	note := fmt.Sprintf("%s of both, %s the faster one in %d; %d of %s alone, %d of %s alone.",
		english.Count(both, "answer"), configName(a), faster, only, configName(a), reverse, configName(b))
	return chartView{"CPU time, " + configName(a) + " and " + configName(b),
		note + " A click on a mark shows the task in the table.", template.HTML(chart.SVG())}
}

// brief is a result in a few words: "true, 0.31 s".
func brief(r tasks.Record) string {
	s := r.Verdict
	if r.Score == tasks.Wrong {
		s += " (wrong)"
	}
	if r.Score == tasks.Unknown && len(r.Why) > 0 && len(r.Why) < 30 {
		s += " (" + english.OneLine(r.Why) + ")"
	}
	return s + ", " + plot.Time.Format(r.CPU)
}
