package samples

import (
	"cmp"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

const (
	maxColumns = 240 // of what is counted or changes
	maxLaws    = 10  // equations
	maxPlaces  = 24  // with a factor in one
	intWidth   = 32  // bits of a number that has a sign unless the program says otherwise
)

// laws looks for equations. Its columns are a one, the places where threads were seen, the cells that
// change, and the places that threads never leave.
type laws struct {
	*Set
	st    *term.Store
	cells []int          // indices of shared cells
	alive [][2]int       // places: a template and a location
	ended [][2]int       // those that threads never leave
	col   map[[2]int]int // columns of places
	large []int64        // factors beside small ones
}

// Laws are equations between cells and numbers of threads at places that all states satisfy that were seen
// after the initial thread began to create threads. Before it may set what it wants. Each cell is in as few
// of them as can be, and so are places that threads never leave, which count in a system with few threads
// alone.
func (s *Set) Laws() []model.Law {
	x := &laws{Set: s, st: s.sys.Terms, col: map[[2]int]int{}, large: large(s.sys)}
	x.columns()
	width := 1 + len(x.alive) + len(x.cells) + len(x.ended)
	if len(x.cells) == 0 || width > maxColumns {
		return nil
	}
	points, equations := hull{width: width}, hull{width: width}
	for i := range s.states {
		if s.states[i].late && !points.full() {
			points.add(x.point(&s.states[i]))
		}
	}
	for _, v := range points.orthogonal() {
		equations.put(v)
	}
	var all [][]int64
	for _, row := range equations.rows {
		if v, ok := smallest(row, factors{maxFirst, x.large}, 0); ok && (s.sys.Few || !x.ends(v)) {
			all = append(all, v)
		}
	}
	s.laws = x.independent(x.shorter(all))
	s.laws = append(s.laws, x.withSums()...)
	return s.laws
}

// independent are laws of which none is a sum of others, those about few cells and few places.
func (x *laws) independent(all [][]int64) []model.Law {
	slices.SortStableFunc(all, func(v, w []int64) int {
		return cmp.Or(nonzero(x.ofCells(v))-nonzero(x.ofCells(w)), nonzero(v)-nonzero(w))
	})
	known := hull{width: 1 + len(x.alive) + len(x.cells) + len(x.ended)}
	var out []model.Law
	for _, v := range all {
		l := x.law(v)
		x.complete(&l)
		if known.add(v) && len(l.Cells) > 0 && x.useful(l) && len(out) < maxLaws {
			out = append(out, l)
		}
	}
	return x.either(out)
}

// either adds equations in which numbers have no sign of which the program does not tell whether they have.
func (x *laws) either(out []model.Law) []model.Law {
	for _, l := range out {
		other := l
		other.Cells = slices.Clone(l.Cells)
		for i, c := range other.Cells {
			other.Cells[i].Unsigned = c.Unsigned || !x.signed[c.Sym] && x.st.Sort(c.Sym).Width() < intWidth
		}
		if !slices.Equal(l.Cells, other.Cells) {
			out = append(out, other)
		}
	}
	return out
}

// maxFirst bounds the factors of equations before they are added to each other.
const maxFirst = 2 * model.MaxFactor

// shorter adds equations to each other, or subtracts them, as long as that leaves fewer columns. Those with
// other cells stay, too.
func (x *laws) shorter(all [][]int64) [][]int64 {
	out := slices.Clone(all)
	for i := 0; i < len(out) && len(out) < 4*maxLaws; i++ {
		for again := true; again; {
			again = false
			for _, b := range all {
				for _, sign := range []int64{1, -1} {
					sum := plus(out[i], b, sign)
					if n := nonzero(sum); n == 0 || n >= nonzero(out[i]) {
						continue
					}
					if !x.sameCells(out[i], sum) {
						out = append(out, out[i])
					}
					out[i], again = sum, true
				}
			}
		}
	}
	return unequal(out)
}

// unequal leaves each vector once.
func unequal(list [][]int64) [][]int64 {
	var out [][]int64
	for _, v := range list {
		if !slices.ContainsFunc(out, func(w []int64) bool { return slices.Equal(v, w) }) {
			out = append(out, v)
		}
	}
	return out
}

func plus(a, b []int64, factor int64) []int64 {
	out := slices.Clone(a)
	for k, n := range b {
		out[k] += factor * n
	}
	return out
}

func nonzero(v []int64) (n int) {
	for _, f := range v {
		if f != 0 {
			n++
		}
	}
	return n
}

// ofCells are the columns of cells.
func (x *laws) ofCells(v []int64) []int64 {
	first := 1 + len(x.alive)
	return v[first : first+len(x.cells)]
}

// sameCells reports whether two equations are about the same cells.
func (x *laws) sameCells(v, w []int64) bool {
	return slices.EqualFunc(x.ofCells(v), x.ofCells(w), func(a, b int64) bool { return (a == 0) == (b == 0) })
}

// ends reports whether an equation is about places that threads never leave.
func (x *laws) ends(v []int64) bool {
	return slices.ContainsFunc(v[len(v)-len(x.ended):], func(n int64) bool { return n != 0 })
}

// useful reports whether the factors of an equation are allowed, and those of places few but some.
func (x *laws) useful(l model.Law) bool {
	n := nonzero(slices.Concat(l.Weight...))
	return n > 0 && n <= maxPlaces && x.allowed(l)
}

// allowed reports whether the factors of an equation are.
func (x *laws) allowed(l model.Law) bool {
	allowed := factors{model.MaxFactor, x.large}
	for _, w := range slices.Concat(l.Weight...) {
		if !allowed.has(w) {
			return false
		}
	}
	for _, c := range l.Cells {
		if !allowed.has(c.N) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Sums, func(s model.Sum) bool { return !allowed.has(s.N) })
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
			at := [2]int{i, l}
			switch {
			case !places[at]:
			case len(x.sys.Templates[i].Locs[l].Out) == 0:
				x.ended = append(x.ended, at)
			default:
				x.alive = append(x.alive, at)
			}
		}
	}
	for k, at := range x.alive {
		x.col[at] = 1 + k
	}
	for k, at := range x.ended {
		x.col[at] = 1 + len(x.alive) + len(x.cells) + k
	}
}

// point is a state by columns.
func (x *laws) point(s *state) []int64 {
	out := make([]int64, 1+len(x.alive)+len(x.cells)+len(x.ended))
	out[0] = 1
	for i, k := range x.cells {
		out[1+len(x.alive)+i] = x.number(x.sys.Globals[k].Sym, s.shared[k])
	}
	for _, t := range s.threads {
		out[x.col[[2]int{t.template, t.loc}]]++
	}
	return out
}

// law is an equation of columns.
func (x *laws) law(v []int64) model.Law {
	l := model.Law{Constant: v[0]}
	for i, n := range x.ofCells(v) {
		if sym := x.sys.Globals[x.cells[i]].Sym; n != 0 {
			l.Cells = append(l.Cells, model.Factor{Sym: sym, N: n, Unsigned: x.unsigned[sym]})
		}
	}
	for i := range x.sys.Templates {
		l.Weight = append(l.Weight, make([]int64, len(x.sys.Templates[i].Locs)))
	}
	for at, col := range x.col {
		l.Weight[at[0]][at[1]] = v[col]
	}
	return l
}

// Telling reports whether some equation is about a cell that was seen with more values than a lock has, and
// about threads of which there may be many.
func (s *Set) Telling() bool {
	for _, l := range s.laws {
		if !s.many(&l) && len(l.Sums) == 0 {
			continue
		}
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

// Tickets reports whether some equation says that two cells are a number of threads apart: views of two
// threads then tell which of them is first.
func (s *Set) Tickets() bool {
	return slices.ContainsFunc(s.laws, func(l model.Law) bool {
		return len(l.Cells) == 2 && l.Cells[0].N == -l.Cells[1].N && s.many(&l)
	})
}

// many reports whether an equation counts threads of which there may be several.
func (s *Set) many(l *model.Law) bool {
	for i, weights := range l.Weight {
		if !s.sys.Templates[i].Single && nonzero(weights) > 0 {
			return true
		}
	}
	return false
}
