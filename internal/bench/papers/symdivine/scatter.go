package symdivine

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// point is a task in the scatter plot of figure 3: CPU times in seconds in the first and in the last
// configuration. A configuration that did not solve it has the time after which it was given up.
type point struct {
	task         task
	x, y         float64
	xDone, yDone bool
}

// points are the tasks that the first or the last configuration solved.
func (t *Table) points() []point {
	if len(t.Configs) == 0 {
		return nil
	}
	first, last := t.Configs[0], t.Configs[len(t.Configs)-1]
	var out []point
	for _, task := range t.tasks {
		p := point{task, task.recs[first].CPU, task.recs[last].CPU, task.solved(first), task.solved(last)}
		_, ran := task.recs[first]
		_, too := task.recs[last]
		if ran && too && (p.xDone || p.yDone) {
			out = append(out, p)
		}
	}
	return out
}

// ScatterCSV prints the data of figure 3.
func (t *Table) ScatterCSV(w io.Writer) error {
	rows := [][]string{{"task", "property", "category", "whole_no_cache_s", "sliced_cache_s",
		"whole_no_cache_solved", "sliced_cache_solved"}}
	for _, p := range t.points() {
		rows = append(rows, []string{p.task.item.Name, string(p.task.item.Property), p.task.category,
			fmt.Sprintf("%.3f", p.x), fmt.Sprintf("%.3f", p.y),
			strconv.FormatBool(p.xDone), strconv.FormatBool(p.yDone)})
	}
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// ScatterSVG draws figure 3, on logarithmic axes, with diagonals for double, equal and half the
// time. Tasks that one of the two did not solve are hollow.
func (t *Table) ScatterSVG(w io.Writer) error {
	const size, margin = 480.0, 60.0
	points := t.points()
	low, high := 0.01, 0.1
	for _, p := range points {
		for high < math.Max(p.x, p.y) {
			high *= 10
		}
	}
	at := func(v float64) float64 { return math.Log(math.Max(v, low)/low) / math.Log(high/low) * size }
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "+
		"font-family=\"sans-serif\" font-size=\"12\">\n", size+2*margin, size+2*margin)
	fmt.Fprintf(&b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<g transform=\"translate(%g "+
		"%g)\">\n", margin, margin)
	fmt.Fprintf(&b, "<rect width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"black\"/>\n", size, size)
	for v := low; v <= high*1.001; v *= 10 {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n", at(v), size+18, v)
		fmt.Fprintf(&b, "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", size-at(v)+4, v)
	}
	for _, f := range []float64{2, 1, 0.5} {
		from, to := math.Max(low, low/f), math.Min(high, high/f)
		fmt.Fprintf(&b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"gray\"/>\n", at(from),
			size-at(f*from), at(to), size-at(f*to))
	}
	fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">whole, no cache: CPU time (s)</text>\n",
		size/2, size+42)
	fmt.Fprintf(&b, "<text transform=\"translate(-44 %g) rotate(-90)\" text-anchor=\"middle\">sliced, "+
		"cache: CPU time (s)</text>\n", size/2)
	for _, p := range points {
		fill := "steelblue"
		if !p.xDone || !p.yDone {
			fill = "none"
		}
		fmt.Fprintf(&b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" stroke=\"steelblue\" fill=\"%s\"/>\n",
			at(p.x), size-at(p.y), fill)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
