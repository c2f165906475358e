package htmlreport

import (
	"fmt"
	"slices"

	"whittle.dev/internal/trace"
)

// semaphore follows the value of a semaphore.
func (w *watcher) semaphore(row int, s *trace.Step) {
	name, value := w.source.Whole(s.Object), w.names.Value(s.Value)
	if !w.operations[s.Thread].Counts() {
		if s.Kind == trace.KindStore && w.operations[s.Thread] == "" {
			w.inits[name] = setting{row, value}
		}
		return
	}
	v := w.locks[name]
	if v == nil {
		v = &variable{Name: name, Kind: "semaphore", Thread: -1}
		if first, ok := w.inits[name]; ok {
			v.set(first.row, w.texts.add(first.value))
		}
		w.locks[name] = v
		w.list = append(w.list, v)
	}
	v.set(row, w.texts.add(value))
}

// lock follows who holds a lock.
func (w *watcher) lock(row int, e syncEvent) {
	how := e.kind.Takes()
	if how == "" && !e.kind.Releases() || e.object == "" {
		return
	}
	v := w.locks[e.object]
	if v == nil {
		v = &variable{Name: e.object, Kind: "lock", Thread: -1}
		v.set(-1, w.texts.add("free"))
		w.locks[e.object] = v
		w.list = append(w.list, v)
	}
	if how != "" {
		w.holders[e.object] = append(w.holders[e.object], e.thread)
	} else if i := slices.Index(w.holders[e.object], e.thread); i >= 0 {
		w.holders[e.object] = slices.Delete(w.holders[e.object], i, i+1)
	}
	text := "free"
	for i, th := range slices.Compact(slices.Sorted(slices.Values(w.holders[e.object]))) {
		if i == 0 {
			text = fmt.Sprintf("held by T%d", th)
		} else {
			text += fmt.Sprintf(", T%d", th)
		}
	}
	v.set(row, w.texts.add(text))
}
