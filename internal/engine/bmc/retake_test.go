package bmc_test

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// waitingPrograms wait for something under a lock.
var waitingPrograms = []struct {
	name, src string
	want      property.Kind
}{
	{"polling", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready, data;
void *w(void *x) { data = 5; pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  while (1) { pthread_mutex_lock(&m); int r = ready; pthread_mutex_unlock(&m); if (r) break; }
  if (data != 5) reach_error(); }`, property.True},
	{"a condition variable", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, data;
void *w(void *x) { data = 5; pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
  if (data != 5) reach_error(); }`, property.True},
	{"a bounded queue", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
int buf[2], n, in, out, sum;
void put(int v) { pthread_mutex_lock(&m); while (n == 2) pthread_cond_wait(&empty, &m); buf[in] = v; in = (in + 1) % 2; n++; pthread_cond_signal(&full); pthread_mutex_unlock(&m); }
int get(void) { int v; pthread_mutex_lock(&m); while (n == 0) pthread_cond_wait(&full, &m); v = buf[out]; out = (out + 1) % 2; n--; pthread_cond_signal(&empty); pthread_mutex_unlock(&m); return v; }
void *producer(void *x) { for (int i = 1; i <= 3; i++) put(i); return 0; }
void *consumer(void *x) { for (int i = 1; i <= 3; i++) sum += get(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, producer, 0); pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0); pthread_join(b, 0); if (sum != 6) reach_error(); }`, property.True},
	{"two looks under a lock, as seen by one who tries it", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready;
void *w(void *x) { while (1) { pthread_mutex_lock(&m); int r = ready; pthread_mutex_unlock(&m); if (r) break; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  if (!pthread_mutex_trylock(&m)) return 0;
  if (pthread_mutex_trylock(&m)) return 0;
  pthread_mutex_unlock(&m);
  if (pthread_mutex_trylock(&m)) reach_error(); }`, property.False},
	{"two looks under a lock, as seen by one who reads it", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready;
void *w(void *x) { while (1) { pthread_mutex_lock(&m); int r = ready; pthread_mutex_unlock(&m); if (r) break; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  if (*(volatile int *)&m != 1) return 0;
  if (*(volatile int *)&m != 0) return 0;
  if (*(volatile int *)&m == 1) reach_error(); }`, property.False},
	{"looks that are counted", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready;
int main(void) { int n = 0;
  while (1) { pthread_mutex_lock(&m); int r = ready; pthread_mutex_unlock(&m); if (++n == 3) reach_error(); if (r) break; } }`, property.False},
	{"looks that remember", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *w(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; int last = 0; pthread_create(&t, 0, w, 0);
  while (1) { pthread_mutex_lock(&m); int r = x; pthread_mutex_unlock(&m); if (r == 2 && last == 1) reach_error(); if (r == 2) break; last = r; } }`, property.False},
	{"looks that remember in memory", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void set(int *p, int v) { *p = v; }
void *w(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; int last = 0; pthread_create(&t, 0, w, 0);
  while (1) { int r; pthread_mutex_lock(&m); r = x; pthread_mutex_unlock(&m); if (r == 2 && last == 1) reach_error(); if (r == 2) break; set(&last, r); } }`, property.False},
	{"a sign of life", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready, beats;
void *w(void *x) { while (1) { pthread_mutex_lock(&m); beats++; int r = ready; pthread_mutex_unlock(&m); if (r) break; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&m); if (beats == 3) reach_error(); pthread_mutex_unlock(&m); }`, property.False},
	{"a lock that was held before is free meanwhile", `
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; int x;
void *w(void *p) { pthread_mutex_lock(&a); x = 1; pthread_mutex_unlock(&a); pthread_mutex_lock(&a); x = 2; pthread_mutex_unlock(&a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&a);
  while (x != 2) { pthread_mutex_lock(&b); pthread_mutex_unlock(&a); pthread_mutex_lock(&a); pthread_mutex_unlock(&b); }
  pthread_mutex_unlock(&a); reach_error(); }`, property.False},
	{"what was read under the lock at first", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready, x;
void *w(void *p) { pthread_mutex_lock(&m); x = 1; ready = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&m); int r = x; while (!ready) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); } int s = x; pthread_mutex_unlock(&m);
  if (r == 0 && s == 1) reach_error(); }`, property.False},
	{"a lock that is made anew", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int ready, in, n;
void *w(void *p) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); n = in; pthread_mutex_unlock(&m); if (n == 1) ready = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  while (1) { pthread_mutex_lock(&m); in = 1; int r = ready; in = 0; pthread_mutex_unlock(&m); if (r) break; } reach_error(); }`, property.False},
}

// TestWaitingPrograms checks them in all configurations.
func TestWaitingPrograms(t *testing.T) {
	ctx := context.Background()
	for _, test := range waitingPrograms {
		p, err := loadC(foundPrelude+test.src, c.LP64)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		p.Terms.Freeze()
		for _, cfg := range eventConfigurations() {
			res, err := bmc.New(cfg.events).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("%s, %s: %v", test.name, cfg.name, err)
			}
			got := res.Verdict.Kind
			if cfg.events.NoRetakes && got == property.True {
				t.Errorf("%s, %s: true", test.name, cfg.name)
			}
			may := (cfg.weak || cfg.events.NoRetakes) && got == property.Unknown && test.want == property.True
			if got != test.want && !may {
				t.Errorf("%s, %s: %v (%s), want %v", test.name, cfg.name, got, res.Why, test.want)
			}
			if res.Trace != nil {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("%s, %s: the trace does not replay: %v", test.name, cfg.name, err)
				}
			}
		}
	}
}

// lock takes a lock: mostly as one does.
func (r *randomProgram) lock(l *cfa.Object) {
	s := r.p.Terms
	h := r.reg("h")
	r.edge(cfa.AtomicBegin{})
	r.load(h, l)
	r.edge(cfa.Await{Cond: s.Eq(r.sym(h), s.BV(8, 0))})
	r.store(l, s.BV(8, 1))
	r.edge(cfa.AtomicEnd{})
}

// wait waits under a lock until a variable has another value, or looks at the lock word.
func (r *randomProgram) wait() {
	s := r.p.Terms
	v, x, l := r.vars[r.Intn(len(r.vars))], r.regs[r.Intn(len(r.regs))], r.locks[0]
	same := s.Eq(r.sym(x), s.BV(8, uint64(r.Intn(4)/3)))
	loop := func(head cfa.LocID) {
		out := r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, r.at, head, cfa.Assume{Cond: same}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(same)}, source.Pos{})
		r.at = out
	}
	switch r.Intn(5) {
	case 0, 1: // polling
		head := r.at
		r.lock(l)
		r.load(x, v)
		if r.Intn(4) == 0 {
			r.store(v, r.konst())
		}
		r.store(l, s.BV(8, 0))
		loop(head)
	case 2, 3: // waiting as with a condition variable
		r.lock(l)
		first, head := r.at, r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, first, head, cfa.Fence{}, source.Pos{})
		r.at = head
		r.load(x, v)
		again, out := r.c.NewLoc(source.Pos{}), r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, r.at, again, cfa.Assume{Cond: same}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(same)}, source.Pos{})
		r.at = again
		r.store(l, s.BV(8, 0))
		if r.Intn(4) == 0 {
			r.load(r.regs[r.Intn(len(r.regs))], v)
		}
		r.lock(l)
		r.p.NewEdge(r.c, r.at, head, cfa.Fence{}, source.Pos{})
		r.at = out
		r.store(l, s.BV(8, 0))
	default:
		if r.Intn(3) == 0 {
			r.load(x, l) // sees whether somebody holds it
		} else {
			r.lock(l)
			r.store(v, r.konst())
			r.store(l, s.BV(8, 0))
		}
	}
}

// newWaitingProgram builds a random program in which threads wait under a lock.
func newWaitingProgram(seed int64) *cfa.Program {
	r := &randomProgram{Rand: rand.New(rand.NewSource(seed)), p: cfa.NewProgram(32, &source.Files{})}
	r.p.OffsetBits = 20
	r.vars = []*cfa.Object{r.object("v0"), r.object("v1")}
	r.locks = []*cfa.Object{r.object("lock")}
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	body := func() {
		r.at = r.c.Entry
		r.regs = []cfa.RegID{r.reg("x"), r.reg("y")}
		for _, x := range r.regs {
			r.edge(cfa.Assign{Dst: x, Value: r.p.Terms.BV(8, 0)})
		}
		for range 2 + r.Intn(2) {
			if r.Intn(3) > 0 {
				r.wait()
			} else {
				r.stmt(2)
			}
			if r.at < 0 {
				r.at = r.c.NewLoc(source.Pos{})
			}
		}
	}
	worker := r.p.NewProc("worker", source.Pos{})
	worker.Result = term.BitVec(32)
	r.c = worker
	body()
	r.edge(cfa.Return{Value: r.p.Ptr(0)})
	m := r.p.NewProc("main", source.Pos{})
	r.p.Entry = m.ID
	r.c, r.at = m, m.Entry
	id := r.p.NewReg(cfa.Reg{Name: "id", Sort: term.BitVec(32), Proc: m.ID})
	r.edge(cfa.Spawn{Dst: id, Proc: worker.ID})
	entry := r.at
	keep := m.Entry
	m.Entry = entry
	body()
	m.Entry = keep
	for i, v := range r.vars {
		r.load(r.regs[i], v)
	}
	r.branch(r.p.Terms.And(r.cond(), r.cond()), r.violation)
	r.edge(cfa.Return{})
	r.p.Terms.Freeze()
	return r.p
}

// TestRandomWaiting compares verdicts on random programs that wait with an
// enumeration of all interleavings.
func TestRandomWaiting(t *testing.T) {
	ctx := context.Background()
	violated, holds, more := 0, 0, 0
	n := numPrograms(24)
	for seed := range int64(n) {
		p := newWaitingProgram(seed)
		want := enumerated(t, seed, p)
		if want == nil {
			continue
		}
		var with property.Kind
		for i, cfg := range []bmc.Config{
			{NoValues: true, NoIntervals: true}, {NoValues: true, NoIntervals: true, NoRetakes: true}, {},
			{NoValues: true, NoIntervals: true, NoLockedReads: true, NoSilentStores: true, NoSpinReduction: true},
			{NoValues: true, NoIntervals: true, ExactProjection: true},
		} {
			res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, cfg, err)
			}
			switch res.Verdict.Kind {
			case property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("seed %d, %+v: violated, but the enumeration finds no violation", seed, cfg)
				} else if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %+v: the trace does not replay: %v", seed, cfg, err)
				}
			case property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %+v: holds, but the enumeration finds a violation", seed, cfg)
				}
			}
			if i == 0 {
				with = res.Verdict.Kind
			} else if cfg.NoRetakes && with == property.True && res.Verdict.Kind == property.Unknown {
				more++
			}
		}
	}
	t.Logf("%d violated, %d hold; %d proved with retakes only", violated, holds, more)
	if holds < n || more < n/4 {
		t.Errorf("the random programs are too one-sided")
	}
}
