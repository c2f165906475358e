package trace

// Synchronisation extends the distances of steps to those by which threads wait for each other: what takes
// and
// gives back a lock under which a step stands that matters, what waits for or signals the object that a
// thread
// waits for at the end, and the start and the end of threads that have steps which matter.
func (t *Trace) Synchronisation() {
	waited := map[string]bool{}
	matters := map[int]int{} // thread to its smallest distance
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Kind == KindDeadlock && s.Wait != nil && s.Wait.Object != "" {
			waited[t.Names.Whole(s.Wait.Object)] = true
		}
		if d := s.Distance; d > 0 && (matters[s.Thread] == 0 || d < matters[s.Thread]) {
			matters[s.Thread] = d
		}
	}
	type held struct {
		object string
		at     int
		inside int // the smallest distance of a step since
	}
	locks := map[int][]held{}
	nearer := func(at *int, d int) {
		if d > 0 && (*at == 0 || d < *at) {
			*at = d
		}
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		for k := range locks[s.Thread] {
			nearer(&locks[s.Thread][k].inside, s.Distance)
		}
		switch {
		case s.Kind == KindSpawn && matters[s.Child] > 0:
			nearer(&s.Distance, matters[s.Child]+1)
		case s.Kind == KindBegin && s.Sync != nil:
			object := t.Names.Whole(s.Sync.Object)
			if waited[object] {
				nearer(&s.Distance, 2)
			}
			if s.Sync.Kind.Takes() != "" {
				locks[s.Thread] = append(locks[s.Thread], held{object: object, at: i})
			}
			if s.Sync.Kind.Releases() {
				list := locks[s.Thread]
				for k := len(list) - 1; k >= 0; k-- {
					if list[k].object != object {
						continue
					}
					if d := list[k].inside; d > 0 {
						nearer(&t.Steps[list[k].at].Distance, d+1)
						nearer(&s.Distance, d+2)
					}
					locks[s.Thread] = append(list[:k:k], list[k+1:]...)
					break
				}
			}
		}
	}
	for _, list := range locks {
		for _, h := range list {
			if h.inside > 0 {
				nearer(&t.Steps[h.at].Distance, 2)
			}
		}
	}
}
