package slab

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// AblationText prints, for each configuration, the rows it decides, and its iterations, states and times over
// the rows that all configurations decide, beside those of the first.
func (t *Table) AblationText(w io.Writer) error {
	common := t.common()
	fmt.Fprintf(w, "The engine slab without operations of slicing (sections of the paper); sums over the "+
		"%d of %d rows\nthat all decide, times as the geometric mean of ratios\n\n", len(common),
		len(t.Lines))
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "configuration\tdecided\titerations\tstates\tquestions\ttime\t")
	for _, c := range t.Configs {
		times, n := t.times(c)
		fmt.Fprintf(tw, "%s\t%d of %d\t", c, len(times), n)
		for _, name := range []string{iterations, states, questions} {
			sum := 0.0
			for _, l := range common {
				sum += l.Records[c].Stats[name]
			}
			fmt.Fprintf(tw, "%.0f\t", sum)
		}
		fmt.Fprintf(tw, "%.2f\t\n", ratio(common, c, t.Configs[0]))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, wrong := range t.Wrong() {
		if _, err := fmt.Fprintf(w, "WRONG: %s\n", wrong); err != nil {
			return err
		}
	}
	return nil
}

// common are the rows that all configurations decide.
func (t *Table) common() []Line {
	var out []Line
lines:
	for _, l := range t.Lines {
		for _, c := range t.Configs {
			if _, ok := l.solved(c); !ok {
				continue lines
			}
		}
		out = append(out, l)
	}
	return out
}

// ratio is the geometric mean of the times of one configuration over those of another, over rows that both
// decide.
func ratio(lines []Line, of, to string) float64 {
	sum, n := 0.0, 0
	for _, l := range lines {
		a, b := l.Records[of].CPU, l.Records[to].CPU
		if a > 0 && b > 0 {
			sum += math.Log(a / b)
			n++
		}
	}
	return math.Exp(sum / float64(max(n, 1)))
}
