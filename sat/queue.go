package sat

// moveQueue is the decision order of focused mode: variable move to front
// (Ryan 2004; Biere and Fröhlich, "Evaluating CDCL variable scoring schemes",
// SAT 2015). The list is doubly linked; bumped variables go to its end, and
// the search for an unassigned variable starts at a cached position after
// which all are assigned.
type moveQueue struct {
	prev, next []Var
	stamp      []uint64 // by variable: time of its last move
	first      Var
	last       Var
	time       uint64
	search     Var // all variables after this one are assigned
}

// reuse makes the queue empty, in the memory of another one.
func (q *moveQueue) reuse(old *moveQueue) {
	*q = moveQueue{prev: append(old.prev[:0], 0), next: append(old.next[:0], 0),
		stamp: append(old.stamp[:0], 0)}
}

func (q *moveQueue) add(v Var) {
	q.prev = append(q.prev, 0)
	q.next = append(q.next, 0)
	q.stamp = append(q.stamp, 0)
	q.enqueue(v)
	q.search = v
}

func (q *moveQueue) enqueue(v Var) {
	q.prev[v] = q.last
	q.next[v] = 0
	if q.last != 0 {
		q.next[q.last] = v
	} else {
		q.first = v
	}
	q.last = v
	if q.time++; q.time == 1<<32 {
		q.renumber()
	}
	q.stamp[v] = q.time
}

// renumber compresses the times, which must fit in 32 bits for sorting.
func (q *moveQueue) renumber() {
	q.time = 0
	for v := q.first; v != 0; v = q.next[v] {
		q.time++
		q.stamp[v] = q.time
	}
}

func (q *moveQueue) dequeue(v Var) {
	p, n := q.prev[v], q.next[v]
	if q.search == v {
		// Keep the invariant: those after the old place are assigned or v.
		if q.search = p; p == 0 {
			q.search = n
		}
	}
	if p != 0 {
		q.next[p] = n
	} else {
		q.first = n
	}
	if n != 0 {
		q.prev[n] = p
	} else {
		q.last = p
	}
}

// bump moves v to the end. The caller calls released if v is unassigned.
func (q *moveQueue) bump(v Var) {
	if q.next[v] == 0 {
		return
	}
	q.dequeue(v)
	q.enqueue(v)
}

// remove takes v, which has its value for good, out of the list.
func (q *moveQueue) remove(v Var) {
	q.dequeue(v)
	q.prev[v], q.next[v] = 0, 0
}

// released tells that v became unassigned.
func (q *moveQueue) released(v Var) {
	if q.stamp[v] > q.stamp[q.search] {
		q.search = v
	}
}
