package ceds

import (
	"context"
	"crypto/sha256"
	"sync"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/querycache"
)

// CheckCacheDir makes the folder of Config.CacheDir if there is none. The error says why it cannot be used.
func CheckCacheDir(dir string) error { return querycache.CheckFolder(dir) }

// remembering returns the engine for one task: with a cache of queries that all of the run have in common and
// that holds what earlier runs have left. The function ends the use of it.
func (e *Engine) remembering(ctx context.Context, t engine.Task) (*Engine, func()) {
	cfg := e.set.queries
	if e.set.steps.NoCache {
		return e, func() {}
	}
	var warnings warnings
	cfg.Warn = warnings.add
	if t.Memory > 0 {
		cfg.Bytes = min(querycache.DefaultBytes, int64(t.Memory/16))
	}
	if cfg.Dir != "" {
		if cfg.Revision == "" {
			cfg.Revision = querycache.Revision()
		}
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
	return &c, func() {
		cache.Close(ctx)
		warnings.emit(t)
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
