package cluster_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/testing/testflag"
)

// child starts this program in a role, by way of a command, perhaps. It is killed in the end.
func child(t *testing.T, by []string, part string, args ...string) *exec.Cmd {
	t.Helper()
	line := append(append(slices.Clip(by), os.Args[0]), args...)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Env = append(os.Environ(), role+"="+part)
	log, err := os.CreateTemp(t.TempDir(), part)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	log.Close()
	t.Cleanup(func() {
		kill(cmd)
		if text, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
			t.Logf("%s %v:\n%s", part, args, text[max(0, len(text)-2000):])
		}
	})
	return cmd
}

// kill kills a process, and waits until it has ended.
func kill(cmd *exec.Cmd) {
	cmd.Process.Kill()
	cmd.Wait()
}

// stage is a server and workers that are processes, which connect through a proxy.
type stage struct {
	*testing.T
	rng     *rand.Rand
	store   string
	server  *exec.Cmd
	at      string     // the server's address
	to      bus.Server // as the test reaches it
	proxy   *proxy
	workers []*exec.Cmd
	started int
	small   bool // the disk of the store is one that can be filled

	mu       sync.Mutex
	messages []*nats.Msg // that were sent, tasks and results
	restart  func()      // ends the process that waits for the run
}

func (s *stage) serve() { s.server = child(s.T, nil, "server", s.at, s.store, "", "", "") }

func (s *stage) worker() *exec.Cmd {
	s.started++
	return child(s.T, nil, "worker", fmt.Sprintf("w%d", s.started), "nats://"+s.proxy.addr(), "", "", "0s")
}

func set(t *testing.T) *stage {
	s := &stage{T: t, store: t.TempDir(), rng: rand.New(rand.NewPCG(uint64(testflag.Seed()), 36))}
	if os.Geteuid() == 0 && syscall.Mount("none", s.store, "tmpfs", 0, "size=64m") == nil {
		s.small = true
		t.Cleanup(func() { syscall.Unmount(s.store, syscall.MNT_DETACH) })
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.at = l.Addr().String()
	l.Close()
	if s.proxy, err = forward(s.at, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.proxy.l.Close(); s.proxy.cut() })
	s.to = bus.Server{URL: "nats://" + s.proxy.addr(), Name: "test"}
	s.serve()
	for range 3 {
		s.workers = append(s.workers, s.worker())
	}
	return s
}

// dial connects to the server once it is there.
func (s *stage) dial() *bus.Bus {
	for {
		b, err := bus.Dial(s.Context(), s.to)
		if err == nil {
			return b
		}
		if s.Context().Err() != nil {
			s.Fatal(err)
		}
	}
}

// spy notes the messages that pass.
func (s *stage) spy() *nats.Conn {
	conn, err := nats.Connect("nats://"+s.at, nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(100*time.Millisecond))
	if err == nil {
		_, err = conn.Subscribe("whittle.*.>", func(m *nats.Msg) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if m.Reply != "" {
				s.messages = append(s.messages, m)
			}
		})
	}
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(conn.Close)
	return conn
}

// between is a time at random.
func (s *stage) between(low, high int) time.Duration {
	return time.Duration(low+s.rng.IntN(high-low)) * time.Millisecond
}

// pause stops a process for a while, and does not wait for its end.
func (s *stage) pause(cmd *exec.Cmd, d time.Duration) {
	cmd.Process.Signal(syscall.SIGSTOP)
	time.AfterFunc(d, func() { cmd.Process.Signal(syscall.SIGCONT) })
}

// fill fills the disk for a while.
func (s *stage) fill(d time.Duration) {
	path := filepath.Join(s.store, "filler")
	if f, err := os.Create(path); err == nil {
		for n := 1 << 20; n > 0; {
			if _, err := f.Write(make([]byte, n)); err != nil {
				n /= 2
			}
		}
		f.Close()
	}
	time.Sleep(d)
	os.Remove(path)
}

// repeat sends some messages again, results with another verdict, and says how many.
func (s *stage) repeat(conn *nats.Conn) (n int) {
	js, err := jetstream.New(conn)
	if err != nil {
		s.Fatal(err)
	}
	s.mu.Lock()
	all := slices.Clone(s.messages)
	s.mu.Unlock()
	for range min(5, len(all)) {
		m := all[s.rng.IntN(len(all))]
		data := m.Data
		if strings.HasPrefix(m.Subject, "whittle.result.") {
			ctx, stop := context.WithTimeout(s.Context(), time.Second)
			results, err := js.Stream(ctx, "whittle-results")
			if err == nil {
				_, err = results.GetLastMsgForSubject(ctx, m.Subject)
			}
			stop()
			if err != nil {
				continue // the server does not have it yet: the first one counts
			}
			data = bytes.Replace(data, []byte(`"verdict":"true"`), []byte(`"verdict":"false"`), 1)
		}
		if conn.Publish(m.Subject, data) == nil {
			n++
		}
	}
	return n
}

// TestFaultsOfProcesses kills and stops workers, the server and who waits, fills the disk, closes connections
// and sends messages again: each task has one result, with its verdict. What was a worker's that was killed
// is another one's after bus.Patience, so a run takes half a minute.
func TestFaultsOfProcesses(t *testing.T) {
	if !testflag.Deep() {
		t.Skip("only with -scale: it waits for the patience of the server")
	}
	s := set(t)
	conn := s.spy()
	kinds := []string{"server killed", "server stopped", "worker stopped", "connections closed",
		"messages again", "run begun again", "worker killed", "worker killed",
		"worker stopped for long"}
	if s.small {
		kinds = append(kinds, "disk full")
	}
	counts := map[string]int{}
	total, long, done := 0, 0, 0
	for run := 0; total < testflag.Times(30); run++ {
		var contents []string
		for i := range 60 {
			contents = append(contents, []string{"true", "unknown"}[i%2]+" 150ms")
		}
		items := (&site{T: t}).items(contents...)
		over := make(chan struct{})
		var recs []tasks.Record
		var err error
		go func() {
			defer close(over)
			for again := true; again; {
				ctx, stop := context.WithCancel(t.Context())
				s.mu.Lock()
				s.restart = stop
				s.mu.Unlock()
				b := s.dial()
				recs, err = batch.Run(ctx, b, fmt.Sprintf("r%d", run), items, config("b1"))
				again = ctx.Err() != nil && t.Context().Err() == nil
				b.Close()
				stop()
			}
		}()
		for faults, going := 0, true; going; {
			pause := time.Hour
			if faults < 30 {
				pause = s.between(100, 1000)
			}
			select {
			case <-over:
				going = false
				continue
			case <-time.After(pause):
			}
			kind := kinds[s.rng.IntN(len(kinds))]
			w := s.rng.IntN(len(s.workers))
			switch kind {
			case "server killed":
				kill(s.server)
				s.serve()
			case "server stopped":
				s.pause(s.server, s.between(100, 1500))
			case "worker killed":
				kill(s.workers[w])
				s.workers[w] = s.worker()
			case "worker stopped":
				s.pause(s.workers[w], s.between(100, 1500))
			case "worker stopped for long":
				if long++; long > 1+total/60 {
					continue
				}
				s.pause(s.workers[w], bus.Patience+3*time.Second)
			case "connections closed":
				if s.proxy.cut() == 0 {
					continue
				}
			case "messages again":
				if s.repeat(conn) == 0 {
					continue
				}
			case "run begun again":
				s.mu.Lock()
				s.restart()
				s.mu.Unlock()
			case "disk full":
				s.fill(s.between(100, 1500))
			}
			counts[kind]++
			faults++
			total++
		}
		s.judge(fmt.Sprintf("r%d", run), contents, items, recs, err)
		done += len(items)
	}
	t.Logf("%d faults, %d tasks: %v", total, done, counts)
}

// judge compares a run with what its tasks are, and looks for results that are not of it.
func (s *stage) judge(run string, contents []string, items []tasks.Item, recs []tasks.Record, err error) {
	s.Helper()
	if err != nil || len(recs) != len(items) {
		s.Fatalf("%s: %d of %d results: %v", run, len(recs), len(items), err)
	}
	for i, r := range recs {
		if want, _, _ := strings.Cut(contents[i], " "); r.Name != items[i].Name || r.Verdict != want {
			s.Errorf("%s: %s is %s (%s), want %s is %s", run, r.Name, r.Verdict, r.Why, items[i].Name, want)
		}
	}
	b := s.dial()
	defer b.Close()
	n := 0
	err = bus.Persist(s.Context(), func() (err error) {
		n, err = b.Done(s.Context(), run)
		return err
	})
	if err != nil || n != len(items) {
		s.Errorf("%s: %d results are stored (%v)", run, n, err)
	}
}
