package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats.go"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/status"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/cluster/work"
	"whittle.dev/internal/testing/testflag"
)

// answers makes this program stand for whittle: it answers what the file says, after the time that it says.
const answers = "WHITTLE_TEST_ANSWERS"

func TestMain(m *testing.M) {
	if part := os.Getenv(role); part != "" {
		fmt.Fprintln(os.Stderr, play(part, os.Args[1:]))
		os.Exit(2)
	}
	if os.Getenv(answers) != "" {
		answer()
	}
	os.Setenv(answers, "yes")
	os.Exit(m.Run())
}

func answer() {
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	verdict, pause, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	if d, err := time.ParseDuration(pause); err == nil {
		time.Sleep(d)
	}
	fmt.Printf("{\"verdict\": %q}\n", verdict)
	os.Exit(map[string]int{"true": 0, "unknown": 3}[verdict])
}

// site is a server with the connections of a test.
type site struct {
	*testing.T
	store, url string
	server     *serve.Server
	options    serve.Options
	all        sync.WaitGroup
}

func start(t *testing.T) *site {
	s := &site{T: t, store: t.TempDir()}
	s.options = serve.Options{Listen: "127.0.0.1:0", Store: s.store}
	s.up()
	t.Cleanup(func() {
		s.all.Wait()
		s.server.Stop()
	})
	return s
}

func (s *site) up() {
	s.Helper()
	var err error
	if s.server, err = serve.Start(s.options); err != nil {
		s.Fatal(err)
	}
	s.url = s.server.URL()
	s.options.Listen = strings.TrimPrefix(s.url, "nats://") // the same one when it is started again
}

func (s *site) bus() *bus.Bus {
	s.Helper()
	b, err := bus.Dial(s.Context(), bus.Server{URL: s.url, Name: "test"})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(b.Close)
	return b
}

// worker starts a worker, which stop ends.
func (s *site) worker(name, build string) (stop func()) {
	s.Helper()
	ctx, cancel := context.WithCancel(s.Context())
	b := s.bus()
	w := &work.Worker{Bus: b, Name: name, Build: build, Slots: 2, Scratch: s.TempDir(),
		Config: tasks.Config{Command: []string{os.Args[0]}},
		Allow: func(args []string) error {
			if slices.Contains(args, "--report=x") {
				return errors.New("no reports")
			}
			return nil
		}}
	done := make(chan struct{})
	s.all.Go(func() {
		defer close(done)
		w.Run(ctx)
	})
	return func() {
		cancel()
		<-done
	}
}

// items are tasks with these contents.
func (s *site) items(contents ...string) []tasks.Item {
	s.Helper()
	var out []tasks.Item
	dir := s.TempDir()
	for i, text := range contents {
		name := fmt.Sprintf("task%03d.c", i)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			s.Fatal(err)
		}
		it := tasks.Item{Name: name, Path: path, Property: "unreach-call"}
		out = append(out, it)
	}
	return out
}

func config(build string) tasks.Config { return tasks.Config{Build: build, Wall: 20 * time.Second} }

// TestLikeHere compares with a run without a cluster.
func TestLikeHere(t *testing.T) {
	t.Parallel()
	s := start(t)
	items := s.items("true", "unknown", "false", "true")
	cfg := config("b1")
	cfg.Configs = []tasks.NamedArgs{{Name: "a"}, {Name: "b", Args: []string{"--unwind", "3"}}}
	here := cfg
	here.Command = []string{os.Args[0]}
	want, err := tasks.Run(t.Context(), items, here)
	if err != nil {
		t.Fatal(err)
	}
	defer s.worker("w1", "b1")()
	defer s.worker("other", "b2")()
	got, err := batch.Run(t.Context(), s.bus(), "r", items, cfg)
	if err != nil {
		t.Fatal(err)
	}
	measured := cmpopts.IgnoreFields(tasks.Record{}, "CPU", "Wall", "Memory", "Why", "Accounting")
	if d := cmp.Diff(want, got, measured); d != "" {
		t.Errorf("(-here +there):\n%s", d)
	}

	// The same run again asks no worker, another one of the same name is refused.
	resumed := 0
	cfg.Done = func(_ tasks.Record, again bool) {
		if again {
			resumed++
		}
	}
	if _, err := batch.Run(t.Context(), s.bus(), "r", items, cfg); err != nil || resumed != 8 {
		t.Errorf("%d of 8 results were there: %v", resumed, err)
	}
	_, err = batch.Run(t.Context(), s.bus(), "r", items[:2], cfg)
	if err == nil || !strings.Contains(err.Error(), "other tasks") {
		t.Errorf("another run of the same name: %v", err)
	}
	c, err := status.Read(t.Context(), s.bus())
	if err != nil || len(c.Runs) != 1 || c.Runs[0].Done != 8 || c.Runs[0].State() != "done" ||
		len(c.Workers) != 2 {
		t.Errorf("the status is %+v (%v)", c, err)
	}
}

// TestStrangers sends what is no job.
func TestStrangers(t *testing.T) {
	t.Parallel()
	s := start(t)
	items := s.items("true", "true")
	b := s.bus()
	if _, err := b.Queue(t.Context(), "b1"); err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for i, text := range []string{"hello", `{"version": 99}`, `{"version": 1, "run": "../x"}`} {
		if err := conn.Publish(fmt.Sprintf("whittle.task.b1.x.%d", i), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	bad := config("b1")
	bad.Configs = []tasks.NamedArgs{{Name: "bad", Args: []string{"--report=x"}}}
	defer s.worker("w1", "b1")()
	if _, err := batch.Run(t.Context(), b, "good", items, config("b1")); err != nil {
		t.Fatal(err)
	}
	recs, err := batch.Run(t.Context(), b, "bad", items[:1], bad)
	if err != nil || len(recs) != 1 || recs[0].Score != tasks.Failed || recs[0].Why != "no reports" {
		t.Errorf("what a worker must not run: %+v (%v)", recs, err)
	}
	n, err := b.Queued(t.Context(), "b1", "*")
	for try := 0; err == nil && n > 0 && try < 500; try++ { // a task leaves it after its result has come
		time.Sleep(20 * time.Millisecond)
		n, err = b.Queued(t.Context(), "b1", "*")
	}
	if err != nil || n != 0 {
		t.Errorf("%d messages are still in the queue (%v)", n, err)
	}
}

// TestCancel ends a run from outside.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := start(t)
	items := s.items("true 60s", "true 60s", "true 60s")
	b := s.bus()
	defer s.worker("w1", "b1")()
	go func() {
		for t.Context().Err() == nil {
			if r, err := b.Run(t.Context(), "r"); err == nil {
				r.Cancelled = true
				b.Update(t.Context(), r)
				b.Drop(t.Context(), "b1", "r")
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	recs, err := batch.Run(t.Context(), s.bus(), "r", items, config("b1"))
	if !errors.Is(err, batch.ErrCancelled) {
		t.Errorf("got %d records and the error %v", len(recs), err)
	}
}

// TestFaults stops and starts workers and the server, and queues tasks twice: there is one result for each.
func TestFaults(t *testing.T) {
	t.Parallel()
	s := start(t)
	for seed := range testflag.Seeds(1) {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		var contents []string
		for i := range 30 {
			contents = append(contents, []string{"true", "unknown"}[i%2]+" 20ms")
		}
		run := fmt.Sprintf("r%d", seed)
		items := s.items(contents...)
		stops := []func(){s.worker("w1", "b1"), s.worker("w2", "b1")}
		over := make(chan struct{})
		var recs []tasks.Record
		var err error
		b := s.bus()
		go func() {
			defer close(over)
			recs, err = batch.Run(t.Context(), b, run, items, config("b1"))
		}()
		for fault := 0; fault < 6; fault++ {
			time.Sleep(time.Duration(20+rng.IntN(80)) * time.Millisecond)
			switch rng.IntN(3) {
			case 0:
				i := rng.IntN(len(stops))
				stops[i]()
				stops[i] = s.worker(fmt.Sprintf("w%d-%d", i, fault), "b1")
			case 1:
				s.server.Stop()
				s.up()
			case 2: // somebody else asks for the same
				again, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				batch.Run(again, s.bus(), run, items, config("b1"))
				cancel()
			}
		}
		<-over
		for _, stop := range stops {
			stop()
		}
		if err != nil || len(recs) != len(items) {
			t.Fatalf("seed %d: %d of %d results: %v", seed, len(recs), len(items), err)
		}
		for i, r := range recs {
			if want, _, _ := strings.Cut(contents[i], " "); r.Name != items[i].Name || r.Verdict != want {
				t.Errorf("seed %d: %s is %s (%s), want %s is %s", seed, r.Name, r.Verdict, r.Why,
					items[i].Name, want)
			}
		}
		var n int
		err = bus.Persist(t.Context(), func() (err error) {
			n, err = b.Done(t.Context(), run)
			return err
		})
		if err != nil || n != len(items) {
			t.Errorf("seed %d: %d results are stored (%v)", seed, n, err)
		}
	}
}

// TestInsecure asks for servers and connections that everybody on the network could use.
func TestInsecure(t *testing.T) {
	t.Parallel()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []serve.Options{
		{Listen: "0.0.0.0:0"}, {Listen: ":0"}, {Listen: "0.0.0.0:0", Creds: token}, {Listen: "127.0.0.1:x"},
		{Listen: "x"},
		{Listen: "127.0.0.1:0", Cert: "cert.pem"}, {Listen: "127.0.0.1:0", Creds: os.Args[0]},
	} {
		o.Store = t.TempDir()
		if s, err := serve.Start(o); err == nil {
			s.Stop()
			t.Errorf("%+v: started", o)
		}
	}
	for _, x := range []bus.Server{{URL: "nats://192.0.2.1:4222"}, {URL: "tls://192.0.2.1:4222"},
		{URL: "nats://192.0.2.1:4222", Creds: token}, {URL: "http://127.0.0.1"},
		{URL: "nats://a:b@127.0.0.1:4222"}} {
		if b, err := bus.Dial(t.Context(), x); err == nil {
			b.Close()
			t.Errorf("%+v: connected", x)
		}
	}
	s, err := serve.Start(serve.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Creds: token})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if b, err := bus.Dial(t.Context(), bus.Server{URL: s.URL()}); err == nil {
		b.Close()
		t.Error("connected without the token")
	}
	b, err := bus.Dial(t.Context(), bus.Server{URL: s.URL(), Creds: token})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Beat(t.Context(), &wire.Beat{Version: wire.Version, Worker: "w"}); err != nil {
		t.Error(err)
	}
	inside, err := s.Bus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
}
