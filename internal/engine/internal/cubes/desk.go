package cubes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// Patience is how long a cube is a guest's without a sign of life.
	Patience = 15 * time.Second
	// signs is the time between two of them.
	signs = Patience / 5
	// poll is how long a guest that asks for a cube waits for the reply.
	poll = time.Second
	// maxLeases bounds what guests have been given at any time.
	maxLeases = 1 << 12
)

// What guests ask for.
const (
	opJoin  = "join"
	opTake  = "take"
	opLook  = "look"
	opSign  = "sign" // of life
	opCut   = "cut"
	opClose = "close"
	opFound = "found"
	opBack  = "back"
)

// request is the message of a guest. What is not of its operation is empty.
type request struct {
	Op     string
	Guest  string
	Node   int
	Cube   Cube `json:",omitempty"` // as the guest knows it, where that matters
	Choice Choice
	Value  bool
	Needed int
	Model  []byte `json:",omitempty"`
	Note   []byte `json:",omitempty"`
}

// reply is what a guest is told.
type reply struct {
	Question []byte `json:",omitempty"`
	Over     bool   // there is nothing more to do
	Node     int    // 0: none now
	Cube     Cube   `json:",omitempty"`
	Wanted   bool
	Stale    bool
	Note     []byte `json:",omitempty"`
}

// Desk is what the guests of a pool talk with. It may be used by several goroutines.
type Desk struct {
	// Exchange receives what a guest tells the other solvers, and returns what they tell it.
	Exchange func(guest string, note []byte) []byte

	pool     *Pool
	question []byte

	mu     sync.Mutex
	last   int // the id given last
	leases map[int]*lease
}

// lease is a cube that is a guest's.
type lease struct {
	n     *node
	guest string
	heard time.Time
}

// NewDesk returns the desk of a pool. The question is what a guest has to know of it.
func NewDesk(p *Pool, question []byte) *Desk {
	return &Desk{pool: p, question: question, leases: map[int]*lease{}}
}

// Run gives back the cubes of guests that are silent, until ctx ends.
func (d *Desk) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			d.Expire(now)
		}
	}
}

// Expire gives back the cubes of guests that at this time have been silent for too long.
func (d *Desk) Expire(now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, l := range d.leases {
		if now.Sub(l.heard) > Patience {
			delete(d.leases, id)
			d.pool.giveBack(l.n)
		}
	}
}

// Answer is the reply to a message. A message that is none ends its guest.
func (d *Desk) Answer(ctx context.Context, message []byte) []byte {
	var q request
	a := reply{Over: true}
	if err := json.Unmarshal(message, &q); err == nil && !d.pool.isDone() {
		a = d.answer(ctx, &q)
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(fmt.Sprintf("cubes: a reply cannot be written: %v", err)) // it has nothing that cannot
	}
	return text
}

func (d *Desk) answer(ctx context.Context, q *request) (a reply) {
	switch q.Op {
	case opJoin:
		return reply{Question: d.question}
	case opTake:
		a = d.take(ctx, q.Guest)
	default:
		a = d.about(q)
	}
	a.Over = d.pool.isDone()
	a.Wanted = d.pool.wanted()
	if d.Exchange != nil && !a.Over && q.Op != opSign {
		a.Note = d.Exchange(q.Guest, q.Note)
	}
	return a
}

// take gives a cube to a guest, if there is one within a moment.
func (d *Desk) take(ctx context.Context, guest string) reply {
	ctx, stop := context.WithTimeout(ctx, poll)
	defer stop()
	n := d.pool.take(ctx)
	if n == nil {
		return reply{}
	}
	if id := d.lend(n, guest); id > 0 {
		return reply{Node: id, Cube: n.cube}
	}
	d.pool.giveBack(n)
	return reply{Over: true}
}

// lend notes that a cube is a guest's; 0: there are too many.
func (d *Desk) lend(n *node, guest string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.leases) >= maxLeases {
		return 0
	}
	d.last++
	d.leases[d.last] = &lease{n, guest, time.Now()}
	return d.last
}

// about is the reply to what is said of a cube. One that is not the guest's any more is stale, and so is one
// that the guest knows otherwise: a message was lost, or came twice.
func (d *Desk) about(q *request) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.leases[q.Node]
	if l == nil || l.guest != q.Guest {
		return reply{Stale: true}
	}
	l.heard = time.Now()
	if (q.Op == opCut || q.Op == opClose) && !slices.Equal(q.Cube, l.n.cube) {
		delete(d.leases, q.Node)
		d.pool.giveBack(l.n)
		return reply{Stale: true}
	}
	switch q.Op {
	case opLook:
		if stale := d.pool.stale(l.n); stale {
			delete(d.leases, q.Node)
			return reply{Stale: true}
		}
	case opCut:
		l.n = d.pool.cut(l.n, q.Choice, q.Value)
	case opClose:
		delete(d.leases, q.Node)
		if q.Needed < 0 || q.Needed > len(l.n.cube) {
			d.pool.giveBack(l.n)
			return reply{Over: true}
		}
		d.pool.closeBy(l.n, q.Needed, true)
	case opFound:
		delete(d.leases, q.Node)
		d.pool.claims(q.Model)
	case opBack:
		delete(d.leases, q.Node)
		d.pool.giveBack(l.n)
	}
	return reply{Node: q.Node, Cube: l.n.cube}
}
