package verdicts

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func key(i int) Key { return sha256.Sum256(fmt.Append(nil, i)) }

func put(t *testing.T, s *Store, i int, data string) {
	t.Helper()
	if err := s.Put(key(i), []byte(data)); err != nil {
		t.Fatal(err)
	}
}

func TestGet(t *testing.T) {
	s := open(t)
	if _, ok := s.Get(key(1)); ok {
		t.Error("an empty store has an entry")
	}
	put(t, s, 1, "one")
	put(t, s, 2, "")
	put(t, s, 1, "one more")
	for i, want := range map[int]string{1: "one more", 2: ""} {
		if got, ok := s.Get(key(i)); !ok || string(got) != want {
			t.Errorf("entry %d: %q, %v, want %q", i, got, ok, want)
		}
	}
	if u, err := s.Usage(); err != nil || u.Entries != 2 {
		t.Errorf("usage %+v, %v", u, err)
	}
}

// TestDamaged changes, cuts and lengthens entries at random, and gives them the name of another one: none is
// ever returned with other bytes than those that were put.
func TestDamaged(t *testing.T) {
	s := open(t)
	r := rand.New(rand.NewPCG(1, 2))
	data := []byte("what was found out about a program, and some more text behind it")
	for i := range 200 {
		put(t, s, i, string(data))
		name := s.path(key(i))
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch i % 4 {
		case 0:
			file[r.IntN(len(file))] ^= byte(1 + r.IntN(255))
		case 1:
			file = file[:r.IntN(len(file))]
		case 2:
			file = append(file, byte(r.IntN(256)))
		case 3:
			name = s.path(key(i + 1000))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, file, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, k := range []Key{key(i), key(i + 1000)} {
			if got, ok := s.Get(k); ok && (!bytes.Equal(got, data) || k != key(i) || i%4 != 3) {
				t.Errorf("damage %d of kind %d: got %q", i, i%4, got)
			}
		}
		if i%4 == 3 {
			continue
		}
		if _, err := os.Stat(name); err == nil {
			t.Errorf("damage %d: the entry is still there", i)
		}
	}
}

func TestTrim(t *testing.T) {
	s := open(t)
	text := string(bytes.Repeat([]byte("x"), 1000))
	for i := range 10 {
		put(t, s, i, text)
		at := time.Now().Add(time.Duration(i-20) * time.Hour)
		if err := os.Chtimes(s.path(key(i)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	s.Get(key(0)) // which is the newest after that
	left := filepath.Join(filepath.Dir(s.path(key(3))), begun+"123")
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if err := s.Trim(4500); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if _, ok := s.Get(key(i)); ok != (i == 0 || i > 6) {
			t.Errorf("entry %d: kept is %v", i, ok)
		}
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed run has left is still there")
	}
	if err := s.Clean(); err != nil {
		t.Fatal(err)
	}
	if u, err := s.Usage(); err != nil || u != (Usage{}) {
		t.Errorf("after Clean: %+v, %v", u, err)
	}
}

// TestSideBySide has several stores of one folder write, read and trim the same entries.
func TestSideBySide(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 4 {
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for i := range 200 {
				k := i % 20
				want := fmt.Sprint("entry ", k)
				if w == 0 && i%50 == 49 {
					if err := s.Trim(1000); err != nil {
						t.Errorf("trim: %v", err)
					}
				}
				if got, ok := s.Get(key(k)); ok && string(got) != want {
					t.Errorf("entry %d is %q", k, got)
				}
				// What is being written may be removed by a store that is over its limit.
				if err := s.Put(key(k), []byte(want)); err != nil && !os.IsNotExist(err) {
					t.Errorf("put: %v", err)
				}
			}
		})
	}
	wg.Wait()
}
