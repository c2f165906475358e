package ceds

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/querycache"
)

// CheckCacheDir makes the folder of Config.CacheDir if there is none. The error says why it cannot be used.
func CheckCacheDir(dir string) error { return querycache.CheckFolder(dir) }

// WrongAnswer is the error of a run that was given a wrong answer by an authentic other one.
type WrongAnswer = querycache.WrongError

// Answers is a store of answers that runs on several machines have in common.
type Answers = querycache.Others

// remembering returns the engine for one task: with a cache of queries that all of the run have in common
// and that holds what earlier runs have left. The context ends with the first answer of others that is found
// to be wrong; the function ends the use of the cache and returns that as an error.
func (e *Engine) remembering(ctx context.Context, t engine.Task) (*Engine, context.Context, func() error) {
	cfg := e.set.queries
	if e.set.steps.NoCache {
		return e, ctx, func() error { return nil }
	}
	ctx, stop := context.WithCancelCause(ctx)
	cfg.Wrong = func(err *WrongAnswer) { stop(err) }
	var warnings warnings
	cfg.Warn = warnings.add
	if t.Memory > 0 {
		cfg.Bytes = min(querycache.DefaultBytes, int64(t.Memory/16))
	}
	if cfg.Revision == "" && (cfg.Dir != "" || cfg.Others != nil) {
		cfg.Revision = querycache.Revision()
	}
	if cfg.Dir != "" {
		h := sha256.New()
		if err := cfa.Fprint(h, t.Program); err != nil { // a hash takes everything
			warnings.add("the program has no identity, nothing is kept: " + err.Error())
			cfg.Dir = ""
		}
		cfg.Program = h.Sum(nil)
	}
	cache := querycache.Open(ctx, cfg)
	warnings.emit(t)
	c := *e
	c.set.steps.Queries, c.set.states.Queries = cache, cache
	return &c, ctx, func() error {
		cache.Close(ctx)
		warnings.emit(t)
		var wrong *WrongAnswer
		if errors.As(context.Cause(ctx), &wrong) {
			return wrong
		}
		stop(nil)
		return nil
	}
}

// warnings collects warnings of several goroutines.
type warnings struct {
	mu   sync.Mutex
	list []string
}

func (w *warnings) add(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, text)
}

// emit hands over what was collected, from the goroutine that may emit events.
func (w *warnings) emit(t engine.Task) {
	w.mu.Lock()
	list := w.list
	w.list = nil
	w.mu.Unlock()
	for _, text := range list {
		t.Emit(engine.Event{Stage: "query cache", Warning: text})
	}
}
