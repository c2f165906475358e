package stateset

// partition divides slots into classes: union-find, with the least slot of a class at its root.
type partition []int32

// newPartition puts each of n slots into a class of its own.
func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

func (p partition) find(i int32) int32 {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p partition) join(a, b int32) {
	a, b = p.find(a), p.find(b)
	p[max(a, b)] = min(a, b)
}
