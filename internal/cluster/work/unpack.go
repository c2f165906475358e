package work

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// maxKept is how many bytes of sources a worker keeps for tasks that come later.
const maxKept = 256 << 20

// unpack puts the files of a job into a folder of its own, which is the caller's to remove.
func (w *Worker) unpack(ctx context.Context, j *wire.Job) (dir string, err error) {
	if dir, err = os.MkdirTemp(w.Scratch, "task-"); err != nil {
		return "", err
	}
	w.files.RLock() // nobody removes sources meanwhile
	defer w.files.RUnlock()
	for _, f := range j.Files {
		source, err := w.source(ctx, f)
		if err != nil {
			return dir, err
		}
		name := within(dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return dir, err
		}
		if err := os.Link(source, name); err != nil {
			return dir, err
		}
	}
	return dir, nil
}

// within is the name of a file of a job. Beside the files is room for what the command writes.
func within(dir, path string) string { return filepath.Join(dir, "files", filepath.FromSlash(path)) }

// tidy removes sources if there are many. Tasks that run have links of their own.
func (w *Worker) tidy() error {
	w.files.Lock()
	defer w.files.Unlock()
	if w.kept <= maxKept {
		return nil
	}
	w.kept = 0
	return os.RemoveAll(filepath.Join(w.Scratch, "sources"))
}

// source fetches a file once. It is written beside and renamed, since tasks side by side have files in
// common.
func (w *Worker) source(ctx context.Context, f wire.File) (string, error) {
	dir := filepath.Join(w.Scratch, "sources")
	name := filepath.Join(dir, f.Hash)
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	content, err := w.fetch(ctx, f)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.CreateTemp(dir, "new-")
	if err != nil {
		return "", err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(content); err == nil {
		err = tmp.Chmod(0o444)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "", err
	}
	w.mu.Lock()
	w.kept += int64(len(content))
	w.mu.Unlock()
	return name, os.Rename(tmp.Name(), name)
}

// fetches is how often a file is fetched whose content is not what it should be.
const fetches = 3

// fetch gets a file from the server, which may be away for a while: that is no fault of the task. While it
// goes away, what arrives may be cut.
func (w *Worker) fetch(ctx context.Context, f wire.File) (content []byte, err error) {
	for range fetches {
		err = bus.Persist(ctx, func() (err error) {
			content, err = w.Bus.Fetch(ctx, f)
			return err
		})
		if err == nil || ctx.Err() != nil || errors.Is(err, jetstream.ErrObjectNotFound) {
			break
		}
		w.pause(ctx, err)
	}
	return content, err
}
