package slab

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// effect is what a configuration of the ablation does, compared with the first one on the rows that both
// decide.
type effect struct {
	Config string
	// Decided and Wrong are of Rows.
	Decided, Wrong, Rows int
	// Common is the number of rows that both decide. The sums and the geometric mean are over these.
	Common                        int
	Iterations, States, Questions pair
	// Time is the ratio of CPU times, in the geometric mean.
	Time float64
}

// pair is a sum, and that of the first configuration on the same rows.
type pair struct{ Sum, First float64 }

// Text has that of the first configuration in brackets.
func (p pair) Text() string { return fmt.Sprintf("%.0f (%.0f)", p.Sum, p.First) }

// effects are those of all configurations.
func (t *Table) effects() []effect {
	var out []effect
	for _, c := range t.Configs {
		x := effect{Config: c}
		for _, l := range t.Lines {
			r, ran := l.Records[c]
			if !ran {
				continue
			}
			x.Rows++
			if l.wrong(c) {
				x.Wrong++
			}
			if _, ok := l.solved(c); !ok {
				continue
			}
			x.Decided++
			first := l.Records[t.Configs[0]]
			if _, ok := l.solved(t.Configs[0]); !ok || r.CPU <= 0 || first.CPU <= 0 {
				continue
			}
			x.Common++
			x.Time += math.Log(r.CPU / first.CPU)
			for name, p := range map[string]*pair{iterations: &x.Iterations, states: &x.States,
				questions: &x.Questions} {
				p.Sum += r.Stats[name]
				p.First += first.Stats[name]
			}
		}
		x.Time = math.Exp(x.Time / float64(max(x.Common, 1)))
		out = append(out, x)
	}
	return out
}

// AblationText prints, for each configuration, how many rows it decides and how many wrongly, and over those
// that it and the first configuration decide its iterations, states and questions, in brackets those of the
// first, and the ratio of times.
func (t *Table) AblationText(w io.Writer) error {
	fmt.Fprintf(w, "The engine slab without one thing after the other (sections of the paper); sums over "+
		"the rows that it\ndecides with and without, in brackets with; times as the geometric mean of "+
		"ratios\n\n")
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "configuration\tdecided\twrong\titerations\tstates\tquestions\ttime\t")
	for _, x := range t.effects() {
		fmt.Fprintf(tw, "%s\t%d of %d\t%d\t%s\t%s\t%s\t%.2f\t\n", x.Config, x.Decided, x.Rows, x.Wrong,
			x.Iterations.Text(), x.States.Text(), x.Questions.Text(), x.Time)
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
