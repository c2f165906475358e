package events

import "cmp"

// Union is the union of two ascending lists. It is one of them where that has all, as nearly always while
// sets grow to a fixpoint or with the terms that they belong to; so neither list may be written to
// afterwards.
func Union[T cmp.Ordered](x, y []T) []T {
	if len(y) == 0 || len(x) == len(y) && &x[0] == &y[0] {
		return x
	}
	n, both := 0, 0
	for i, j := 0, 0; i < len(x) || j < len(y); n++ {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			i++
		case i == len(x) || y[j] < x[i]:
			j++
		default:
			i, j, both = i+1, j+1, both+1
		}
	}
	switch {
	case both == len(y):
		return x
	case both == len(x):
		return y
	}
	out := make([]T, 0, n)
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			out = append(out, x[i])
			i++
		case i == len(x) || y[j] < x[i]:
			out = append(out, y[j])
			j++
		default:
			out = append(out, x[i])
			i, j = i+1, j+1
		}
	}
	return out
}
