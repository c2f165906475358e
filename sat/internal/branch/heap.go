package branch

// Heap is the decision order of stable mode: a binary heap of variables
// under exponential VSIDS scores, EVSIDS (Moskewicz et al., DAC 2001; Eén and
// Sörensson, SAT 2003). Ties go to the variable with the lower index.
type Heap struct {
	heap  []uint32
	pos   []int32   // by variable: index in heap, or -1
	score []float64 // by variable
	inc   float64   // what a bump adds
}

const (
	scoreDecay = 0.95
	scoreLimit = 1e150
)

// Reuse makes the heap empty, in the memory of another one.
func (h *Heap) Reuse(old *Heap) {
	*h = Heap{heap: old.heap[:0], pos: append(old.pos[:0], -1), score: append(old.score[:0], 0), inc: 1}
}

// Add makes room for v, the variable created next, and inserts it.
func (h *Heap) Add(v uint32) {
	h.Reserve()
	h.Put(v)
}

// Reserve makes room for the variable created next.
func (h *Heap) Reserve() {
	h.pos = append(h.pos, -1)
	h.score = append(h.score, 0)
}

// Empty reports that no variable is in the heap.
func (h *Heap) Empty() bool { return len(h.heap) == 0 }

// Top is the best variable.
func (h *Heap) Top() uint32 { return h.heap[0] }

// Has reports that v is in the heap.
func (h *Heap) Has(v uint32) bool { return h.pos[v] >= 0 }

// Less reports that a comes before b.
func (h *Heap) Less(a, b uint32) bool {
	if sa, sb := h.score[a], h.score[b]; sa != sb {
		return sa > sb
	}
	return a < b
}

// Put inserts v unless it is there.
func (h *Heap) Put(v uint32) {
	if h.pos[v] >= 0 {
		return
	}
	h.heap = append(h.heap, v)
	h.pos[v] = int32(len(h.heap) - 1)
	h.up(len(h.heap) - 1)
}

func (h *Heap) up(i int) {
	v := h.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.Less(v, h.heap[parent]) {
			break
		}
		h.heap[i] = h.heap[parent]
		h.pos[h.heap[i]] = int32(i)
		i = parent
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

func (h *Heap) down(i int) {
	v := h.heap[i]
	for {
		child := 2*i + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.Less(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.Less(h.heap[child], v) {
			break
		}
		h.heap[i] = h.heap[child]
		h.pos[h.heap[i]] = int32(i)
		i = child
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

// Pop removes the best variable.
func (h *Heap) Pop() uint32 {
	v := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.pos[v] = -1
	if len(h.heap) > 0 {
		h.heap[0] = last
		h.pos[last] = 0
		h.down(0)
	}
	return v
}

// Bump raises the score of v by the given multiple of the increment.
func (h *Heap) Bump(v uint32, factor float64) {
	h.score[v] += h.inc * factor
	if h.score[v] > scoreLimit {
		h.rescale()
	}
	if h.pos[v] >= 0 {
		h.up(int(h.pos[v]))
	}
}

// Decay lowers all scores relative to future bumps.
func (h *Heap) Decay() {
	h.inc /= scoreDecay
	if h.inc > scoreLimit {
		h.rescale()
	}
}

// Set gives v a score and inserts it unless it is there.
func (h *Heap) Set(v uint32, score float64) {
	h.score[v] = score
	if h.pos[v] < 0 {
		h.Put(v)
		return
	}
	h.up(int(h.pos[v]))
	h.down(int(h.pos[v]))
}

// Drop removes all variables of a set.
func (h *Heap) Drop(gone func(v uint32) bool) {
	keep := h.heap[:0]
	for _, v := range h.heap {
		if gone(v) {
			h.pos[v] = -1
			continue
		}
		keep = append(keep, v)
		h.pos[v] = int32(len(keep) - 1)
	}
	h.heap = keep
	h.heapify()
}

// heapify restores the order of the whole heap.
func (h *Heap) heapify() {
	for i := len(h.heap)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

func (h *Heap) rescale() {
	for i := range h.score {
		h.score[i] /= scoreLimit
	}
	h.inc /= scoreLimit
	// Scores that became equal are now ordered by index.
	h.heapify()
}
