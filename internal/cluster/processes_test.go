package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/work"
)

// role makes this program a server or a worker: what is killed has to be a process.
const role = "WHITTLE_TEST_ROLE"

// play is a server or a worker until it is killed.
//
//	server ADDRESS STORE CREDS CERT KEY
//	worker NAME URL CREDS CA DELAY
func play(part string, args []string) error {
	os.Unsetenv(role) // tasks are answered by this program as well
	os.Setenv(answers, "yes")
	ctx := context.Background()
	if part == "server" {
		o := serve.Options{Listen: args[0], Store: args[1], Creds: args[2], Cert: args[3], Key: args[4]}
		for {
			s, err := serve.Start(o)
			if err != nil {
				return err
			}
			if err := s.Full(ctx); err != nil {
				return err
			}
			s.Stop()
		}
	}
	to := bus.Server{Name: args[0], URL: args[1], Creds: args[2], CA: args[3]}
	delay, err := time.ParseDuration(args[4])
	if err != nil {
		return err
	}
	if delay > 0 {
		p, err := forward(to.URL[len("tls://"):], delay)
		if err != nil {
			return err
		}
		to.URL = "tls://" + p.addr()
	}
	b, err := bus.Dial(ctx, to)
	for err != nil { // a person would start it again
		time.Sleep(200 * time.Millisecond)
		b, err = bus.Dial(ctx, to)
	}
	w := &work.Worker{Bus: b, Name: args[0], Build: "b1", Slots: 1,
		Config: tasks.Config{Command: []string{os.Args[0]}},
		Log:    func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }}
	return w.Run(ctx)
}

// proxy forwards connections, perhaps late, and closes them when it is asked to.
type proxy struct {
	to    string
	delay time.Duration
	l     net.Listener

	mu    sync.Mutex
	conns []net.Conn
}

func forward(to string, delay time.Duration) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{to: to, delay: delay, l: l}
	go p.accept()
	return p, nil
}

func (p *proxy) addr() string { return p.l.Addr().String() }

// cut closes all connections wherever they are, and says how many there were.
func (p *proxy) cut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, c := range p.conns {
		if c.Close() == nil {
			n++
		}
	}
	p.conns = nil
	return n
}

func (p *proxy) accept() {
	for {
		in, err := p.l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		out, err := net.Dial("tcp", p.to)
		if err != nil {
			in.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		go p.pipe(in, out)
		go p.pipe(out, in)
	}
}

// pipe carries bytes, each after the delay.
func (p *proxy) pipe(from, to net.Conn) {
	type piece struct {
		data []byte
		due  time.Time
	}
	pieces := make(chan piece, 1024)
	go func() {
		defer to.Close()
		for x := range pieces {
			time.Sleep(time.Until(x.due))
			if _, err := to.Write(x.data); err != nil {
				break
			}
		}
		for range pieces {
		}
	}()
	defer close(pieces)
	for {
		data := make([]byte, 32<<10)
		n, err := from.Read(data)
		if n > 0 {
			pieces <- piece{data[:n], time.Now().Add(p.delay)}
		}
		if err != nil {
			from.Close()
			return
		}
	}
}
