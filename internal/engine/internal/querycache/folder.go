package querycache

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CheckFolder makes a folder for caches if there is none. The error says why it cannot be used.
func CheckFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cache folder: %w", err)
	}
	f, err := os.CreateTemp(dir, "probe-*.tmp")
	if err != nil {
		return fmt.Errorf("cache folder: %w", err)
	}
	defer os.Remove(f.Name()) // an empty file that is left does no harm
	if err := f.Close(); err != nil {
		return fmt.Errorf("cache folder: %w", err)
	}
	return nil
}

// folder is the files of one program.
type folder struct {
	cfg     Config
	id      string
	journal *journal
	// rest: there are files that a merge would do away with.
	rest   bool
	warned map[string]bool // files
}

func newFolder(cfg Config) *folder {
	sum := sha256.Sum256(cfg.Program)
	d := &folder{cfg: cfg, id: hex.EncodeToString(sum[:16]), warned: map[string]bool{}}
	d.journal = &journal{create: d.newJournal, limit: cfg.Bytes,
		warn: func(what string) { d.cfg.Warn("cache " + what) }}
	return d
}

func (d *folder) path(end string) string { return filepath.Join(d.cfg.Dir, d.id+end) }

func (d *folder) warn(path string, why error) {
	if !d.warned[path] {
		d.warned[path] = true
		d.cfg.Warn(fmt.Sprintf("cache file %s: %v; the file is ignored", path, why))
	}
}

// list returns the files of this program that end in a certain way, but for the main file.
func (d *folder) list(end string) []string {
	all, err := os.ReadDir(d.cfg.Dir)
	if err != nil {
		d.warn(d.cfg.Dir, err)
	}
	var out []string
	for _, e := range all {
		if strings.HasPrefix(e.Name(), d.id+"-") && strings.HasSuffix(e.Name(), end) {
			out = append(out, filepath.Join(d.cfg.Dir, e.Name()))
		}
	}
	return out
}

// maxLogs is how many journals of runs that did not merge may be left before a run begins with that.
const maxLogs = 8

// load returns the entries of all files, those used last after.
func (d *folder) load(ctx context.Context) []entry {
	if len(d.list(".log")) > maxLogs {
		d.tidy(ctx, nil)
	}
	// A journal that is merged meanwhile is in the main file, which is therefore read after the journals.
	var set entrySet
	var logs [][]entry
	for _, path := range d.list(".log") {
		_, entries, err := d.read(path, journalFile)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err == nil:
			logs = append(logs, entries)
			d.rest = true
		case inUse(path):
			// What is just being written may look like anything.
		default:
			d.warn(path, err)
			d.rest = true
		}
	}
	_, entries, err := d.read(d.path(".cache"), mainFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.warn(d.path(".cache"), err)
		d.rest = true
	}
	if len(logs) == 0 {
		return entries
	}
	set.add(entries)
	for _, entries := range logs {
		set.add(entries)
	}
	return set.live()
}

func (d *folder) read(path string, kind byte) (header, []entry, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return header{}, nil, err
	}
	return parse(b, kind, d.cfg.Program, d.cfg.Revision)
}

// inUse reports whether some process writes to a file.
func inUse(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // nothing was written
	return !tryLock(f)
}

// create makes a file with a name of its own that ends in ".tmp", and takes its lock.
func (d *folder) create() (*os.File, error) {
	for range 10 {
		var salt [8]byte
		rand.Read(salt[:]) // never fails
		f, err := os.OpenFile(d.path("-"+hex.EncodeToString(salt[:])+".tmp"), os.O_CREATE|os.O_EXCL|os.O_RDWR,
			0o666)
		if err != nil {
			return nil, err
		}
		// Until it has its lock the file may be taken for one that was left behind, and be removed.
		if tryLock(f) || !locking {
			if _, err := os.Stat(f.Name()); err == nil {
				return f, nil
			}
		}
		f.Close() // nothing was written
	}
	return nil, fmt.Errorf("%s: files that are made vanish", d.cfg.Dir)
}

// newJournal makes a journal. It gets its name when it has its header and its lock.
func (d *folder) newJournal() (*os.File, error) {
	f, err := d.create()
	if err != nil {
		return nil, err
	}
	h := header{kind: journalFile, program: d.cfg.Program, revision: d.cfg.Revision}
	if _, err = f.Write(appendHeader(nil, h)); err == nil {
		err = os.Rename(f.Name(), strings.TrimSuffix(f.Name(), ".tmp")+".log")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// reject notes that the answer to a query is wrong, wherever it stands: an empty one takes its place.
func (d *folder) reject(query []byte) { d.journal.append(entry{query: string(query)}) }

// close ends the journal and merges it. used are queries that were asked in this run.
func (d *folder) close(ctx context.Context, used map[string]bool) {
	if d.journal.close() || d.rest {
		d.tidy(ctx, used)
	}
}

// tidy merges unless the context has ended.
func (d *folder) tidy(ctx context.Context, used map[string]bool) {
	if err := d.merge(ctx, used); err != nil && ctx.Err() == nil {
		d.cfg.Warn(fmt.Sprintf("cache %v", err))
	}
}
