package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/work"
)

// Cluster is what is simulated.
type Cluster struct {
	Workers int // at least 1
	Tasks   int
	// Times are what tasks take, which are drawn from them.
	Times []time.Duration
	// Latency is that of the network, one way.
	Latency time.Duration
	// Shards are queues with a server each, among which tasks and workers are divided evenly; at least 1.
	Shards int
	// Rate is how many tasks a second a server hands out and takes back; 0: any number.
	Rate float64
	// Deaths is the time after which a worker dies on average, and Restart how long it is away then; 0: none
	// dies.
	Deaths, Restart time.Duration
	// Cuts is the time after which a worker is cut off on average, for Cut; 0: none is.
	Cuts, Cut time.Duration
	Seed      uint64
}

// Result is what came of it.
type Result struct {
	Makespan time.Duration // until the last result
	Work     time.Duration // the times of all tasks
	Done     int           // tasks with a result, each once
	Failed   int           // of these, tasks under which too many workers have died
	Twice    int           // tasks that were run to their end again
	Lost     time.Duration // spent on what was not finished, or not the first
	Died     int           // workers
	Busy     float64       // the part of the time in which the busiest server was
}

// Efficiency is the part of the workers' time that went into results.
func (r Result) Efficiency(workers int) float64 {
	return r.Work.Seconds() / (r.Makespan.Seconds() * float64(workers))
}

// task is one of the tasks, by number.
type task struct {
	takes     time.Duration
	delivered int32
	done      bool
}

// worker is where a worker is.
type worker struct {
	task  int32 // that it has; -1: none
	life  int32 // counts its lives: what concerns an earlier one is void
	since time.Duration
	cut   time.Duration // it is cut off until then
}

// shard is a queue with its server.
type shard struct {
	ready   []int32 // tasks to hand out, the first at head
	head    int
	waiting []asker
	free    time.Duration
	busy    time.Duration
}

// asker is a worker that has asked for a task, in a life.
type asker struct{ worker, life int32 }

// run is a simulation.
type run struct {
	Cluster
	rand    *rand.Rand
	now     time.Duration
	events  queue
	tasks   []task
	workers []worker
	shards  []shard
	Result
}

// Run simulates until all tasks have a result, or ctx ends.
func (c Cluster) Run(ctx context.Context) (Result, error) {
	c.Workers, c.Shards = max(c.Workers, 1), max(c.Shards, 1)
	r := &run{Cluster: c, rand: rand.New(rand.NewPCG(c.Seed, 1)), tasks: make([]task, c.Tasks),
		workers: make([]worker, c.Workers), shards: make([]shard, c.Shards)}
	for i := range r.tasks {
		r.tasks[i].takes = c.Times[r.rand.IntN(len(c.Times))]
		r.Work += r.tasks[i].takes
		s := &r.shards[i%c.Shards]
		s.ready = append(s.ready, int32(i))
	}
	for i := range r.workers {
		r.start(int32(i))
	}
	for n := 0; r.Done < c.Tasks; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return r.Result, ctx.Err()
		}
		e := r.events.pop()
		r.now = e.at
		if e.worker < 0 || r.workers[e.worker].life == e.life {
			r.handle(e)
		}
	}
	r.Makespan = r.now
	for i := range r.shards {
		r.Busy = max(r.Busy, r.shards[i].busy.Seconds()/r.now.Seconds())
	}
	return r.Result, nil
}

// start begins a life of a worker.
func (r *run) start(w int32) {
	x := &r.workers[w]
	x.life++
	x.task = -1
	if r.Deaths > 0 {
		r.later(r.after(r.Deaths), event{kind: dies, worker: w, life: x.life})
	}
	if r.Cuts > 0 {
		r.later(r.after(r.Cuts), event{kind: cutOff, worker: w, life: x.life})
	}
	r.later(r.Latency, event{kind: asks, worker: w, life: x.life})
}

// after is a time until something that happens at random.
func (r *run) after(mean time.Duration) time.Duration {
	return time.Duration(-math.Log(1-r.rand.Float64()) * float64(mean))
}

func (r *run) later(d time.Duration, e event) {
	e.at = r.now + d
	r.events.push(e)
}

// shardOf is the shard of a worker, or of a task.
func (r *run) shardOf(n int32) *shard { return &r.shards[int(n)%r.Shards] }

// serve is when the server of a shard has done half of what a task costs it.
func (r *run) serve(s *shard) time.Duration {
	if r.Rate <= 0 {
		return 0
	}
	cost := time.Duration(float64(time.Second) / r.Rate / 2)
	s.free = max(s.free, r.now) + cost
	s.busy += cost
	return s.free - r.now
}

// handle does what happens now.
func (r *run) handle(e event) {
	switch e.kind {
	case asks:
		s := r.shardOf(e.worker)
		s.waiting = append(s.waiting, asker{e.worker, e.life})
		r.match(s)
	case gets:
		r.get(e)
	case ends:
		r.end(e)
	case stored:
		r.store(e)
	case missed: // the queue has not heard of the task
		if t := &r.tasks[e.task]; !t.done && t.delivered == e.count {
			s := r.shardOf(e.task)
			s.ready = append(s.ready, e.task)
			r.match(s)
		}
	case dies:
		r.die(e.worker)
	case cutOff:
		x := &r.workers[e.worker]
		x.cut = r.now + r.Cut
		if x.task >= 0 && r.Cut > bus.Patience {
			r.miss(x.task, r.lastSign(x))
		}
		r.later(r.Cut+r.after(r.Cuts), event{kind: cutOff, worker: e.worker, life: e.life})
	case returns:
		r.start(e.worker)
	}
}

// match hands out tasks to workers that wait.
func (r *run) match(s *shard) {
	for s.head < len(s.ready) && len(s.waiting) > 0 {
		t := s.ready[s.head]
		if r.tasks[t].done {
			s.head++
			continue
		}
		w := s.waiting[0].worker
		x := &r.workers[w]
		alive := s.waiting[0].life == x.life
		s.waiting = s.waiting[1:]
		switch {
		case !alive || x.task != -1:
			continue
		case x.cut > r.now: // it asks again when it is back
			r.later(x.cut-r.now+r.Latency, event{kind: asks, worker: w, life: x.life})
			continue
		}
		s.head++
		x.task, x.since = t, r.now
		r.tasks[t].delivered++
		r.later(r.serve(s)+r.Latency, event{kind: gets, worker: w, life: x.life, task: t,
			count: r.tasks[t].delivered})
	}
}

// get is a worker that has got a task.
func (r *run) get(e event) {
	t := &r.tasks[e.task]
	r.workers[e.worker].since = r.now
	e.kind = ends
	switch work.Decide(int(t.delivered), t.done) {
	case work.GiveUp, work.IsDone:
		r.later(0, e)
	default:
		r.later(t.takes, e)
	}
}

// end is a worker that has a result.
func (r *run) end(e event) {
	x := &r.workers[e.worker]
	wait := max(0, x.cut-r.now)
	e.kind = stored
	r.later(wait+r.Latency+r.serve(r.shardOf(e.worker)), e)
}

// store is a result that reaches the server; the worker asks for the next task.
func (r *run) store(e event) {
	x, t := &r.workers[e.worker], &r.tasks[e.task]
	switch {
	case t.done:
		r.Twice++
		r.Lost += t.takes
	default:
		t.done = true
		r.Done++
		if work.Decide(int(e.count), false) == work.GiveUp {
			r.Failed++
		}
	}
	x.task = -1
	r.later(2*r.Latency, event{kind: asks, worker: e.worker, life: e.life})
}

// die ends a life of a worker.
func (r *run) die(w int32) {
	x := &r.workers[w]
	r.Died++
	if x.task >= 0 {
		r.Lost += r.now - x.since
		r.miss(x.task, r.lastSign(x))
	}
	x.life++
	x.task = -1
	r.later(r.Restart, event{kind: returns, worker: w, life: x.life})
}

// lastSign is when the queue has last heard of the task that a worker has.
func (r *run) lastSign(x *worker) time.Duration {
	return r.now - (r.now-x.since)%work.SignsEvery
}

// miss has the queue give a task again when it was not heard of for long.
func (r *run) miss(t int32, last time.Duration) {
	r.later(max(0, last+bus.Patience-r.now),
		event{kind: missed, worker: -1, task: t, count: r.tasks[t].delivered})
}
