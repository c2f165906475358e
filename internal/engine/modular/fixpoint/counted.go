package fixpoint

import "whittle.dev/internal/engine/modular/model"

// A counter counts the threads of a view and others that the view does not show. If none of these can be at
// a place that counts, by the table and because the views with it are not reached, then it counts just the
// threads that are shown: the holder of a lock knows that no other thread counts as holding it.

// others yields the seats where another thread may be beside some threads that counts for a counter, with
// the views that have to be reached for it.
func (f *fixpoint) others(n *model.Counter, store int, seats []int, yield func(views []*node) bool) {
	for _, x := range f.t.Near(store, seats[0]) {
		at := f.t.Seats[x]
		if n.Weight[at.Template][at.Loc] == 0 {
			continue
		}
		views := []*node{f.view(store, x, -1)}
		beside := true
		for _, s := range seats {
			beside = beside && f.near(store, s, x)
			if f.k > 1 && beside {
				views = append(views, f.view(store, s, x))
			}
		}
		if beside && !yield(views) {
			return
		}
	}
}

// alone reports whether no thread counts but those at the seats.
func (f *fixpoint) alone(n *model.Counter, store int, seats []int) bool {
	alone := true
	f.others(n, store, seats, func(views []*node) bool {
		for _, v := range views {
			if !v.reached {
				return true
			}
		}
		alone = false
		return false
	})
	return alone
}

// counted are the views on which it depends what counters count while threads are at some seats.
func (f *fixpoint) counted(store int, seats []int) []*node {
	var out []*node
	for i := range f.t.Sys.Counters {
		f.others(&f.t.Sys.Counters[i], store, seats, func(views []*node) bool {
			out = append(out, views...)
			return true
		})
	}
	return out
}
