package conjunction

import "whittle.dev/internal/simplex/rational"

// valuation has the values of variables and inputs in the states of a path.
type valuation interface {
	// number is the weight of a number, that of None being 0.
	number(x Ref, at int) int64
	// enum is a value that is only compared for equality.
	enum(x Ref, at int) int64
	// realNumber is a number of sort Real.
	realNumber(x Ref, at int) rational.Rat
	// sums: numbers of sort Real have no weights, since the question has sums of them.
	sums() bool
}

// holds evaluates a formula about step at.
func (r *Reader) holds(v valuation, f *Formula, at int) bool {
	switch f.kind {
	case always:
		return true
	case never:
		return false
	case linear:
		return r.satisfied(f, func(x Ref) rational.Rat { return v.realNumber(x, at) })
	case atMost:
		if f.real && v.sums() {
			return r.satisfied(f, func(x Ref) rational.Rat { return v.realNumber(x, at) })
		}
		return v.number(f.x, at)-v.number(f.y, at) <= f.c
	case isValue:
		return v.enum(f.x, at) == f.c
	case isNoValue:
		return v.enum(f.x, at) != f.c
	case same:
		return v.enum(f.x, at) == v.enum(f.y, at)
	case different:
		return v.enum(f.x, at) != v.enum(f.y, at)
	}
	for _, g := range f.parts {
		if r.holds(v, g, at) != (f.kind == conjunction) {
			return f.kind == disjunction
		}
	}
	return f.kind == conjunction
}
