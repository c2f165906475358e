package models

import "unsafe"

type mutex struct{ state int32 }

func sync_Mutex_Lock(m *mutex) {
	atomicBegin()
	label("lock", unsafe.Pointer(m))
	await(m.state == 0)
	m.state = 1
	atomicEnd()
}

func sync_Mutex_TryLock(m *mutex) bool {
	atomicBegin()
	label("trylock", unsafe.Pointer(m))
	free := m.state == 0
	if free {
		m.state = 1
	}
	atomicEnd()
	return free
}

func sync_Mutex_Unlock(m *mutex) {
	atomicBegin()
	label("unlock", unsafe.Pointer(m))
	locked := m.state != 0
	m.state = 0
	atomicEnd()
	if !locked {
		fatal("unlock of an unlocked mutex")
	}
}

// A reader that comes while a writer waits or holds the lock waits until that writer has unlocked; epoch
// counts those. Writers exclude each other by pending.
type rwmutex struct {
	pending int32
	readers int32 // that hold the lock
	waiting int32 // readers that wait
	epoch   int32
}

func sync_RWMutex_Lock(m *rwmutex) {
	atomicBegin()
	await(m.pending == 0)
	m.pending = 1
	atomicEnd()
	atomicBegin()
	await(m.readers == 0)
	m.pending = 2
	atomicEnd()
}

func sync_RWMutex_TryLock(m *rwmutex) bool {
	atomicBegin()
	free := m.pending == 0 && m.readers == 0
	if free {
		m.pending = 2
	}
	atomicEnd()
	return free
}

func sync_RWMutex_Unlock(m *rwmutex) {
	atomicBegin()
	locked := m.pending == 2
	m.readers += m.waiting
	m.waiting = 0
	m.epoch++
	m.pending = 0
	atomicEnd()
	if !locked {
		fatal("unlock of an unlocked RWMutex")
	}
}

func sync_RWMutex_RLock(m *rwmutex) {
	atomicBegin()
	epoch := m.epoch
	if m.pending == 0 {
		m.readers++
		atomicEnd()
		return
	}
	m.waiting++
	atomicEnd()
	atomicBegin()
	await(m.epoch != epoch)
	atomicEnd()
}

func sync_RWMutex_TryRLock(m *rwmutex) bool {
	atomicBegin()
	free := m.pending == 0
	if free {
		m.readers++
	}
	atomicEnd()
	return free
}

func sync_RWMutex_RUnlock(m *rwmutex) {
	atomicBegin()
	locked := m.readers > 0
	m.readers--
	atomicEnd()
	if !locked {
		fatal("read unlock of an unlocked RWMutex")
	}
}

type rlocker struct{ m *rwmutex }

func (r rlocker) Lock()   { sync_RWMutex_RLock(r.m) }
func (r rlocker) Unlock() { sync_RWMutex_RUnlock(r.m) }

func sync_RWMutex_RLocker(m *rwmutex) Locker { return rlocker{m} }

// A WaitGroup wakes those that wait when its counter gets to zero; epoch counts how often there were some.
type waitGroup struct {
	n       int32
	waiting int32
	epoch   int32
}

func sync_WaitGroup_Add(g *waitGroup, delta int) {
	atomicBegin()
	g.n += int32(delta)
	bad := g.n < 0
	if g.n == 0 && g.waiting > 0 {
		g.waiting = 0
		g.epoch++
	}
	atomicEnd()
	if bad {
		panic("sync: negative WaitGroup counter")
	}
}

func sync_WaitGroup_Done(g *waitGroup) { sync_WaitGroup_Add(g, -1) }

func sync_WaitGroup_Wait(g *waitGroup) {
	atomicBegin()
	if g.n == 0 {
		atomicEnd()
		return
	}
	epoch := g.epoch
	g.waiting++
	atomicEnd()
	atomicBegin()
	await(g.epoch != epoch)
	reused := g.n != 0
	atomicEnd()
	if reused {
		panic("sync: WaitGroup is reused before previous Wait has returned")
	}
}

func sync_WaitGroup_Go(g *waitGroup, f func()) {
	sync_WaitGroup_Add(g, 1)
	go func() {
		defer sync_WaitGroup_Done(g)
		f()
	}()
}

type once struct {
	done uint32
	m    mutex
}

func sync_Once_Do(o *once, f func()) {
	atomicBegin()
	done := o.done
	atomicEnd()
	if done == 0 {
		o.slow(f)
	}
}

func (o *once) slow(f func()) {
	sync_Mutex_Lock(&o.m)
	defer sync_Mutex_Unlock(&o.m)
	if o.done == 0 {
		defer o.finish()
		f()
	}
}

func (o *once) finish() { o.done = 1 }

// Locker is sync.Locker.
type Locker interface {
	Lock()
	Unlock()
}

// Whoever waits has a ticket, and those below notify have been woken.
type cond struct {
	L            Locker
	wait, notify uint32
}

func sync_NewCond(l Locker) *cond { return &cond{L: l} }

func sync_Cond_Wait(c *cond) {
	atomicBegin()
	ticket := c.wait
	c.wait++
	atomicEnd()
	c.L.Unlock()
	atomicBegin()
	await(ticket < c.notify)
	atomicEnd()
	c.L.Lock()
}

func sync_Cond_Signal(c *cond) {
	atomicBegin()
	if c.notify < c.wait {
		c.notify++
	}
	atomicEnd()
}

func sync_Cond_Broadcast(c *cond) {
	atomicBegin()
	c.notify = c.wait
	atomicEnd()
}
