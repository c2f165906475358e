package run

import (
	"runtime/metrics"
	"sync"
	"time"

	"whittle.dev/internal/engine"
)

// maxSamples bounds the samples of a series. When there are more, every other one is dropped, and from then
// on they are taken half as often.
const maxSamples = 500

// history keeps how the numbers of engines went, for a report. A nil *history keeps nothing.
type history struct {
	mu     sync.Mutex
	start  time.Time
	series []*series
	index  map[[2]string]*series
	stop   chan struct{}
	done   chan struct{}
}

// series is one number. Its last sample is the newest and moves until it is apart from the one before.
type series struct {
	engine.Series
	apart time.Duration
}

// newHistory begins a history, with the size of the heap as its first series.
func newHistory(start time.Time) *history {
	h := &history{start: start, index: map[[2]string]*series{}, stop: make(chan struct{}),
		done: make(chan struct{})}
	go h.watch()
	return h
}

// heapEvery is the time between two looks at the heap.
const heapEvery = 10 * time.Millisecond

// watch samples the size of the heap until the history is closed.
func (h *history) watch() {
	defer close(h.done)
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	ticker := time.NewTicker(heapEvery)
	defer ticker.Stop()
	for {
		metrics.Read(s)
		if s[0].Value.Kind() == metrics.KindUint64 {
			h.add(time.Now(), "", []engine.Stat{engine.Bytes("heap", s[0].Value.Uint64())})
		}
		select {
		case <-h.stop:
			return
		case <-ticker.C:
		}
	}
}

// add notes numbers of an engine.
func (h *history) add(now time.Time, by string, list []engine.Stat) {
	if h == nil || len(list) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, st := range list {
		key := [2]string{by, st.Name}
		s := h.index[key]
		if s == nil {
			s = &series{Series: engine.Series{Engine: by, Name: st.Name, Unit: st.Unit}}
			h.index[key], h.series = s, append(h.series, s)
		}
		s.add(engine.Sample{At: now.Sub(h.start), Value: st.Value})
	}
}

// add appends a sample, in the place of the newest if that is too near to the one before.
func (s *series) add(p engine.Sample) {
	n := len(s.Points)
	if n >= 2 && s.Points[n-1].At-s.Points[n-2].At < s.apart {
		s.Points[n-1] = p
		return
	}
	if s.Points = append(s.Points, p); len(s.Points) <= maxSamples {
		return
	}
	half := s.Points[:0]
	for i, q := range s.Points {
		if i%2 == 0 || i == maxSamples {
			half = append(half, q)
		}
	}
	s.Points = half
	s.apart = max(2*s.apart, 2*p.At/maxSamples)
}

// close ends the history and returns it.
func (h *history) close() []engine.Series {
	if h == nil {
		return nil
	}
	close(h.stop)
	<-h.done
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]engine.Series, len(h.series))
	for i, s := range h.series {
		out[i] = s.Series
	}
	return out
}
