package portfolio

import "sync/atomic"

// meter adds up the work of an engine and says when there is as much as each of some marks.
type meter struct {
	marks  []int64 // ascending
	sum    atomic.Int64
	told   atomic.Int32 // marks that were told
	passed func()       // must not block
}

func (m *meter) add(units int64) {
	sum := m.sum.Add(units)
	for {
		n := m.told.Load()
		if int(n) == len(m.marks) || sum < m.marks[n] {
			return
		}
		if m.told.CompareAndSwap(n, n+1) {
			m.passed()
		}
	}
}

// over reports whether the sum has reached an amount.
func (m *meter) over(units int64) bool { return m.sum.Load() >= units }
