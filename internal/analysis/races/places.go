package races

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Place is a part of an object that threads share.
type Place struct {
	Object string // its name for people: "counter", "pool.size"
	Why    string // what keeps the accesses apart: "always under m"
	Pos    source.Pos
}

// describe lists the places. Accesses that may be to the same bytes are to one place.
func (x *analyser) describe() {
	for o := range x.pts.Objects {
		list := x.byObj[pointsto.ObjID(o)]
		if !slices.ContainsFunc(list, func(a *access) bool { return a.plain }) {
			continue // the words of locks, and what is atomic alone
		}
		for len(list) > 0 {
			group, rest := x.group(pointsto.ObjID(o), list)
			list = rest
			if slices.ContainsFunc(group, func(a *access) bool { return a.plain }) && x.several(group) {
				x.res.Places = append(x.res.Places, Place{x.name(pointsto.ObjID(o), group), x.why(group),
					group[0].edge.Pos})
			}
		}
	}
	slices.SortStableFunc(x.res.Places, func(a, b Place) int { return a.Pos.Compare(b.Pos) })
}

// group takes from the accesses to an object those that share bytes with the first, or with others of these.
func (x *analyser) group(o pointsto.ObjID, list []*access) (group, rest []*access) {
	group, rest = []*access{list[0]}, list[1:]
	for i := 0; i < len(group); i++ {
		var left []*access
		for _, b := range rest {
			if group[i].at.overlap(group[i].size, b.at, b.size, o) {
				group = append(group, b)
			} else {
				left = append(left, b)
			}
		}
		rest = left
	}
	return group, rest
}

// why says what keeps the accesses to a place apart.
func (x *analyser) why(group []*access) string {
	var beside []*access // those during which another thread may make one of them
	writes := false
	for _, a := range group {
		writes = writes || a.write
		if slices.ContainsFunc(group, func(b *access) bool { return x.concurrent(a, b) }) {
			beside = append(beside, a)
		}
	}
	switch {
	case !writes:
		return "only read once there are several threads"
	case len(beside) == 0:
		return "by one thread at a time, in the order in which threads are created and joined"
	}
	common, guards, atomic := beside[0].held, beside[0].families(), true
	for _, a := range beside {
		guards = guards.keep(a.families().has)
		common = common.keep(a.held.has)
		atomic = atomic && !a.plain
	}
	how := ""
	switch {
	case len(common) > 0:
		var names []string
		for _, w := range common {
			names = append(names, x.wordName(w))
		}
		how = "under " + strings.Join(names, ", ")
	case atomic:
		how = "atomic"
	case len(guards) > 0:
		how = "under one of " + x.wordName(guards[0])
	default:
		return "each pair by a lock, by atomic operations, or by the order of threads"
	}
	if len(beside) == len(group) {
		return "always " + how
	}
	return how + " while other threads run that use it"
}

// several reports whether more than one thread makes accesses of a list.
func (x *analyser) several(group []*access) bool {
	roots := map[int]bool{}
	for _, a := range group {
		for _, r := range x.threads.RunBy(a.proc) {
			roots[r] = true
			if x.threads.Roots[r].Many {
				return true
			}
		}
	}
	return len(roots) > 1
}

// name is the name of a place for people.
func (x *analyser) name(o pointsto.ObjID, group []*access) string {
	first, _ := group[0].at.within(o)
	off, exact := first.Exact()
	for _, a := range group[1:] {
		other, _ := a.at.within(o)
		n, ok := other.Exact()
		exact = exact && ok && n == off
	}
	if !exact {
		return x.pts.Objects[o].Name()
	}
	return x.part(o, off, group[0].size)
}

// wordName is the name of a lock for people.
func (x *analyser) wordName(w word) string {
	if !w.exact() {
		return x.pts.Objects[w.obj].Name() + "[...]"
	}
	return x.part(w.obj, w.off, w.size)
}

// part is the name of some bytes of an object.
func (x *analyser) part(o pointsto.ObjID, off int64, size uint64) string {
	object := x.pts.Objects[o]
	name, layout := object.Name(), (*cfa.Layout)(nil)
	if object.Static != nil {
		layout = object.Static.Layout
	} else if a, ok := object.Alloc(); ok {
		layout = a.Layout
	}
	if layout != nil && off >= 0 {
		path, _ := layout.Path(x.objectSize(object), uint64(off), size)
		return x.prog.Names.Whole(name + path)
	}
	if off != 0 {
		name += fmt.Sprintf("+%d", off)
	}
	return name
}

// objectSize is the size of an object, or that of its layout if that is not constant.
func (x *analyser) objectSize(o pointsto.Object) uint64 {
	if o.Static != nil {
		return o.Static.Size
	}
	a, _ := o.Alloc()
	if n, ok := x.prog.Terms.ConstUint64(a.Size); ok {
		return n
	}
	return a.Layout.Size
}
