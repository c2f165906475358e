package slab

import (
	"context"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/plot"
	"whittle.dev/internal/property"
)

// Figure4 has the sizes of intermediate abstractions, as figure 4 of the paper: for each benchmark, the most
// states by the number of predicates by which nodes were split so far.
type Figure4 struct{ curves []curve }

// curve is that of a benchmark: by the number of predicates.
type curve struct {
	name   string
	states []int // 0: there was no abstraction with so many predicates
}

// NewFigure4 runs the engine on those rows that are Bakery with three processes. The errors of all pairs are
// one error condition, as in the paper. It is nil if there is no such row.
func NewFigure4(ctx context.Context, rows []families.Row) (*Figure4, error) {
	var f Figure4
	for _, r := range rows {
		if r.Family != "Bakery" || r.Size != 3 || strings.HasSuffix(r.Name, "pair") {
			continue
		}
		c := curve{name: r.Name}
		show := func(p picture.Picture) {
			for len(c.states) <= p.Predicates {
				c.states = append(c.states, 0)
			}
			c.states[p.Predicates] = max(c.states[p.Predicates], len(p.Nodes))
		}
		sys := r.System()
		sys.Terms.Freeze()
		task := engine.Task{System: sys, Goal: engine.AllGoals, Property: property.InvarProperty}
		res, err := slab.New(slab.Config{NoDisjuncts: true}).Watch(ctx, task, show)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if res.Verdict.Kind != property.True {
			return nil, fmt.Errorf("%s: %v (%s)", r.Name, res.Verdict, res.Why)
		}
		f.curves = append(f.curves, c)
	}
	if f.curves == nil {
		return nil, nil
	}
	return &f, nil
}

// chart draws the figure in the colours of a page, with the number of states that predicate abstraction has
// at most.
func (f *Figure4) chart() template.HTML {
	chart := plot.Lines{Title: "States of intermediate abstractions over the number of predicates",
		X: plot.Axis{Label: "predicates", Whole: true}, Y: plot.Axis{Label: "states", Scale: plot.Log},
		Width: 760, Height: 420}
	most := 0
	for _, c := range f.curves {
		s := plot.Series{Name: c.name}
		for n, states := range c.states {
			if states > 0 {
				s.Points = append(s.Points, plot.Point{X: float64(n), Y: float64(states)})
				most = max(most, states)
			}
		}
		chart.Series = append(chart.Series, s)
	}
	all := plot.Series{Name: "2 to the number of predicates"}
	for n := 0; 1<<n <= 4*most; n++ {
		all.Points = append(all.Points, plot.Point{X: float64(n), Y: float64(int(1) << n)})
	}
	chart.Series = append(chart.Series, all)
	return template.HTML(chart.SVG()) // package plot escapes names
}

// SVG draws the figure as a file of its own, with colours that a page would give.
func (f *Figure4) SVG(w io.Writer) error {
	_, err := io.WriteString(w, strings.Replace(string(f.chart()), ">", ">\n"+figureStyle, 1))
	return err
}

const figureStyle = `<style>
svg { --fg: #222; --bg: #fff; --muted: #666; --line: #ccc; background: #fff; font-family: sans-serif;
  --c0: #1f6fb4; --c1: #c8500a; --c2: #2a8a3e; --c3: #8a3ab0; --c4: #777; }
</style>
`

// CSV prints a line for each number of predicates.
func (f *Figure4) CSV(w io.Writer) error {
	head, longest := []string{"predicates"}, 0
	for _, c := range f.curves {
		head = append(head, c.name)
		longest = max(longest, len(c.states))
	}
	rows := [][]string{head}
	for n := range longest {
		row := []string{strconv.Itoa(n)}
		for _, c := range f.curves {
			cell := ""
			if n < len(c.states) && c.states[n] > 0 {
				cell = strconv.Itoa(c.states[n])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}
