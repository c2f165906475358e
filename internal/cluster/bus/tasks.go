package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/wire"
)

// Submitter queues the tasks of a run. It belongs to one goroutine.
type Submitter struct {
	bus     *Bus
	build   string
	pending sync.WaitGroup
	mu      sync.Mutex
	err     error // the first one
}

// Submit begins to queue tasks for a build.
func (b *Bus) Submit(ctx context.Context, build string) (*Submitter, error) {
	if _, err := b.Workers(ctx, build); err != nil {
		return nil, err
	}
	return &Submitter{bus: b, build: build}, nil
}

// Add queues a task, unless it is there. An error may be one of an earlier task.
func (s *Submitter) Add(ctx context.Context, j *wire.Job) error {
	data, err := j.Encode()
	if err != nil {
		return fmt.Errorf("%s: %w", j.Item.Name, err)
	}
	m := &nats.Msg{Subject: taskSubject(s.build, j.Run, j.ID()), Data: data}
	f, err := s.bus.js.PublishMsgAsync(m)
	for errors.Is(err, jetstream.ErrTooManyStalledMsgs) && ctx.Err() == nil { // a server that is slow
		f, err = s.bus.js.PublishMsgAsync(m)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", j.Item.Name, err)
	}
	s.pending.Add(1)
	go func() {
		defer s.pending.Done()
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if err != nil && !taken(err) {
				s.fail(fmt.Errorf("%s: %w", j.Item.Name, err))
			}
		case <-ctx.Done():
			s.fail(context.Cause(ctx))
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *Submitter) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// Wait waits until the server has all tasks.
func (s *Submitter) Wait() error {
	s.pending.Wait()
	return s.err
}

// Queued counts the tasks of a run, or of all runs of a build for "*", that have no result yet.
func (b *Bus) Queued(ctx context.Context, build, run string) (int, error) {
	q, err := b.js.Stream(ctx, "whittle-tasks-"+build)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	info, err := q.Info(ctx, jetstream.WithSubjectFilter(taskSubject(build, run, "*")))
	if err != nil {
		return 0, err
	}
	return len(info.State.Subjects), nil
}

// Drop takes the tasks of a run out of the queue.
func (b *Bus) Drop(ctx context.Context, build, run string) error {
	q, err := b.js.Stream(ctx, "whittle-tasks-"+build)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return q.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(build, run, "*")))
}
