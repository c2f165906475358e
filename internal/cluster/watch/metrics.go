package watch

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
)

// What Prometheus is told.
var (
	resultsTotal = prometheus.NewDesc("whittle_results_total", "Results by their score.",
		[]string{"score"}, nil)
	workersNow  = prometheus.NewDesc("whittle_workers", "Workers that are there.", nil, nil)
	slotsNow    = prometheus.NewDesc("whittle_slots", "Tasks that workers can run at a time.", nil, nil)
	runningNow  = prometheus.NewDesc("whittle_running", "Tasks that run.", nil, nil)
	rejectedNow = prometheus.NewDesc("whittle_rejected", "Messages that were no jobs.", nil, nil)
	tasksOpen   = prometheus.NewDesc("whittle_open_tasks", "Tasks without a result, by run.",
		[]string{"run"}, nil)
)

// scrape is how long reading the numbers may take.
const scrape = 5 * time.Second

// Handler serves the page at / and the metrics at /metrics.
func (t *Tally) Handler(b *bus.Bus) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(&collector{t, b})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := t.Write(r.Context(), w, b, time.Now()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("GET /report/{run}/{id}", func(w http.ResponseWriter, r *http.Request) {
		text, err := b.Report(r.Context(), r.PathValue("run"), r.PathValue("id"))
		switch {
		case errors.Is(err, bus.ErrNoReport):
			http.Error(w, err.Error(), http.StatusNotFound)
		case err != nil:
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		default:
			// A worker has written it: it may run its scripts, but reaches nothing else here.
			w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(text)
		}
	})
	return mux
}

// collector reads the numbers when somebody asks for them.
type collector struct {
	tally *Tally
	bus   *bus.Bus
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{resultsTotal, workersNow, slotsNow, runningNow, rejectedNow,
		tasksOpen} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrape)
	defer cancel()
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	runs, err := c.bus.Runs(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(tasksOpen, err)
	}
	workers, err := c.bus.Beats(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(workersNow, err)
	}
	slots, running, rejected := 0, 0, 0
	for _, w := range workers {
		slots, running, rejected = slots+w.Slots, running+len(w.Running), rejected+w.Rejected
	}
	gauge(workersNow, len(workers))
	gauge(slotsNow, slots)
	gauge(runningNow, running)
	gauge(rejectedNow, rejected)
	c.tally.mu.Lock()
	defer c.tally.mu.Unlock()
	for _, s := range []tasks.Score{tasks.Right, tasks.Wrong, tasks.Unknown, tasks.Failed, tasks.Unjudged} {
		out <- prometheus.MustNewConstMetric(resultsTotal, prometheus.CounterValue,
			float64(c.tally.total[s]), string(s))
	}
	for _, r := range runs {
		gauge(tasksOpen, r.Total-c.tally.run(r).Done, r.Name)
	}
}
