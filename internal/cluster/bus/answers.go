package bus

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// answerPatience is how long an answer is waited for, and answerFailures how many that did not come make
	// the store be left alone: finding an answer out is better than waiting for it.
	answerPatience = 200 * time.Millisecond
	answerFailures = 3
	// answersWaiting bounds those that are to be sent.
	answersWaiting = 256
	// answersBytes bounds what the server keeps of them, about, and maxAnswer each.
	answersBytes = 1 << 30
	maxAnswer    = 64 << 10
)

// Answers are answers to questions that runs on several machines have in common, on a server. It connects
// when it is first used: most runs need no answers. A server that is away costs the answers and nothing
// else.
type Answers struct {
	server Server

	begin    sync.Once
	conn     *nats.Conn
	kv       jetstream.KeyValue // nil: there is none
	failures atomic.Int32
	send     chan answer
	over     chan struct{} // nothing more is sent
	sent     sync.WaitGroup
}

type answer struct {
	name   string
	sealed []byte
}

// NewAnswers returns those on a server. What is wrong with how it is reached is an error.
func NewAnswers(s Server) (*Answers, error) {
	_, err := s.options()
	return &Answers{server: s, send: make(chan answer, answersWaiting),
		over: make(chan struct{})}, err
}

// Key is what workers that may use the server have in common and others have not; nil if there is no such
// thing: on this machine without a token, or with credentials of NATS, which differ.
func (s Server) Key() []byte {
	text, err := os.ReadFile(s.Creds)
	token := strings.TrimSpace(string(text))
	if err != nil || token == "" || strings.ContainsAny(token, "\r\n") {
		return nil
	}
	key := sha256.Sum256([]byte("answers of whittle\n" + token))
	return key[:]
}

// connect connects, and begins to send.
func (a *Answers) connect() {
	opts, err := a.server.options()
	if err != nil {
		return
	}
	if a.conn, err = nats.Connect(a.server.URL, append(opts, nats.Timeout(time.Second))...); err != nil {
		return
	}
	js, err := jetstream.New(a.conn)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	kv, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: answers,
		MaxValueSize: maxAnswer, Storage: jetstream.FileStorage,
		Description: "answers of solvers"})
	if err != nil {
		return
	}
	is, err := kv.Status(ctx)
	if err != nil {
		return
	}
	a.kv = kv
	if is.Bytes() > answersBytes {
		a.failures.Store(answerFailures)
	}
	a.sent.Go(func() {
		for {
			select {
			case x := <-a.send:
				a.put(x)
				continue
			default:
			}
			select {
			case x := <-a.send:
				a.put(x)
			case <-a.over:
				return
			}
		}
	})
}

func (a *Answers) put(x answer) {
	a.do(func(ctx context.Context) error {
		_, err := a.kv.Put(ctx, x.name, x.sealed)
		return err
	})
}

// do does something with the store in a bounded time, and counts failures in a row.
func (a *Answers) do(f func(context.Context) error) bool {
	if a.failures.Load() >= answerFailures {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerPatience)
	defer cancel()
	err := f(ctx)
	if err == nil || errors.Is(err, jetstream.ErrKeyNotFound) {
		a.failures.Store(0)
		return err == nil
	}
	a.failures.Add(1)
	return false
}

// Get returns what stands under a name.
func (a *Answers) Get(name string) (sealed []byte, ok bool) {
	a.begin.Do(a.connect)
	if a.kv == nil {
		return nil, false
	}
	ok = a.do(func(ctx context.Context) error {
		e, err := a.kv.Get(ctx, name)
		if err == nil {
			sealed = e.Value()
		}
		return err
	})
	return sealed, ok
}

// Put lets something stand under a name. If too much is to be sent already, it is dropped.
func (a *Answers) Put(name string, sealed []byte) {
	a.begin.Do(a.connect)
	if a.kv == nil {
		return
	}
	select {
	case a.send <- answer{name, sealed}:
	default:
	}
}

// Close sends what waits and ends the connection. What comes later, from engines that were left behind, is
// dropped.
func (a *Answers) Close() {
	a.begin.Do(func() {}) // it need not connect any more
	close(a.over)
	a.sent.Wait()
	if a.conn != nil {
		a.conn.Close()
	}
}
