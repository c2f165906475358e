package ceds_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand"
	"slices"
	"sync"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
)

// shelf is a store of answers that changes what it gives out.
type shelf struct {
	mu     sync.Mutex
	sealed map[string][]byte
	change func(sealed []byte) []byte
	given  int
}

func (s *shelf) Get(name string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.sealed[name]
	if ok && s.change != nil {
		s.given++
		b = s.change(slices.Clone(b))
	}
	return b, ok
}

func (s *shelf) Put(name string, sealed []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.change == nil { // the forgers stay among themselves
		s.sealed[name] = sealed
	}
}

// forged is a sealed answer that says that there is no model, or that a slice is a part, whether true or
// not.
func forged(sealed, key []byte) []byte {
	var query []byte
	at := 1
	for range 2 { // the revision, the query
		n, used := binary.Uvarint(sealed[at:])
		query, at = sealed[at+used:at+used+int(n)], at+used+int(n)
	}
	sealed[at] = byte(smt.Unsat)
	if query[0] == querycache.Inclusion {
		sealed[at] = 1
	}
	text := sealed[:at+1]
	if key == nil {
		sum := sha256.Sum256(text)
		return append(text, sum[:]...)
	}
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(text)
}

// TestOthers has runs that share answers: the second finds those of the first. Then these are damaged and
// forged, which changes no verdict; only who has the key can lie, until one of the lies is found out.
func TestOthers(t *testing.T) {
	key := []byte("a key")
	r := rand.New(rand.NewSource(testflag.Seed()))
	given, saved, asked, caught := 0, int64(0), int64(0), 0
	for seed := range testflag.Seeds(8) {
		text, _ := randprog.SmallCheck(randprog.NewSymbolic(seed), 0, int(seed)%randprog.Outcomes)
		p, err := lawLoad("random.c", text, property.UnreachCall, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		s := &shelf{sealed: map[string][]byte{}}
		verify := false
		run := func() (engine.Result, error) {
			eng, err := ceds.New(ceds.Config{NoModels: true, MaxStates: 60, Others: s, OthersKey: key,
				CacheRevision: "tests", VerifyCache: verify})
			if err != nil {
				t.Fatal(err)
			}
			return eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		}
		want, err := run()
		if err != nil {
			t.Fatal(err)
		}
		again, err := run()
		if err != nil || again.Verdict != want.Verdict {
			t.Errorf("seed %d: %v with answers of others, %v without (%v)", seed, again.Verdict,
				want.Verdict, err)
		}
		asked += stat(want, "emptiness by the solver")
		saved += stat(again, "answers of others")
		var all [][]byte
		for _, b := range s.sealed {
			all = append(all, b)
		}
		for name, change := range map[string]func([]byte) []byte{
			"damaged":      func(b []byte) []byte { b[r.Intn(len(b))] ^= 1 << r.Intn(8); return b },
			"cut":          func(b []byte) []byte { return b[:r.Intn(len(b))] },
			"of another":   func([]byte) []byte { return all[r.Intn(len(all))] },
			"without key":  func(b []byte) []byte { return forged(b, nil) },
			"with another": func(b []byte) []byte { return forged(b, []byte("another key")) },
		} {
			s.change = change
			res, err := run()
			if err != nil || res.Verdict.Kind != want.Verdict.Kind {
				t.Errorf("seed %d, %s: %v, want %v (%v)\n%s", seed, name, res.Verdict, want.Verdict, err,
					text)
			}
			given += s.given
			s.given = 0
		}
		s.change = func(b []byte) []byte { return forged(b, key) }
		verify = true // not only some, chosen by chance
		var wrong *ceds.WrongAnswer
		if _, err := run(); errors.As(err, &wrong) {
			caught++
		}
	}
	t.Logf("%d questions, %d answers of others; %d were forged; %d liars caught", asked, saved, given,
		caught)
	if saved == 0 || given == 0 || caught == 0 {
		t.Error("too little was shared")
	}
}
