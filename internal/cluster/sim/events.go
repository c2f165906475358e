package sim

import "time"

// kind is what happens.
type kind uint8

const (
	asks    kind = iota // a worker asks for a task
	gets                // a worker gets a task
	ends                // a worker has done a task
	stored              // a result is stored
	missed              // a task is given again
	dies                // a worker dies
	returns             // a worker is started again
	cutOff              // a worker is cut off
)

// event is something that happens at a time.
type event struct {
	at     time.Duration
	number uint64 // breaks ties: what was planned first
	kind   kind
	worker int32 // -1: none
	life   int32 // of the worker
	task   int32
	count  int32 // how often the task was delivered
}

// queue is what is going to happen: a heap.
type queue struct {
	heap  []event
	count uint64
}

func (q *queue) less(i, j int) bool {
	a, b := &q.heap[i], &q.heap[j]
	return a.at < b.at || a.at == b.at && a.number < b.number
}

// push plans an event.
func (q *queue) push(e event) {
	q.count++
	e.number = q.count
	q.heap = append(q.heap, e)
	for i := len(q.heap) - 1; i > 0 && q.less(i, (i-1)/2); i = (i - 1) / 2 {
		q.heap[i], q.heap[(i-1)/2] = q.heap[(i-1)/2], q.heap[i]
	}
}

// pop is what happens next. There is always something as long as a task has no result.
func (q *queue) pop() event {
	e := q.heap[0]
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	for i := 0; ; {
		least := i
		for _, j := range [2]int{2*i + 1, 2*i + 2} {
			if j < last && q.less(j, least) {
				least = j
			}
		}
		if least == i {
			return e
		}
		q.heap[i], q.heap[least] = q.heap[least], q.heap[i]
		i = least
	}
}
