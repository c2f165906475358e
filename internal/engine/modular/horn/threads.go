package horn

import "slices"

// place is a location of a template, or unborn: the only thread of a template does not exist yet.
type place struct{ template, loc int }

const unborn = -1

func (p place) compare(q place) int {
	if p.template != q.template {
		return p.template - q.template
	}
	return p.loc - q.loc
}

// single reports whether there is at most one thread of a template. That thread is in each view.
func (w *writer) single(template int) bool { return template == 0 || w.sys.Templates[template].Single }

// singles yields the places of all threads that exist at most once; the one of a template has the place at,
// if that is not nil.
func (w *writer) singles(at *place, yield func([]place)) {
	var extend func(template int, chosen []place)
	extend = func(template int, chosen []place) {
		switch {
		case template == len(w.sys.Templates):
			yield(slices.Clone(chosen))
		case !w.single(template):
			extend(template+1, chosen)
		case at != nil && at.template == template:
			extend(template+1, append(slices.Clone(chosen), *at))
		default:
			first := 0
			if template > 0 {
				first = unborn
			}
			for l := first; l < len(w.sys.Templates[template].Locs); l++ {
				extend(template+1, append(slices.Clone(chosen), place{template, l}))
			}
		}
	}
	extend(0, nil)
}

// tuples yields all sorted tuples of places of n threads of which there may be many.
func (w *writer) tuples(n int, yield func([]place)) {
	var extend func(from int, chosen []place)
	extend = func(from int, chosen []place) {
		if len(chosen) == n {
			yield(chosen)
			return
		}
		for i := from; i < len(w.many); i++ {
			extend(i, append(slices.Clone(chosen), w.many[i]))
		}
	}
	extend(0, nil)
}

// subsets yields the sets of n of the numbers below all, in order.
func subsets(all, n int, yield func([]int)) {
	var extend func(from int, chosen []int)
	extend = func(from int, chosen []int) {
		if len(chosen) == n {
			yield(chosen)
			return
		}
		for i := from; i < all; i++ {
			extend(i+1, append(slices.Clone(chosen), i))
		}
	}
	extend(0, nil)
}
