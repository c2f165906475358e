package harness

import (
	"slices"
)

// check makes sure that the C program keeps the order of all conflicting accesses, those without a hook
// included: such an access is made when its thread runs to its next entry.
func (p *plan) check(list []access) error {
	// The time of an entry is twice its index and one; what runs up to it has the time before.
	sectionTime, stepTime := map[int]int{}, map[int]int{}
	next := make(map[int][]int) // by thread: the indexes of its entries
	for i, e := range p.entries {
		next[e.thread] = append(next[e.thread], i)
		s := &p.tr.Steps[e.step]
		if e.site == endSite {
			continue
		}
		stepTime[e.step] = 2*i + 1
		if s.Section != 0 {
			sectionTime[s.Section] = 2*i + 1
		}
	}
	for step, i := range p.parts {
		stepTime[step] = 2*i + 1
	}
	const never = 1 << 60
	time := func(a access) int {
		if t := sectionTime[a.section]; a.section != 0 && t != 0 {
			return t
		}
		if t := stepTime[a.step]; t != 0 {
			return t
		}
		mine := next[a.thread]
		if k, _ := slices.BinarySearchFunc(mine, a.step,
			func(i, step int) int { return p.entries[i].step - step }); k < len(mine) {
			return 2 * mine[k]
		}
		if a.thread == p.last {
			return 2 * len(p.entries)
		}
		return never
	}
	type seen struct{ read, write map[int]int } // by thread: the latest time
	bytes := make(map[uint64]*seen)
	for _, a := range list {
		t := time(a)
		for b := range a.size {
			s := bytes[a.addr+b]
			if s == nil {
				s = &seen{map[int]int{}, map[int]int{}}
				bytes[a.addr+b] = s
			}
			for other, w := range s.write {
				if other != a.thread && w >= t {
					return p.lost(a)
				}
			}
			if !a.write {
				s.read[a.thread] = max(s.read[a.thread], t)
				continue
			}
			for other, r := range s.read {
				if other != a.thread && r >= t {
					return p.lost(a)
				}
			}
			s.write[a.thread] = max(s.write[a.thread], t)
		}
	}
	return nil
}

func (p *plan) lost(a access) error {
	s := &p.tr.Steps[a.step]
	return p.refuse(s, "threads take turns in the middle of something that is one expression in C (a copy "+
		"of a structure, a bit-field, a library function): %s of %s", s.Kind, s.Object)
}
