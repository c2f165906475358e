package samples

import (
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// complete gives the places where no thread was seen the weights that an equation needs to hold on the way
// there too: few threads never come to where a hundred have to wait, and a thread that turns back there has
// the lock like all others.
func (x *laws) complete(l *model.Law) {
	known := func(template, loc int) bool {
		_, seen := x.col[[2]int{template, loc}]
		return seen || len(x.sys.Templates[template].Locs[loc].Out) == 0
	}
	done := map[[2]int]bool{}
	for again := true; again; {
		again = false
		for i := range x.sys.Templates {
			for k := range x.sys.Templates[i].Edges {
				e := &x.sys.Templates[i].Edges[k]
				from, to := [2]int{i, e.From}, [2]int{i, e.To}
				here, there := known(i, e.From) || done[from], known(i, e.To) || done[to]
				added, ok := x.added(l, e)
				if e.Kind != model.Step || here == there || !ok {
					continue
				}
				if again = true; here {
					l.Weight[i][e.To], done[to] = l.Weight[i][e.From]-added, true
				} else {
					l.Weight[i][e.From], done[from] = l.Weight[i][e.To]+added, true
				}
			}
		}
	}
}

// added is what a step adds to the cells of an equation, with their factors, and to the threads of others;
// false if it is not the same each time.
func (x *laws) added(l *model.Law, e *model.Edge) (sum int64, ok bool) {
	for _, c := range l.Cells {
		d, ok := x.difference(c.Sym, e)
		if !ok {
			return 0, false
		}
		sum += c.N * d
	}
	if e.Spawn != nil {
		sum += l.Weight[e.Spawn.Template][0]
	}
	return sum, true
}

// difference is what a step adds to a cell, as a signed number.
func (x *laws) difference(cell term.Term, e *model.Edge) (d int64, ok bool) {
	st := x.st
	t, changes := e.Updates[cell]
	switch {
	case !changes || t == cell:
		return 0, true
	case st.IsConst(t):
		for _, c := range st.Conjuncts(e.Guard) {
			if st.Op(c) != term.OpEq {
				continue
			}
			for i := range 2 {
				if was := st.Arg(c, i); st.Arg(c, 1-i) == cell && st.IsConst(was) {
					return x.number(cell, st.ConstValue(t)) - x.number(cell, st.ConstValue(was)), true
				}
			}
		}
	case st.Op(t) == term.OpBVAdd && st.NumArgs(t) == 2:
		for i := range 2 {
			if by := st.Arg(t, i); st.Arg(t, 1-i) == cell && st.IsConst(by) {
				return st.ConstValue(by).Int64(), true
			}
		}
	}
	return 0, false
}
