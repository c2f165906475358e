package limits

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The collector's first cycle normally begins at 4 MB, and the next ones when the heap has doubled, so that a
// run of a few milliseconds would spend a good part of them on collections. Heaps below firstHeap are not
// collected unless the budget is small; the usual policy holds for live heaps from half of that on.
const firstHeap = 64 << 20

// usual is the collector's percentage when nothing is set: by how much the heap grows between two cycles.
const usual = 100

// lateCollector postpones collections. It does nothing when somebody else has chosen a policy, or when memory
// is scarce: 0 bytes mean that there is no limit. undo brings back what was.
func lateCollector(bytes uint64) (undo func()) {
	const unit = 4 << 20 // the heap's minimum is GOGC/100 times 4 MB
	if bytes > 0 && bytes < 8*firstHeap {
		return func() {}
	}
	old := debug.SetGCPercent(usual * firstHeap / unit)
	restore := func() { debug.SetGCPercent(old) }
	if old != usual {
		restore()
		return func() {}
	}
	var mu sync.Mutex
	done := false
	var afterCycle func()
	afterCycle = func() {
		mu.Lock()
		defer mu.Unlock()
		if done {
			return
		}
		live := liveHeap()
		if live >= firstHeap/2 {
			done = true
			restore()
			return
		}
		debug.SetGCPercent(int(usual * (firstHeap - live) / max(live, 1<<20)))
		onCollection(afterCycle)
	}
	onCollection(afterCycle)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if !done {
			done = true
			restore()
		}
	}
}

// onCollection has f called after the next collection: an object that nothing refers to is finalized then.
func onCollection(f func()) {
	object := new(struct{ self *byte })
	runtime.SetFinalizer(object, func(any) { f() })
}

// liveHeap is what the last collection found in use, in bytes.
func liveHeap() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
