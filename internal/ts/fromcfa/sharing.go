package fromcfa

import "whittle.dev/internal/ts"

// sharing finds out which accesses are steps: those of variables that several processes access, one of them
// to write.
type sharing struct {
	sys  *ts.System
	uses map[varUse]bool
	// shared are such variables; nil: it is not known yet, and all may be.
	shared map[int]bool
}

// varUse is an access of a variable by a process.
type varUse struct {
	v, process int
	write      bool
}

// note notes an access, and reports whether it is a step.
func (x *sharing) note(u varUse) bool {
	x.uses[u] = true
	return x.shared == nil || x.shared[u.v]
}

// find looks at the accesses that were noted. It reports whether variables are shared of which that was not
// known.
func (x *sharing) find() (found bool) {
	type who struct {
		one, many, write bool
		process          int
	}
	of := make([]who, len(x.sys.Vars))
	for u := range x.uses {
		w := &of[u.v]
		w.many = w.many || w.one && w.process != u.process
		w.one, w.process = true, u.process
		w.write = w.write || u.write
	}
	if x.shared == nil {
		x.shared, found = map[int]bool{}, true
	}
	for v, w := range of {
		if w.many && w.write && !x.shared[v] {
			x.shared[v], found = true, true
		}
		switch {
		case w.many:
			x.sys.Vars[v].Owner = ts.Shared
		case w.one:
			x.sys.Vars[v].Owner = w.process
		}
	}
	return found
}
