package ceds

import (
	"sync"
	"sync/atomic"
)

// pool hands states from workers that have many to those that have none.
type pool struct {
	mu      sync.Mutex
	changed *sync.Cond
	items   []open // packed
	workers int
	idle    int
	closed  bool
	hungry  atomic.Int32 // idle workers for which there is no item
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.changed = sync.NewCond(&p.mu)
	return p
}

// take waits for a state; ok is false when all workers wait, or the pool was closed.
func (p *pool) take() (o open, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.items) == 0 && !p.closed {
		if p.idle == p.workers {
			p.closed = true
			p.changed.Broadcast()
			break
		}
		p.hungry.Store(int32(p.idle))
		p.changed.Wait()
	}
	if p.closed {
		return open{}, false
	}
	p.idle--
	n := len(p.items) - 1
	o, p.items[n] = p.items[n], open{}
	p.items = p.items[:n]
	p.hungry.Store(int32(max(p.idle-n, 0)))
	return o, true
}

// give adds states.
func (p *pool) give(list []open) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items = append(p.items, list...)
	p.hungry.Store(int32(max(p.idle-len(p.items), 0)))
	p.changed.Broadcast()
}

// close sends all workers home.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.changed.Broadcast()
}
