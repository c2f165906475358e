package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/wire"
)

// ErrNoRun is returned for the name of a run that does not exist.
var ErrNoRun = errors.New("there is no such run")

// Begin makes a run, or returns the one that has its name.
func (b *Bus) Begin(ctx context.Context, r *wire.Run) (*wire.Run, error) {
	kv, err := b.js.KeyValue(ctx, runs)
	if err != nil {
		return nil, err
	}
	data, err := r.Encode()
	if err != nil {
		return nil, err
	}
	if _, err = kv.Create(ctx, r.Name, data); errors.Is(err, jetstream.ErrKeyExists) {
		return b.Run(ctx, r.Name)
	}
	return r, err
}

// Run returns a run.
func (b *Bus) Run(ctx context.Context, name string) (*wire.Run, error) {
	if err := wire.CheckName(name); err != nil {
		return nil, err
	}
	kv, err := b.js.KeyValue(ctx, runs)
	if err != nil {
		return nil, err
	}
	e, err := kv.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, fmt.Errorf("%s: %w", name, ErrNoRun)
	}
	if err != nil {
		return nil, err
	}
	return wire.DecodeRun(e.Value())
}

// Runs returns all runs, the oldest first.
func (b *Bus) Runs(ctx context.Context) ([]*wire.Run, error) {
	var out []*wire.Run
	err := b.watch(ctx, runs, false, func(data []byte) {
		if r, err := wire.DecodeRun(data); err == nil {
			out = append(out, r)
		}
	})
	slices.SortFunc(out, func(a, b *wire.Run) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out, err
}

// Update stores what is known of a run anew.
func (b *Bus) Update(ctx context.Context, r *wire.Run) error {
	kv, err := b.js.KeyValue(ctx, runs)
	if err != nil {
		return err
	}
	data, err := r.Encode()
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, r.Name, data)
	return err
}

// Forget removes a run with its results.
func (b *Bus) Forget(ctx context.Context, r *wire.Run) error {
	if err := b.Drop(ctx, r.Build, r.Name); err != nil {
		return err
	}
	kv, err := b.js.KeyValue(ctx, runs)
	if err != nil {
		return err
	}
	if err := kv.Purge(ctx, r.Name); err != nil {
		return err
	}
	if err := b.removeReports(ctx, r.Name); err != nil {
		return err
	}
	s, err := b.js.Stream(ctx, results)
	if err != nil {
		return err
	}
	return s.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(r.Name, "*")))
}

// WatchRuns calls a function for each run that is there or changes, until ctx ends.
func (b *Bus) WatchRuns(ctx context.Context, each func(*wire.Run)) error {
	return b.watch(ctx, runs, true, func(data []byte) {
		if r, err := wire.DecodeRun(data); err == nil {
			each(r)
		}
	})
}

// Beat says that a worker is there.
func (b *Bus) Beat(ctx context.Context, beat *wire.Beat) error {
	kv, err := b.js.KeyValue(ctx, workers)
	if err != nil {
		return err
	}
	data, err := beat.Encode()
	if err == nil {
		_, err = kv.Put(ctx, beat.Worker, data)
	}
	return err
}

// Leave says that a worker goes.
func (b *Bus) Leave(ctx context.Context, worker string) error {
	kv, err := b.js.KeyValue(ctx, workers)
	if err != nil {
		return err
	}
	return kv.Purge(ctx, worker)
}

// Beats returns the workers that are there, by name.
func (b *Bus) Beats(ctx context.Context) ([]*wire.Beat, error) {
	var out []*wire.Beat
	err := b.watch(ctx, workers, false, func(data []byte) {
		if w, err := wire.DecodeBeat(data); err == nil {
			out = append(out, w)
		}
	})
	slices.SortFunc(out, func(a, b *wire.Beat) int { return strings.Compare(a.Worker, b.Worker) })
	return out, err
}

// watch calls a function for each value of a bucket that is there, and to follow it for those that come until
// ctx ends.
func (b *Bus) watch(ctx context.Context, bucket string, follow bool, each func([]byte)) error {
	kv, err := b.js.KeyValue(ctx, bucket)
	if err != nil {
		return err
	}
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case e, ok := <-w.Updates():
			switch {
			case !ok, e == nil && !follow: // all that were there have come
				return nil
			case e != nil:
				each(e.Value())
			}
		}
	}
}

// Send stores a content under its hash, unless it is there.
func (b *Bus) Send(ctx context.Context, content []byte) error {
	o, err := b.js.ObjectStore(ctx, sources)
	if err != nil {
		return err
	}
	name := wire.Hash(content)
	if _, err = o.GetInfo(ctx, name); !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	_, err = o.PutBytes(ctx, name, content)
	return err
}

// Fetch returns the content with a hash. One that has another hash is an error.
func (b *Bus) Fetch(ctx context.Context, f wire.File) ([]byte, error) {
	o, err := b.js.ObjectStore(ctx, sources)
	if err != nil {
		return nil, err
	}
	content, err := o.GetBytes(ctx, f.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	if int64(len(content)) != f.Size || wire.Hash(content) != f.Hash {
		return nil, fmt.Errorf("%s: the content is not that of its hash", f.Path)
	}
	return content, nil
}
