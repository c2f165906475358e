package run

import (
	"testing"
	"time"

	"whittle.dev/internal/engine"
)

// TestHistory adds far more samples than are kept, at a constant and at a slowing pace.
func TestHistory(t *testing.T) {
	for _, pace := range []func(i int) time.Duration{
		func(i int) time.Duration { return time.Millisecond },
		func(i int) time.Duration { return time.Duration(i) * time.Microsecond },
		func(i int) time.Duration { return 0 },
	} {
		start := time.Unix(1000, 0)
		h := newHistory(start)
		now := start
		const n = 20000
		for i := range n {
			now = now.Add(pace(i))
			h.add(now, "bmc", []engine.Stat{engine.Count("events", i), engine.Seconds("time", time.Second)})
		}
		list := h.close()
		var events *engine.Series
		for i := range list {
			if list[i].Name == "events" {
				events = &list[i]
			}
			if list[i].Name == "time" && list[i].Unit != "s" {
				t.Errorf("unit %q", list[i].Unit)
			}
		}
		if events == nil || events.Engine != "bmc" {
			t.Fatalf("no series: %v", list)
		}
		p := events.Points
		if len(p) > maxSamples || len(p) < maxSamples/4 && now.After(start) {
			t.Errorf("%d samples are kept", len(p))
		}
		if p[0].Value != 0 || p[len(p)-1].Value != n-1 {
			t.Errorf("the ends are %v and %v", p[0], p[len(p)-1])
		}
		longest := time.Duration(0)
		for i := 1; i < len(p); i++ {
			if p[i].At < p[i-1].At || p[i].Value <= p[i-1].Value {
				t.Fatalf("sample %d is %v behind %v", i, p[i], p[i-1])
			}
			longest = max(longest, p[i].At-p[i-1].At)
		}
		if total := p[len(p)-1].At; longest > total/50 {
			t.Errorf("a gap of %v in %v", longest, total)
		}
	}
	var none *history
	none.add(time.Now(), "bmc", []engine.Stat{engine.Count("events", 1)})
	if none.close() != nil {
		t.Error("no history has series")
	}
}
