package cubes_test

import (
	"context"
	"errors"
	"math/rand"
	"sync"
	"testing"
	"time"

	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
)

// carrier carries messages between a guest and a desk as a bad network does: some come twice, the replies of
// some are lost, which are then sent again, and after a number of them all are lost.
type carrier struct {
	desk *cubes.Desk
	mu   sync.Mutex
	r    *rand.Rand
	left int // messages before its end; negative: it has none
}

var errCut = errors.New("the guest is cut off")

func (c *carrier) send(ctx context.Context, message []byte) ([]byte, error) {
	for {
		c.mu.Lock()
		twice, lost, over := c.r.Intn(6) == 0, c.r.Intn(6) == 0, c.left == 0
		c.left--
		c.mu.Unlock()
		if over {
			return nil, errCut
		}
		reply := c.desk.Answer(ctx, message)
		if twice {
			c.desk.Answer(ctx, message)
		}
		if !lost {
			return reply, nil
		}
	}
}

// TestGuests has guests answer together with a solver of the pool's, over a bad network, where all guests but
// one are cut off at some time. In the end of their patience their cubes are others' again.
func TestGuests(t *testing.T) {
	r := rand.New(rand.NewSource(testflag.Seed()))
	for i := range testflag.Times(60) {
		models := map[int]bool{}
		if i%3 == 0 {
			models[r.Intn(256)] = true
		}
		p := cubes.NewPool()
		d := cubes.NewDesk(p, []byte("bits"))
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			for later := time.Now(); ctx.Err() == nil; time.Sleep(time.Millisecond) {
				later = later.Add(cubes.Patience)
				d.Expire(later)
			}
		})
		for k := range 1 + i%3 {
			c := &carrier{desk: d, r: rand.New(rand.NewSource(r.Int63())), left: k*(1+r.Intn(40)) - 1}
			all.Go(func() {
				g, question, err := cubes.Join(ctx, c.send)
				if err != nil {
					return
				}
				if string(question) != "bits" {
					t.Errorf("the question is %q", question)
				}
				g.Model = func() []byte { return []byte("a model") }
				if res, err := cubes.Work(ctx, g, &table{bits: 8, models: models}); err != nil ||
					res.Status == smt.Unsat && len(models) > 0 {
					t.Errorf("guest: %s (%v)", res, err)
				}
			})
		}
		res, err := cubes.Work(t.Context(), p, &table{bits: 8, models: models})
		stop()
		all.Wait()
		refuted, _ := p.Refuted()
		_, claimed := p.Claimed()
		found := p.Winner() != nil || claimed
		if err != nil || refuted != (len(models) == 0) || found == refuted {
			t.Errorf("%d models: %s (%v), refuted %t, found %t", len(models), res, err, refuted, found)
		}
	}
}

// TestGuestDies closes all cubes but those of a guest that is cut off while it has one: the question stays
// open until that cube is another's.
func TestGuestDies(t *testing.T) {
	p := cubes.NewPool()
	d := cubes.NewDesk(p, nil)
	dead := &carrier{desk: d, r: rand.New(rand.NewSource(1)), left: -1}
	g, _, err := cubes.Join(t.Context(), dead.send)
	if err != nil {
		t.Fatal(err)
	}
	// The guest gets the whole question, cuts it, and is never heard of again.
	if _, err := cubes.Work(t.Context(), g, &quits{table{bits: 8}, dead}); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	if res, _ := cubes.Work(ctx, p, &table{bits: 8}); res.Status != smt.Unknown {
		t.Errorf("with an open cube: %s", res)
	}
	d.Expire(time.Now().Add(2 * cubes.Patience))
	if res, err := cubes.Work(t.Context(), p, &table{bits: 8}); err != nil || res.Status != smt.Unsat {
		t.Errorf("after the cube was given back: %s (%v)", res, err)
	}
	if all, far := p.Closed(); all == 0 || far != 0 {
		t.Errorf("the answer rests on %d cubes, %d of them by the guest, which has closed none", all, far)
	}
}

// quits is a solver that is cut off and dies.
type quits struct {
	table
	c *carrier
}

func (s *quits) Solve(context.Context, cubes.Cube) (cubes.Answer, error) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	s.c.left = 0
	return cubes.Answer{}, errDied
}

// TestStrangers sends a desk what no guest sends, and says of cubes what is not so: nothing is closed by it.
func TestStrangers(t *testing.T) {
	p := cubes.NewPool()
	d := cubes.NewDesk(p, nil)
	d.Answer(t.Context(), []byte(`{"Op": "take", "Guest": "a"}`)) // its cube is 1
	for _, m := range []string{"", "{", "[]", `{"Op": 1}`, `{"Op": "close"}`,
		`{"Op": "close", "Guest": "b", "Node": 1}`, `{"Op": "close", "Guest": "a", "Node": 2}`,
		`{"Op": "found", "Guest": "b", "Node": 1}`, `{"Op": "cut", "Guest": "b", "Node": 1}`,
		`{"Op": "close", "Guest": "a", "Node": 1, "Cube": [{"Value": true}]}`} {
		d.Answer(t.Context(), []byte(m))
		refuted, cuts := p.Refuted()
		if _, claimed := p.Claimed(); refuted || cuts > 0 || claimed {
			t.Fatalf("%s: refuted %t, %d cuts, claimed %t", m, refuted, cuts, claimed)
		}
	}
	if res, err := cubes.Work(t.Context(), p, &table{bits: 3}); err != nil || res.Status != smt.Unsat {
		t.Errorf("the question in the end: %s (%v)", res, err)
	}
}
