package difference

// frontier is a priority queue of nodes with the least key first: a binary heap that knows the place of each
// node. Of equal keys the lower node is first, so that searches are deterministic.
type frontier struct {
	heap []Node
	at   []int32 // by node: place in heap plus one, 0 if it is not in it
	key  []int64 // by node
}

func (f *frontier) add() {
	f.at = append(f.at, 0)
	f.key = append(f.key, 0)
}

func (f *frontier) len() int { return len(f.heap) }

func (f *frontier) clear() {
	for _, n := range f.heap {
		f.at[n] = 0
	}
	f.heap = f.heap[:0]
}

// lower gives n the key unless it has a lower one or the same. It reports whether it did.
func (f *frontier) lower(n Node, key int64) bool {
	i := f.at[n]
	if i == 0 {
		f.heap = append(f.heap, n)
		i = int32(len(f.heap))
		f.at[n] = i
	} else if f.key[n] <= key {
		return false
	}
	f.key[n] = key
	f.up(int(i - 1))
	return true
}

// pop removes the first node.
func (f *frontier) pop() (Node, int64) {
	n := f.heap[0]
	last := f.heap[len(f.heap)-1]
	f.heap = f.heap[:len(f.heap)-1]
	f.at[n] = 0
	if n != last {
		f.heap[0] = last
		f.at[last] = 1
		f.down()
	}
	return n, f.key[n]
}

func (f *frontier) less(a, b Node) bool {
	x, y := f.key[a], f.key[b]
	return x < y || x == y && a < b
}

func (f *frontier) up(i int) {
	n := f.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		if !f.less(n, f.heap[p]) {
			break
		}
		f.heap[i] = f.heap[p]
		f.at[f.heap[i]] = int32(i + 1)
		i = p
	}
	f.heap[i] = n
	f.at[n] = int32(i + 1)
}

func (f *frontier) down() {
	i, n := 0, f.heap[0]
	for {
		c := 2*i + 1
		if c >= len(f.heap) {
			break
		}
		if c+1 < len(f.heap) && f.less(f.heap[c+1], f.heap[c]) {
			c++
		}
		if !f.less(f.heap[c], n) {
			break
		}
		f.heap[i] = f.heap[c]
		f.at[f.heap[i]] = int32(i + 1)
		i = c
	}
	f.heap[i] = n
	f.at[n] = int32(i + 1)
}
