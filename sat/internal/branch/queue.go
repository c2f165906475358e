package branch

// Queue is the decision order of focused mode: variable move to front, VMTF (Ryan 2004; Biere and Fröhlich,
// "Evaluating CDCL variable scoring schemes", SAT 2015). The list is doubly linked; bumped variables go to
// its end, and the search for an unassigned variable starts at a cached position after which all are
// assigned.
type Queue struct {
	prev, next []uint32
	stamp      []uint64 // by variable: time of its last move
	first      uint32
	last       uint32
	time       uint64
	search     uint32 // all variables after this one are assigned
}

// Reuse makes the queue empty, in the memory of another one.
func (q *Queue) Reuse(old *Queue) {
	*q = Queue{prev: append(old.prev[:0], 0), next: append(old.next[:0], 0),
		stamp: append(old.stamp[:0], 0)}
}

// Add makes room for v, the variable created next, and appends it.
func (q *Queue) Add(v uint32) {
	q.prev = append(q.prev, 0)
	q.next = append(q.next, 0)
	q.stamp = append(q.stamp, 0)
	q.Enqueue(v)
	q.search = v
}

// Enqueue appends v.
func (q *Queue) Enqueue(v uint32) {
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

// Stamp is the time of v's last move, a number of 32 bits: in the list it ascends.
func (q *Queue) Stamp(v uint32) uint64 { return q.stamp[v] }

// Cached is the variable from which an unassigned one is looked for towards the front.
func (q *Queue) Cached() uint32 { return q.search }

// Cache says that all variables after v are assigned.
func (q *Queue) Cache(v uint32) { q.search = v }

// Prev is the variable before v, or 0.
func (q *Queue) Prev(v uint32) uint32 { return q.prev[v] }

// renumber compresses the times, which must fit in 32 bits for sorting.
func (q *Queue) renumber() {
	q.time = 0
	for v := q.first; v != 0; v = q.next[v] {
		q.time++
		q.stamp[v] = q.time
	}
}

func (q *Queue) dequeue(v uint32) {
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

// Bump moves v to the end. The caller calls Released if v is unassigned.
func (q *Queue) Bump(v uint32) {
	if q.next[v] == 0 {
		return
	}
	q.dequeue(v)
	q.Enqueue(v)
}

// Remove takes v, which has its value for good, out of the list.
func (q *Queue) Remove(v uint32) {
	q.dequeue(v)
	q.prev[v], q.next[v] = 0, 0
}

// Released says that v became unassigned.
func (q *Queue) Released(v uint32) {
	if q.stamp[v] > q.stamp[q.search] {
		q.search = v
	}
}
