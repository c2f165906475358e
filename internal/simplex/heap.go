package simplex

// heap is a set of variables that gives the least one first: the choice that Bland's rule needs.
type heap struct {
	list []Var
	at   []int32 // by variable: one more than its place in list, else 0
}

func (h *heap) push(v Var) {
	for int(v) >= len(h.at) {
		h.at = append(h.at, 0)
	}
	if h.at[v] != 0 {
		return
	}
	h.list = append(h.list, v)
	i := len(h.list) - 1
	for i > 0 && v < h.list[(i-1)/2] {
		h.set(i, h.list[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *heap) set(i int, v Var) {
	h.list[i] = v
	h.at[v] = int32(i) + 1
}

// pop takes out the least variable; ok is false if there is none.
func (h *heap) pop() (v Var, ok bool) {
	if len(h.list) == 0 {
		return 0, false
	}
	v = h.list[0]
	h.at[v] = 0
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	if n := len(h.list); n > 0 {
		i := 0
		for {
			c := 2*i + 1
			if c >= n {
				break
			}
			if c+1 < n && h.list[c+1] < h.list[c] {
				c++
			}
			if last < h.list[c] {
				break
			}
			h.set(i, h.list[c])
			i = c
		}
		h.set(i, last)
	}
	return v, true
}

func (h *heap) clear() {
	for _, v := range h.list {
		h.at[v] = 0
	}
	h.list = h.list[:0]
}
