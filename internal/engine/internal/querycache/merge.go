package querycache

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// entrySet is a set of entries in the order in which their queries were added first.
type entrySet struct {
	list []entry
	at   map[string]int
}

// add enters entries in place of those with the same queries.
func (s *entrySet) add(entries []entry) {
	if s.at == nil {
		s.at = map[string]int{}
	}
	for _, e := range entries {
		if i, ok := s.at[e.query]; ok {
			s.list[i] = e
			continue
		}
		s.at[e.query] = len(s.list)
		s.list = append(s.list, e)
	}
}

// live returns the entries that were not rejected.
func (s *entrySet) live() []entry {
	return slices.DeleteFunc(s.list, func(e entry) bool { return len(e.answer) == 0 })
}

// merge writes the main file anew with what is in the journals of runs that are over, and removes these. A
// run that finds another one merging leaves that to later runs. Wherever it is stopped, all entries are in
// some file.
func (d *folder) merge(ctx context.Context, used map[string]bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lock, err := os.OpenFile(d.path(".lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer lock.Close() // nothing was written
	if !tryLock(lock) {
		return nil
	}
	var set entrySet
	h, entries, err := d.read(d.path(".cache"), mainFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.warn(d.path(".cache"), err)
	}
	set.add(entries)
	h.generation++
	for i := range set.list {
		if e := &set.list[i]; used[e.query] {
			e.age = h.generation
		}
	}
	var done []string
	for _, path := range d.list(".log") {
		if err := ctx.Err(); err != nil {
			return err
		}
		if inUse(path) {
			continue // a journal that nobody writes to stays so
		}
		_, entries, err := d.read(path, journalFile)
		if err != nil {
			d.warn(path, err)
		}
		for i := range entries {
			entries[i].age = h.generation
		}
		set.add(entries)
		done = append(done, path)
	}
	h.kind, h.program, h.revision = mainFile, d.cfg.Program, d.cfg.Revision
	if err := d.replace(ctx, h, trim(set.live(), d.cfg.Bytes)); err != nil {
		return err
	}
	for _, path := range done {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	d.removeLeft()
	return nil
}

// trim drops the entries that were not used for the longest time until the others fit into a budget. Those
// used last come last.
func trim(list []entry, budget int64) []entry {
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.age, b.age) })
	size := int64(0)
	for i, e := range slices.Backward(list) {
		if size += e.bytes(); size > budget {
			return list[i+1:]
		}
	}
	return list
}

// replace writes a main file beside the present one and renames it.
func (d *folder) replace(ctx context.Context, h header, list []entry) (err error) {
	f, err := d.create()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	h.records = uint64(len(list))
	w := bufio.NewWriterSize(f, 1<<18)
	if _, err := w.Write(appendHeader(nil, h)); err != nil {
		return err
	}
	var b []byte
	for i, e := range list {
		if i&0xff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b = appendRecord(b[:0], e)
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	// A machine that fails must not leave a new name with an old content.
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), d.path(".cache")); err != nil {
		return err
	}
	return f.Close()
}

// removeLeft removes files that killed runs were making.
func (d *folder) removeLeft() {
	for _, path := range d.list(".tmp") {
		f, err := os.Open(path)
		if err != nil {
			continue // another run was faster
		}
		if tryLock(f) {
			os.Remove(path) // with the lock, so that its owner does not take it for his
		}
		f.Close() // nothing was written
	}
}
