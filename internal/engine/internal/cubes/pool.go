package cubes

import (
	"context"
	"slices"
	"sync"
)

// Choice names a choice between two cases that together are all. Solvers of one question mean the same by
// it.
type Choice struct {
	Kind    uint8
	A, B, C int
}

// Decision is one case of a choice.
type Decision struct {
	Choice Choice
	Value  bool
}

// Cube is a part of a question: the executions that all decisions agree with.
type Cube []Decision

// Pool is the tree of the cubes of a question. It may be used by several goroutines.
type Pool struct {
	mu     sync.Mutex
	root   *node
	open   []*node // nobody works on these
	hungry int     // solvers that wait
	wake   chan struct{}
	done   chan struct{}
	winner Solver
	claim  *[]byte
	cuts   int
}

// node is a cube that is or was worked on.
type node struct {
	id     int // in the messages of guests
	cube   Cube
	parent *node
	halves []*node // none or two
	closed bool    // there is no model in it
	whole  bool    // that was found out of it, and not of its halves
	far    bool    // by a guest
}

// NewPool returns the pool of a question that is whole.
func NewPool() *Pool {
	root := &node{}
	return &Pool{root: root, open: []*node{root}, wake: make(chan struct{}), done: make(chan struct{})}
}

// Refuted reports whether all cubes are closed, and how often one was cut.
func (p *Pool) Refuted() (bool, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.root.closed, p.cuts
}

// Winner is the solver that has found a model; nil: none has.
func (p *Pool) Winner() Solver {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.winner
}

// Claimed is what a guest says of the model that it has found, as Guest.Model. It has to be looked at. ok is
// false if none has ended the question.
func (p *Pool) Claimed() (model []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.claim == nil {
		return nil, false
	}
	return *p.claim, true
}

// claims ends the question with what a guest has found, unless it is decided.
func (p *Pool) claims(model []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.isDone() {
		p.claim = &model
		p.finish()
	}
}

// ended is closed when the question is decided.
func (p *Pool) ended() <-chan struct{} { return p.done }

// isDone reports whether the question is decided.
func (p *Pool) isDone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// finish ends the work on a question that is decided. The caller holds the lock.
func (p *Pool) finish() {
	if !p.isDone() {
		close(p.done)
	}
}

// changed wakes those that wait. The caller holds the lock.
func (p *Pool) changed() {
	close(p.wake)
	p.wake = make(chan struct{})
}

// found says that a solver has a model. The first counts.
func (p *Pool) found(s Solver) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.winner == nil && p.claim == nil && !p.root.closed {
		p.winner = s
		p.finish()
	}
}

// wanted reports whether somebody waits for a cube.
func (p *Pool) wanted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hungry > len(p.open)
}

// take waits for a cube that no worker has; nil: the question is decided, or ctx has ended.
func (p *Pool) take(ctx context.Context) *node {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hungry++
	defer func() { p.hungry-- }()
	for {
		if ctx.Err() != nil || p.isDone() {
			return nil
		}
		if n := len(p.open); n > 0 {
			x := p.open[n-1]
			p.open = p.open[:n-1]
			if !x.isClosed() {
				return x
			}
			continue
		}
		wake := p.wake
		p.mu.Unlock()
		select {
		case <-wake:
		case <-p.done:
		case <-ctx.Done():
		}
		p.mu.Lock()
	}
}

// isClosed reports whether a cube, or one that it is a part of, is closed. The caller holds the lock.
func (n *node) isClosed() bool {
	for ; n != nil; n = n.parent {
		if n.closed {
			return true
		}
	}
	return false
}

// giveBack lets another solver have a cube.
func (p *Pool) giveBack(n *node) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = append(p.open, n)
	p.changed()
}

// stale reports whether there is nothing to do about a cube any more.
func (p *Pool) stale(n *node) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return n.isClosed()
}

// Closed counts the cubes that the answer of a pool in which all are closed rests on, and how many of them
// were closed by guests.
func (p *Pool) Closed() (all, byGuests int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for work := []*node{p.root}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case !n.whole:
			work = append(work, n.halves...)
		case n.far:
			byGuests++
			fallthrough
		default:
			all++
		}
	}
	return all, byGuests
}

// close says that a cube has no model, and needs only so many of its decisions for that.
func (p *Pool) close(n *node, needed int) { p.closeBy(n, needed, false) }

// closeBy is close, perhaps by a guest.
func (p *Pool) closeBy(n *node, needed int, far bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n.parent != nil && len(n.parent.cube) >= needed {
		n = n.parent
	}
	if !n.closed {
		n.closed, n.whole, n.far = true, true, far
	}
	for n = n.parent; n != nil && n.halves[0].closed && n.halves[1].closed; n = n.parent {
		n.closed = true
	}
	if p.root.closed && p.winner == nil && p.claim == nil {
		p.finish()
	}
}

// cut cuts a cube that is worked on. The caller goes on with the first half, and others get the second.
func (p *Pool) cut(n *node, c Choice, value bool) *node {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, v := range []bool{value, !value} {
		n.halves = append(n.halves,
			&node{cube: append(slices.Clip(n.cube), Decision{c, v}), parent: n})
	}
	p.cuts++
	p.open = append(p.open, n.halves[1])
	p.changed()
	return n.halves[0]
}
