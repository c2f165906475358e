package querycache

import (
	"context"
	"testing"
)

// shelf is a store of sealed answers.
type shelf map[string][]byte

func (s shelf) Get(name string) ([]byte, bool) { b, ok := s[name]; return b, ok }
func (s shelf) Put(name string, sealed []byte) { s[name] = sealed }

func TestOthers(t *testing.T) {
	s := shelf{}
	on := func(revision, key string) *Cache {
		return Open(context.Background(), Config{Others: s, Revision: revision, Key: []byte(key)})
	}
	on("1", "key").Put(query(1), answerTo(query(1)))
	on("1", "key").Put(query(2), make([]byte, MaxShared))
	for _, c := range []struct {
		revision, key    string
		query            int
		known, authentic bool
	}{
		{"1", "key", 1, true, true},
		{"1", "another", 1, false, false},
		{"1", "", 1, false, false},
		{"2", "key", 1, false, false},
		{"1", "key", 2, false, false}, // too large
		{"1", "key", 3, false, false},
	} {
		a, ok := on(c.revision, c.key).Get(query(c.query))
		if ok != c.known || a.Authentic != c.authentic ||
			ok && string(a.Bytes) != string(answerTo(query(c.query))) {
			t.Errorf("%+v: %v, %+v", c, ok, a)
		}
	}
	on("1", "").Put(query(4), []byte("yes"))
	for _, key := range []string{"", "key"} {
		c := on("1", key)
		a, ok := c.Get(query(4))
		if !ok || a.Authentic || c.Believe(a) {
			t.Errorf("key %q: an answer that nobody stands for is %+v", key, a)
		}
	}
	// Authentic ones are mostly believed, and one that is wrong is evidence.
	c := on("1", "key")
	a, _ := c.Get(query(1))
	believed := 0
	for range 4000 {
		if c.Believe(a) {
			believed++
		}
	}
	if believed < 3500 || believed == 4000 {
		t.Errorf("%d of 4000 are believed", believed)
	}
	var wrong *WrongError
	c.cfg.Wrong = func(err *WrongError) { wrong = err }
	if c.Disagree(query(1), a); wrong == nil || string(wrong.Query) != string(query(1)) {
		t.Errorf("the evidence is %v", wrong)
	}
}

// TestDamaged changes sealed answers at each place.
func TestDamaged(t *testing.T) {
	cfg := Config{Revision: "1", Key: []byte("key")}
	for _, key := range [][]byte{nil, []byte("key")} {
		sealed := (&Config{Revision: "1", Key: key}).seal(query(1), answerTo(query(1)))
		for i := range sealed {
			for bit := range 8 {
				b := append([]byte(nil), sealed...)
				b[i] ^= 1 << bit
				if _, _, err := cfg.unseal(query(1), b); err == nil {
					t.Errorf("byte %d, bit %d: not noticed", i, bit)
				}
			}
			if _, _, err := cfg.unseal(query(1), sealed[:i]); err == nil {
				t.Errorf("%d bytes: not noticed", i)
			}
		}
		if _, _, err := cfg.unseal(query(2), sealed); err == nil {
			t.Error("an answer to another query is taken")
		}
	}
}

// FuzzUnseal looks for texts that end the reader.
func FuzzUnseal(f *testing.F) {
	cfg := Config{Revision: "1"}
	f.Add(cfg.seal(query(1), answerTo(query(1))))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if _, authentic, _ := cfg.unseal(query(1), sealed); authentic {
			t.Error("authentic without a key")
		}
	})
}
