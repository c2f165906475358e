package verdicts

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Key is a digest of all that an entry depends on.
type Key [sha256.Size]byte

// DefaultLimit is how many bytes a store may have, if nothing else is said.
const DefaultLimit = 256 << 20

const (
	magic = "whittle verdicts 1\n"
	// begun is what the names of files begin with that are being written.
	begun = "new-"
	// trimmed is the file whose time is that of the last Trim.
	trimmed = "trimmed"
	// used is how old the time of an entry may be that is in use.
	used = time.Hour
	// daily is the time between two trims, abandoned that after which a file is not written any more.
	daily     = 24 * time.Hour
	abandoned = time.Hour
)

// Store is a folder with entries. It may be used by several goroutines, and the folder by several processes.
type Store struct {
	dir   string
	limit int64
}

// DefaultDir is the folder for the entries of a user.
func DefaultDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("the folder for what was found out earlier: %w", err)
	}
	return filepath.Join(dir, "whittle", "verdicts"), nil
}

// Open opens the store in a folder, which is made if it does not exist.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Store{dir: dir, limit: DefaultLimit}, nil
}

// Dir is the folder.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(s.dir, name[:2], name)
}

// sum is the checksum of an entry.
func sum(k Key, data []byte) []byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(data)
	return h.Sum(nil)
}

// Get returns the entry of a key. One that is damaged is removed.
func (s *Store) Get(k Key) (data []byte, ok bool) {
	name := s.path(k)
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(rest) < sha256.Size || !bytes.Equal(rest[:sha256.Size], sum(k, rest[sha256.Size:])) {
		os.Remove(name) // or the next run finds it again
		return nil, false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > used {
		now := time.Now()
		os.Chtimes(name, now, now) // or it is removed a little earlier
	}
	return rest[sha256.Size:], true
}

// Put sets the entry of a key.
func (s *Store) Put(k Key, data []byte) error {
	name := s.path(k)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), begun)
	if err != nil {
		return err
	}
	_, err = f.Write(slices.Concat([]byte(magic), sum(k, data), data))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return s.trimDaily()
}

func (s *Store) trimDaily() error {
	name := filepath.Join(s.dir, trimmed)
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) < daily {
		return nil
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		return err
	}
	return s.Trim(s.limit)
}

// Usage says how much a store holds.
type Usage struct {
	Entries int
	Bytes   int64
}

// Usage returns how much the store holds.
func (s *Store) Usage() (Usage, error) {
	var u Usage
	list, err := s.files()
	for _, f := range list {
		u.Entries++
		u.Bytes += f.size
	}
	return u, err
}

// file is that of an entry, or one that was begun.
type file struct {
	name  string
	size  int64
	used  time.Time
	begun bool
}

// files lists what the store holds, what was not used for longest first. What other processes remove in the
// meantime is left out.
func (s *Store) files() ([]file, error) {
	var list []file
	err := filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() || filepath.Dir(name) == filepath.Clean(s.dir) {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		list = append(list, file{name, info.Size(), info.ModTime(), strings.HasPrefix(d.Name(), begun)})
		return nil
	})
	slices.SortStableFunc(list, func(a, b file) int { return a.used.Compare(b.used) })
	return list, err
}

// Trim removes the entries that were not used for longest, until the rest has no more than limit bytes, and
// what killed runs have left.
func (s *Store) Trim(limit int64) error {
	list, err := s.files()
	if err != nil {
		return err
	}
	size := int64(0)
	for _, f := range list {
		size += f.size
	}
	for _, f := range list {
		if size <= limit && !(f.begun && time.Since(f.used) > abandoned) {
			continue
		}
		if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		size -= f.size
	}
	return nil
}

// Clean removes all entries.
func (s *Store) Clean() error { return s.Trim(-1) }
