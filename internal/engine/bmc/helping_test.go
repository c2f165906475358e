package bmc_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// helpers are engines that help with a program of their own each.
type helpers struct {
	t        *testing.T
	programs []*cfa.Program
	alter    func(string) string      // what becomes of the messages of the helpers
	messages map[string]*atomic.Int64 // by operation
	why      []string                 // what the helpers said in the end
}

func (h *helpers) Call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, prog := range h.programs {
		all.Go(func() {
			lead := func(ctx context.Context, m []byte) ([]byte, error) {
				text := string(m)
				for op, count := range h.messages {
					if strings.Contains(text, `"Op":"`+op+`"`) {
						count.Add(1)
					}
				}
				if h.alter != nil {
					text = h.alter(text)
				}
				return answer(ctx, []byte(text)), nil
			}
			res, err := bmc.New(config(nil, lead)).Check(ctx, engine.Task{Program: prog, Property: p,
				MaxUnwind: 4})
			if err != nil || res.Verdict.Kind != property.Unknown {
				h.t.Errorf("a helper says %s (%v)", res.Verdict, err)
			}
			mu.Lock()
			defer mu.Unlock()
			h.why = append(h.why, res.Why)
		})
	}
	all.Wait()
}

// config cuts whatever can be cut.
func config(h bmc.Helpers, lead func(context.Context, []byte) ([]byte, error)) bmc.Config {
	return bmc.Config{EagerJobs: true, NoIntervals: true, NoValues: true, NoPremise: true,
		Helpers: h, Lead: lead}
}

func growingProgram(t *testing.T, limit string) *cfa.Program {
	lowered, err := loadC("#define LIMIT "+limit+"\n"+threadPrelude+growing, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	return simplify(t, lowered)
}

// forgeModels says of a cube that there is a model in it.
func forgeModels(m string) string {
	for _, op := range []string{"look", "close", "back"} {
		m = strings.Replace(m, `"Op":"`+op+`"`, `"Op":"found","Model":"AAEC"`, 1)
	}
	return m
}

// TestHelpers has engines that talk by messages answer a question together.
func TestHelpers(t *testing.T) {
	for limit, want := range map[string]property.Kind{"22": property.True, "21": property.False} {
		for name, h := range map[string]*helpers{
			"two":           {programs: []*cfa.Program{growingProgram(t, limit), growingProgram(t, limit)}},
			"forged models": {programs: []*cfa.Program{growingProgram(t, limit)}, alter: forgeModels},
			"broken messages": {programs: []*cfa.Program{growingProgram(t, limit)},
				alter: func(m string) string { return m[:len(m)-1] }},
		} {
			h.t = t
			p := growingProgram(t, limit)
			res, err := bmc.New(config(h, nil)).Check(t.Context(),
				engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil || res.Verdict.Kind != want {
				t.Errorf("limit %s, %s: %s (%s), %v", limit, name, res.Verdict, res.Why, err)
				continue
			}
			if want == property.False {
				if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// TestHelperCloses looks whether a helper closes cubes, and whether the answer says so. It may come too late,
// so there are several attempts.
func TestHelperCloses(t *testing.T) {
	for range 30 {
		h := &helpers{t: t, programs: []*cfa.Program{growingProgram(t, "22")},
			messages: map[string]*atomic.Int64{"close": {}}}
		res, err := bmc.New(config(h, nil)).Check(t.Context(), engine.Task{Program: growingProgram(t, "22"),
			Property: property.UnreachCall, MaxUnwind: 4})
		if err != nil || res.Verdict.Kind != property.True {
			t.Fatalf("%s (%s), %v", res.Verdict, res.Why, err)
		}
		if strings.Contains(res.Why, "cubes were closed by helpers") {
			if h.messages["close"].Load() == 0 {
				t.Errorf("%s, and no helper has said so", res.Why)
			}
			return
		}
	}
	t.Error("no helper has closed a cube")
}

// TestHelperWithAnotherProgram has a helper with a program that keeps the property help one that does not: it
// closes nothing.
func TestHelperWithAnotherProgram(t *testing.T) {
	h := &helpers{t: t, programs: []*cfa.Program{growingProgram(t, "22")},
		messages: map[string]*atomic.Int64{"join": {}, "take": {}}}
	res, err := bmc.New(config(h, nil)).Check(t.Context(), engine.Task{Program: growingProgram(t, "21"),
		Property: property.UnreachCall, MaxUnwind: 4})
	if err != nil || res.Verdict.Kind != property.False {
		t.Errorf("%s (%s), %v", res.Verdict, res.Why, err)
	}
	if h.messages["join"].Load() == 0 || h.messages["take"].Load() > 0 {
		t.Errorf("%d helpers joined and took %d cubes", h.messages["join"].Load(),
			h.messages["take"].Load())
	}
	for _, why := range h.why {
		if !strings.Contains(why, "differs") && !strings.Contains(why, "decided already") {
			t.Errorf("the helper says: %s", why)
		}
	}
}
