package samples

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

const (
	maxColumns = 240 // of what is counted or changes
	maxLaws    = 10  // equations
	maxPlaces  = 24  // with a factor in one
)

// laws looks for equations.
type laws struct {
	*Set
	st    *term.Store
	cells []int          // indices of shared cells
	at    [][2]int       // by column after those of cells: a template and a location
	col   map[[2]int]int // columns of these
}

// Laws are equations between cells and numbers of threads at places that all states satisfy that were seen
// after the initial thread began to create threads. Before it may set what it wants.
func (s *Set) Laws() []model.Law {
	x := &laws{Set: s, st: s.sys.Terms, col: map[[2]int]int{}}
	x.columns()
	width := 1 + len(x.cells) + len(x.at)
	if len(x.cells) == 0 || width > maxColumns {
		return nil
	}
	h := hull{width: width}
	for i := range s.states {
		if s.states[i].late && !h.full() {
			h.add(x.point(&s.states[i]))
		}
	}
	var out []model.Law
	for _, v := range h.equations(model.MaxFactor, width-1) {
		if l := x.law(v); len(l.Cells) > 0 {
			out = append(out, l)
		}
	}
	for i, a := range out {
		for _, b := range out[:i] {
			l := minus(a, b)
			if n := places(l); n < max(places(a), places(b)) {
				out = append(out, l)
			}
		}
	}
	out = slices.DeleteFunc(out, func(l model.Law) bool { return !x.useful(l) })
	slices.SortStableFunc(out, func(a, b model.Law) int { return places(a) - places(b) })
	s.laws = out[:min(len(out), maxLaws)]
	return s.laws
}

// places is how many places have a factor in an equation.
func places(l model.Law) int {
	n := 0
	for _, w := range slices.Concat(l.Weight...) {
		if w != 0 {
			n++
		}
	}
	return n
}

// useful reports whether the factors of an equation are small, and those of places few but some. Places that
// threads never leave count in a system with few threads alone.
func (x *laws) useful(l model.Law) bool {
	n := places(l)
	for i, weights := range l.Weight {
		for at, w := range weights {
			ended := len(x.sys.Templates[i].Locs[at].Out) == 0
			if max(w, -w) > model.MaxFactor || w != 0 && ended && !x.sys.Few {
				return false
			}
		}
	}
	return n > 0 && n <= maxPlaces
}

// columns lists the cells that change, and the places where threads were seen.
func (x *laws) columns() {
	first := -1
	changes := make([]bool, len(x.sys.Globals))
	places := map[[2]int]bool{}
	for i := range x.states {
		s := &x.states[i]
		if !s.late {
			continue
		}
		if first < 0 {
			first = i
		}
		for k, v := range s.shared {
			changes[k] = changes[k] || !v.Equal(x.states[first].shared[k])
		}
		for _, t := range s.threads {
			places[[2]int{t.template, t.loc}] = true
		}
	}
	for k, v := range x.sys.Globals {
		if sort := x.st.Sort(v.Sym); changes[k] && sort.IsBitVec() && sort.Width() <= 64 {
			x.cells = append(x.cells, k)
		}
	}
	for i := range x.sys.Templates {
		for l := range x.sys.Templates[i].Locs {
			if at := [2]int{i, l}; places[at] {
				x.col[at] = len(x.cells) + len(x.at)
				x.at = append(x.at, at)
			}
		}
	}
}

// point is a state by columns: the cells, how many threads are at each place, and a one.
func (x *laws) point(s *state) []int64 {
	out := make([]int64, len(x.cells)+len(x.at)+1)
	out[len(out)-1] = 1
	for i, k := range x.cells {
		out[i] = s.shared[k].Int64()
	}
	for _, t := range s.threads {
		out[x.col[[2]int{t.template, t.loc}]]++
	}
	return out
}

// law is an equation of columns.
func (x *laws) law(v []int64) model.Law {
	l := model.Law{Constant: v[len(v)-1]}
	for i, k := range x.cells {
		if n := v[i]; n != 0 {
			l.Cells = append(l.Cells, model.Factor{Sym: x.sys.Globals[k].Sym, N: n})
		}
	}
	for i := range x.sys.Templates {
		l.Weight = append(l.Weight, make([]int64, len(x.sys.Templates[i].Locs)))
	}
	for i, at := range x.at {
		l.Weight[at[0]][at[1]] = v[len(x.cells)+i]
	}
	return l
}

// minus is the difference of two equations.
func minus(a, b model.Law) model.Law {
	out := model.Law{Constant: a.Constant - b.Constant}
	factors := map[term.Term]int64{}
	for _, c := range a.Cells {
		factors[c.Sym] += c.N
	}
	for _, c := range b.Cells {
		factors[c.Sym] -= c.N
	}
	for _, c := range slices.Concat(a.Cells, b.Cells) {
		if n := factors[c.Sym]; n != 0 {
			out.Cells = append(out.Cells, model.Factor{Sym: c.Sym, N: n})
			factors[c.Sym] = 0
		}
	}
	for i := range a.Weight {
		out.Weight = append(out.Weight, slices.Clone(a.Weight[i]))
		for k := range b.Weight[i] {
			out.Weight[i][k] -= b.Weight[i][k]
		}
	}
	return out
}

// Telling reports whether some equation is about a cell that was seen with more values than a lock has.
func (s *Set) Telling() bool {
	for _, l := range s.laws {
		for _, c := range l.Cells {
			values := map[uint64]bool{}
			for i := range s.states {
				values[s.states[i].shared[s.names.shared[c.Sym]].Uint64()] = true
			}
			if len(values) > 2 {
				return true
			}
		}
	}
	return false
}
