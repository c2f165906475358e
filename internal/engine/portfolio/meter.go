package portfolio

import "sync/atomic"

// meter adds up the work of an engine and tells once when there is as much as a mark.
type meter struct {
	mark   int64
	sum    atomic.Int64
	told   atomic.Bool
	passed func() // must not block
}

func (m *meter) add(units int64) {
	if m.sum.Add(units) >= m.mark && m.told.CompareAndSwap(false, true) {
		m.passed()
	}
}

// over reports whether the sum has reached the mark.
func (m *meter) over() bool { return m.sum.Load() >= m.mark }
