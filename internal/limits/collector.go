package limits

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// The collector's first cycle normally begins at 4 MB, so that a run of a few milliseconds would spend a good
// part of them on collections. Heaps below firstHeap are not collected unless the budget is small; from then
// on the usual policy holds.
const firstHeap = 64 << 20

// lateCollector postpones the first collection. It does nothing when somebody else has chosen a policy, or
// when memory is scarce: 0 bytes mean that there is no limit. undo brings back what was.
func lateCollector(bytes uint64) (undo func()) {
	const usual, unit = 100, 4 << 20 // the heap's minimum is GOGC/100 times 4 MB
	if bytes > 0 && bytes < 8*firstHeap {
		return func() {}
	}
	old := debug.SetGCPercent(usual * firstHeap / unit)
	restore := sync.OnceFunc(func() { debug.SetGCPercent(old) })
	if old != usual {
		restore()
		return func() {}
	}
	// An object that nothing refers to is finalized after the first collection.
	first := new(struct{ self *byte })
	runtime.SetFinalizer(first, func(any) { restore() })
	return restore
}
