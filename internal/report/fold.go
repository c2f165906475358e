package report

import (
	"cmp"
	"slices"
)

// mostLines is how many lines of a trace are shown, if nothing else says so.
const mostLines = 36

// shortTrace is the number of lines up to which a trace is shown as it is.
const shortTrace = 14

// foldRun is the length of a run of local lines from which it is folded, if it is not known what matters.
const foldRun = 4

// fold replaces by one line each: blocks that are repeated, and lines on which the violation does not
// depend. If
// there are more than so many others those stay that are the nearest to the violation.
func fold(in []line, sliced bool, most int) []line { return choose(foldRepeats(in), sliced, most) }

// choose is the part of fold that depends on how many lines may stay. It leaves in as it is.
func choose(in []line, sliced bool, most int) []line {
	if sliced && len(in) <= shortTrace {
		return slices.Clone(in)
	}
	keep := make([]bool, len(in))
	if sliced {
		chooseNear(in, keep, most)
	} else {
		chooseSeen(in, keep)
		n := 0
		for i := len(in) - 1; i >= 0; i-- {
			if keep[i] {
				n++
			}
			keep[i] = keep[i] && n <= most
		}
	}
	var out []line
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && !keep[j] {
			j++
		}
		if j-i > 1 {
			out = append(out, foldedLines(in[i:j]))
			i = j
			continue
		}
		out = append(out, in[i])
		i++
	}
	return out
}

// chooseNear keeps the lines that the violation depends on, the nearest if they are too many.
func chooseNear(in []line, keep []bool, most int) {
	var order []int
	for i := range in {
		if in[i].marked() || in[i].distance > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if in[a].marked() != in[b].marked() {
			if in[a].marked() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(in[a].distance, in[b].distance), cmp.Compare(b, a))
	})
	for _, i := range order[:min(len(order), most)] {
		keep[i] = true
	}
}

// marked lines are never folded: where the violation is, and from where on an execution repeats.
func (l *line) marked() bool { return l.broken || l.again }

// chooseSeen keeps the lines that another thread can see, and short runs of others; of a long one the last
// stays,
// since it shows the values that matter for what follows.
func chooseSeen(in []line, keep []bool) {
	for i := 0; i < len(in); {
		j := localRun(in, i)
		if j-i < foldRun || in[i].again {
			j = max(j, i+1)
			for k := i; k < j; k++ {
				keep[k] = true
			}
		} else {
			keep[j-1] = true
		}
		i = j
	}
}

// foldedLines is the line that stands for others.
func foldedLines(in []line) line {
	out := line{thread: -1, number: in[0].number}
	for _, l := range in {
		out.folded += max(l.folded, 1)
	}
	return out
}

// localRun is the end of the run of local lines of one thread that begins at
// line i; it is i if that line is not local.
func localRun(in []line, i int) int {
	j := i
	for j < len(in) && in[j].local && in[j].thread == in[i].thread {
		j++
	}
	return j
}
