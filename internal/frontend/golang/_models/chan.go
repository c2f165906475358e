package models

import "unsafe"

// A channel. Values are words. Whoever waits is in the queue of each channel that it waits for; the queues
// are first in, first out, as those of the runtime are. A communication is done in one section, by the
// party that comes last: it finds the other one waiting and fires it.
//
// An unfired waiter is in the queues of all its channels. A channel with a receiver that waits has no
// element, is open, and no other goroutine waits to send: whoever came later would have found the partner.
type channel struct {
	cap, n, head       int
	closed             bool
	timer              int // 0, or the channel of a timer or ticker
	buffer             *[1 << 30]uint64
	receivers, senders *waiting
}

const (
	timerOnce  = 1 + iota
	timerTicks // an element comes back at once
)

// waiting is a place in a queue: of a case of a select, or of an operation alone.
type waiting struct {
	next  *waiting
	who   *waiter
	index int
	value uint64 // that is sent
}

// A waiter is a goroutine that waits until it is fired.
type waiter struct {
	fired int // 1 and the index of the case; -1: it was about to send, and the channel was closed
	value uint64
	ok    bool
}

// makeChannel makes a channel: an object of its own for each place where that is called, so that analyses tell
// channels apart.
func makeChannel(cap int) *channel {
	c := new(channel)
	if cap > 0 {
		c.cap = cap
		c.buffer = array(cap)
	}
	return c
}

func chanLen(c *channel) int {
	if c == nil {
		return 0
	}
	atomicBegin()
	n := c.n
	atomicEnd()
	return n
}

func chanCap(c *channel) int {
	if c == nil {
		return 0
	}
	return c.cap
}

// block waits for ever.
func block() {
	atomicBegin()
	await(false)
	atomicEnd()
}

func unfired(q *waiting) *waiting {
	for q != nil && q.who.fired != 0 {
		q = q.next
	}
	return q
}

func (q *waiting) fire(value uint64, ok bool) {
	q.who.value = value
	q.who.ok = ok
	q.who.fired = q.index + 1
}

// enqueue appends to a queue, and returns its first place.
func enqueue(q, w *waiting) *waiting {
	if q == nil {
		return w
	}
	last := q
	for last.next != nil {
		last = last.next
	}
	last.next = w
	return q
}

// dequeue takes a waiter out of a queue, and returns its first place.
func dequeue(q *waiting, w *waiter) *waiting {
	for q != nil && q.who == w {
		q = q.next
	}
	for p := q; p != nil; {
		if p.next != nil && p.next.who == w {
			p.next = p.next.next
		} else {
			p = p.next
		}
	}
	return q
}

func (c *channel) put(value uint64) {
	i := c.head + c.n
	if i >= c.cap {
		i -= c.cap
	}
	c.buffer[i] = value
	c.n++
}

func (c *channel) take() uint64 {
	v := c.buffer[c.head]
	if c.timer == timerTicks {
		return v
	}
	c.head++
	if c.head == c.cap {
		c.head = 0
	}
	c.n--
	return v
}

// send sends if that is possible at once. The channel is open.
func (c *channel) send(value uint64) bool {
	if r := unfired(c.receivers); r != nil {
		r.fire(value, true)
		return true
	}
	if c.n < c.cap {
		c.put(value)
		return true
	}
	return false
}

// receive receives if that is possible at once.
func (c *channel) receive() (value uint64, ok, done bool) {
	s := unfired(c.senders)
	if c.n > 0 {
		value = c.take()
		if s != nil {
			c.put(s.value)
			s.fire(0, true)
		}
		return value, true, true
	}
	if s != nil {
		value = s.value
		s.fire(0, true)
		return value, true, true
	}
	return 0, false, c.closed
}

func chanSend(c *channel, value uint64) {
	if c == nil {
		block()
	}
	atomicBegin()
	label("send", unsafe.Pointer(c))
	if c.closed {
		atomicEnd()
		throw("send on a closed channel")
		return
	}
	if c.send(value) {
		atomicEnd()
		return
	}
	w := new(waiter)
	c.senders = enqueue(c.senders, &waiting{nil, w, 0, value})
	atomicEnd()
	atomicBegin()
	label("send-wait", unsafe.Pointer(c))
	await(w.fired != 0)
	c.senders = dequeue(c.senders, w)
	fired := w.fired
	atomicEnd()
	if fired < 0 {
		throw("send on a closed channel")
	}
}

func chanRecv(c *channel) (uint64, bool) {
	if c == nil {
		block()
	}
	atomicBegin()
	label("receive", unsafe.Pointer(c))
	v, ok, done := c.receive()
	if done {
		atomicEnd()
		return v, ok
	}
	w := new(waiter)
	c.receivers = enqueue(c.receivers, &waiting{nil, w, 0, 0})
	atomicEnd()
	atomicBegin()
	label("receive-wait", unsafe.Pointer(c))
	await(w.fired != 0)
	c.receivers = dequeue(c.receivers, w)
	v, ok = w.value, w.ok
	atomicEnd()
	return v, ok
}

func chanClose(c *channel) {
	if c == nil {
		throw("close of a nil channel")
		return
	}
	atomicBegin()
	label("close", unsafe.Pointer(c))
	if c.closed {
		atomicEnd()
		throw("close of a closed channel")
		return
	}
	c.closed = true
	for r := unfired(c.receivers); r != nil; r = unfired(r.next) {
		r.fire(0, false)
	}
	for s := unfired(c.senders); s != nil; s = unfired(s.next) {
		s.who.fired = -1
	}
	atomicEnd()
}

// A selectCase is one of a select statement.
type selectCase struct {
	next  *selectCase
	c     *channel
	value uint64
	index int
	send  bool
}

func sendCase(c *channel, value uint64, index int, next *selectCase) *selectCase {
	return &selectCase{next, c, value, index, true}
}

func receiveCase(c *channel, index int, next *selectCase) *selectCase {
	return &selectCase{next, c, 0, index, false}
}

func (k *selectCase) ready(poll bool) bool {
	c := k.c
	if c == nil {
		return false
	}
	if poll && c.timer != 0 && c.n > 0 && coin("whether a timer has fired") {
		return false
	}
	if k.send {
		return c.closed || c.n < c.cap || unfired(c.receivers) != nil
	}
	return c.closed || c.n > 0 || unfired(c.senders) != nil
}

// choose picks one of the cases that are ready.
func choose(cases *selectCase, poll bool) (chosen *selectCase) {
	for k := cases; k != nil; k = k.next {
		if k.ready(poll) {
			if chosen == nil {
				chosen = k
			} else if coin("the case of a select") {
				chosen = k
			}
		}
	}
	return chosen
}

// do communicates. A panic says that it sends on a closed channel.
func (k *selectCase) do() (value uint64, ok, panics bool) {
	if k.send {
		if k.c.closed {
			return 0, false, true
		}
		k.c.send(k.value)
		return 0, false, false
	}
	value, ok, _ = k.c.receive()
	return value, ok, false
}

func selectPoll(cases *selectCase) (index int, value uint64, ok bool) {
	index = -1
	panics := false
	atomicBegin()
	label("select", unsafe.Pointer(cases))
	if k := choose(cases, true); k != nil {
		index = k.index
		value, ok, panics = k.do()
	}
	atomicEnd()
	if panics {
		throw("send on a closed channel")
	}
	return index, value, ok
}

func selectWait(cases *selectCase) (index int, value uint64, ok bool) {
	index = -1
	panics := false
	atomicBegin()
	label("select", unsafe.Pointer(cases))
	if k := choose(cases, false); k != nil {
		index = k.index
		value, ok, panics = k.do()
		atomicEnd()
		if panics {
			throw("send on a closed channel")
		}
		return index, value, ok
	}
	w := new(waiter)
	for k := cases; k != nil; k = k.next {
		if k.c != nil {
			n := &waiting{nil, w, k.index, k.value}
			if k.send {
				k.c.senders = enqueue(k.c.senders, n)
			} else {
				k.c.receivers = enqueue(k.c.receivers, n)
			}
		}
	}
	atomicEnd()
	atomicBegin()
	label("select-wait", unsafe.Pointer(cases))
	await(w.fired != 0)
	for k := cases; k != nil; k = k.next {
		if k.c != nil {
			if k.send {
				k.c.senders = dequeue(k.c.senders, w)
			} else {
				k.c.receivers = dequeue(k.c.receivers, w)
			}
		}
	}
	index, value, ok = w.fired-1, w.value, w.ok
	atomicEnd()
	if index < 0 {
		throw("send on a closed channel")
	}
	return index, value, ok
}
