package sat

// scoreHeap is the decision order of stable mode: a binary heap of variables
// under exponential VSIDS scores (Moskewicz et al., DAC 2001; Eén and
// Sörensson, SAT 2003). Ties go to the variable with the lower index.
type scoreHeap struct {
	heap  []Var
	pos   []int32   // by variable: index in heap, or -1
	score []float64 // by variable
	inc   float64   // what a bump adds
}

const (
	scoreDecay = 0.95
	scoreLimit = 1e150
)

// init makes the heap empty.
func (h *scoreHeap) init() { h.reuse(h) }

// reuse makes the heap empty, in the memory of another one.
func (h *scoreHeap) reuse(old *scoreHeap) {
	*h = scoreHeap{heap: old.heap[:0], pos: append(old.pos[:0], -1), score: append(old.score[:0], 0), inc: 1}
}

func (h *scoreHeap) add(v Var) {
	h.pos = append(h.pos, -1)
	h.score = append(h.score, 0)
	h.put(v)
}

func (h *scoreHeap) less(a, b Var) bool {
	if sa, sb := h.score[a], h.score[b]; sa != sb {
		return sa > sb
	}
	return a < b
}

// put inserts v unless it is there.
func (h *scoreHeap) put(v Var) {
	if h.pos[v] >= 0 {
		return
	}
	h.heap = append(h.heap, v)
	h.pos[v] = int32(len(h.heap) - 1)
	h.up(len(h.heap) - 1)
}

func (h *scoreHeap) up(i int) {
	v := h.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(v, h.heap[parent]) {
			break
		}
		h.heap[i] = h.heap[parent]
		h.pos[h.heap[i]] = int32(i)
		i = parent
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

func (h *scoreHeap) down(i int) {
	v := h.heap[i]
	for {
		child := 2*i + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.less(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.less(h.heap[child], v) {
			break
		}
		h.heap[i] = h.heap[child]
		h.pos[h.heap[i]] = int32(i)
		i = child
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

// pop removes the best variable.
func (h *scoreHeap) pop() Var {
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

// bump raises the score of v by the given multiple of the increment.
func (h *scoreHeap) bump(v Var, factor float64) {
	h.score[v] += h.inc * factor
	if h.score[v] > scoreLimit {
		h.rescale()
	}
	if h.pos[v] >= 0 {
		h.up(int(h.pos[v]))
	}
}

// decay lowers all scores relative to future bumps.
func (h *scoreHeap) decay() {
	h.inc /= scoreDecay
	if h.inc > scoreLimit {
		h.rescale()
	}
}

func (h *scoreHeap) rescale() {
	for i := range h.score {
		h.score[i] /= scoreLimit
	}
	h.inc /= scoreLimit
	// Scores that became equal are now ordered by index.
	for i := len(h.heap)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}
