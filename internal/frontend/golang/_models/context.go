package models

import (
	"context"
	"time"
)

type background struct{}

func (background) Deadline() (deadline time.Time, ok bool) { return }
func (background) Done() <-chan struct{}                   { return nil }
func (background) Err() error                              { return nil }
func (background) Value(key any) any                       { return nil }

func context_Background() context.Context { return background{} }
func context_TODO() context.Context       { return background{} }

// A cancelContext is cancelled with those below it. What it has from others is done in sections.
type cancelContext struct {
	parent   context.Context
	done     chan struct{}
	err      error
	cause    error
	timed    bool
	children *child
}

type child struct {
	of   *cancelContext
	next *child
}

func (c *cancelContext) Done() <-chan struct{} { return c.done }

func (c *cancelContext) Err() error {
	atomicBegin()
	err := c.err
	atomicEnd()
	return err
}

func (c *cancelContext) Deadline() (deadline time.Time, ok bool) {
	if c.timed {
		return unknownTime(), true
	}
	return c.parent.Deadline()
}

func (c *cancelContext) Value(key any) any { return c.parent.Value(key) }

type valueContext struct {
	parent     context.Context
	key, value any
}

func (c *valueContext) Deadline() (deadline time.Time, ok bool) { return c.parent.Deadline() }
func (c *valueContext) Done() <-chan struct{}                   { return c.parent.Done() }
func (c *valueContext) Err() error                              { return c.parent.Err() }

func (c *valueContext) Value(key any) any {
	if c.key == key {
		return c.value
	}
	return c.parent.Value(key)
}

func context_WithValue(parent context.Context, key, value any) context.Context {
	return &valueContext{parent, key, value}
}

// cancellable is the nearest context above that is cancelled; other is set if that is of another type.
func cancellable(c context.Context) (found *cancelContext, other bool) {
	for {
		switch x := c.(type) {
		case *cancelContext:
			return x, false
		case *valueContext:
			c = x.parent
		case background:
			return nil, false
		default:
			return nil, true
		}
	}
}

func newCancel(parent context.Context) *cancelContext {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	c := &cancelContext{parent: parent, done: make(chan struct{})}
	p, other := cancellable(parent)
	if other {
		unsupported("a context below one of the program's own type")
	}
	if p == nil {
		return c
	}
	atomicBegin()
	err, cause := p.err, p.cause
	if err == nil {
		p.children = &child{c, p.children}
	}
	atomicEnd()
	if err != nil {
		c.cancel(err, cause)
	}
	return c
}

// cancel ends the context and those below it, from the top, one after the other.
func (c *cancelContext) cancel(err, cause error) {
	atomicBegin()
	if c.err != nil {
		atomicEnd()
		return
	}
	c.err, c.cause = err, cause
	children := c.children
	c.children = nil
	atomicEnd()
	close(c.done)
	for k := children; k != nil; k = k.next {
		k.of.cancel(err, cause)
	}
}

// leave takes the context away from those that the one above it cancels.
func (c *cancelContext) leave() {
	p, _ := cancellable(c.parent)
	if p == nil {
		return
	}
	atomicBegin()
	for k := &p.children; *k != nil; k = &(*k).next {
		if (*k).of == c {
			*k = (*k).next
			break
		}
	}
	atomicEnd()
}

func context_WithCancel(parent context.Context) (context.Context, context.CancelFunc) {
	c := newCancel(parent)
	return c, func() {
		c.cancel(context.Canceled, context.Canceled)
		c.leave()
	}
}

func context_WithCancelCause(parent context.Context) (context.Context, context.CancelCauseFunc) {
	c := newCancel(parent)
	return c, func(cause error) {
		if cause == nil {
			cause = context.Canceled
		}
		c.cancel(context.Canceled, cause)
		c.leave()
	}
}

func context_Cause(c context.Context) error {
	p, other := cancellable(c)
	if other || p == nil {
		return c.Err()
	}
	atomicBegin()
	cause := p.cause
	atomicEnd()
	return cause
}

// A deadline passes at any time, or, if the process ends before, never.
func withTimeout(parent context.Context) (context.Context, context.CancelFunc) {
	c := newCancel(parent)
	c.timed = true
	t := time.AfterFunc(0, func() { c.cancel(context.DeadlineExceeded, context.DeadlineExceeded) })
	return c, func() {
		c.cancel(context.Canceled, context.Canceled)
		c.leave()
		t.Stop()
	}
}

func context_WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return withTimeout(parent)
}

func context_WithDeadline(parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
	return withTimeout(parent)
}
