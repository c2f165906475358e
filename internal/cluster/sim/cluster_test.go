package sim_test

import (
	"testing"
	"time"

	"whittle.dev/internal/cluster/sim"
)

func TestRun(t *testing.T) {
	second := []time.Duration{time.Second}
	for _, c := range []struct {
		name            string
		cluster         sim.Cluster
		least, greatest time.Duration // of the makespan
	}{
		{"one worker",
			sim.Cluster{Workers: 1, Tasks: 100, Times: second}, 100 * time.Second, 100 * time.Second},
		{"ten workers",
			sim.Cluster{Workers: 10, Tasks: 100, Times: second}, 10 * time.Second, 10 * time.Second},
		{"a slow network",
			sim.Cluster{Workers: 1, Tasks: 10, Times: second, Latency: 100 * time.Millisecond},
			13 * time.Second, 16 * time.Second},
		{"a slow server",
			sim.Cluster{Workers: 1000, Tasks: 1000, Times: second, Rate: 100}, 10 * time.Second,
			12 * time.Second},
		{"two servers",
			sim.Cluster{Workers: 1000, Tasks: 1000, Times: second, Rate: 100, Shards: 2}, 5 * time.Second,
			7 * time.Second},
		{"deaths", sim.Cluster{Workers: 10, Tasks: 1000, Times: second, Deaths: time.Minute,
			Restart: 10 * time.Second}, 110 * time.Second, 200 * time.Second},
		{"cuts",
			sim.Cluster{Workers: 10, Tasks: 1000, Times: second, Cuts: time.Minute, Cut: 20 * time.Second},
			110 * time.Second, 250 * time.Second},
		{"all at once",
			sim.Cluster{Workers: 50, Tasks: 2000, Times: []time.Duration{time.Second, 30 * time.Second},
				Deaths: 2 * time.Minute, Restart: time.Second, Cuts: time.Minute, Cut: 40 * time.Second,
				Rate: 1000, Shards: 3, Latency: 50 * time.Millisecond}, 10 * time.Minute, 2 * time.Hour},
	} {
		r, err := c.cluster.Run(t.Context())
		if err != nil || r.Done != c.cluster.Tasks || r.Makespan < c.least || r.Makespan > c.greatest {
			t.Errorf("%s: %+v (%v), want %v to %v", c.name, r, err, c.least, c.greatest)
		}
		again, _ := c.cluster.Run(t.Context())
		if again != r {
			t.Errorf("%s: %+v and %+v", c.name, r, again)
		}
		if c.cluster.Deaths == 0 && r.Failed > 0 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}
