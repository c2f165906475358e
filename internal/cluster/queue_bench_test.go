package cluster_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/wire"
)

// BenchmarkQueue takes tasks through the queue that cost nothing: one goroutine submits them, four take them
// and store their results.
func BenchmarkQueue(b *testing.B) {
	s, err := serve.Start(serve.Options{Listen: "127.0.0.1:0", Store: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Stop()
	c, err := bus.Dial(b.Context(), bus.Server{URL: s.URL()})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	queue, err := c.Workers(b.Context(), "b1")
	if err != nil {
		b.Fatal(err)
	}
	submit, err := c.Submit(b.Context(), "b1")
	if err != nil {
		b.Fatal(err)
	}
	files := []wire.File{{Path: "a.c", Hash: wire.Hash(nil)}}
	b.ResetTimer()
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range b.N {
			it := tasks.Item{Name: fmt.Sprintf("task%d.c", i), Property: "unreach-call"}
			j := &wire.Job{Version: wire.Version, Run: "r", Item: it, Main: "a.c", Files: files}
			if err := submit.Add(b.Context(), j); err != nil {
				b.Error(err)
				return
			}
		}
		if err := submit.Wait(); err != nil {
			b.Error(err)
		}
	})
	left := make(chan struct{}, b.N)
	for range b.N {
		left <- struct{}{}
	}
	close(left)
	for range 4 {
		wg.Go(func() {
			for range left {
				m, err := queue.Next(jetstream.FetchContext(b.Context()))
				if err != nil {
					b.Error(err)
					return
				}
				j, err := wire.DecodeJob(m.Data())
				if err != nil {
					b.Error(err)
					return
				}
				res := &wire.Result{Version: wire.Version, Worker: "w", Record: tasks.Record{Item: j.Item}}
				if err := c.Finish(b.Context(), j.Run, j.ID(), res); err != nil {
					b.Error(err)
				}
				if err := m.Ack(); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
}
