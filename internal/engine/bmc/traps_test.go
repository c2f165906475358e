package bmc_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"
	"time"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
)

// TestTraps checks that the configurations agree with the enumeration about
// programs that are hard on the encodings. An ordinary run samples the
// configurations; with -programs all are taken.
func TestTraps(t *testing.T) {
	ctx := context.Background()
	configs := slices.Concat(eventConfigurations(), loweredConfigurations(), stepConfigurations())
	for i, tt := range slices.Concat(traps, lockTraps, storeTraps, twinTraps) {
		t.Run(tt.name, func(t *testing.T) {
			model := []c.DataModel{c.LP64, c.ILP32}[i%2]
			lowered, err := loadC(trapPrelude+tt.src, model)
			if err != nil {
				t.Fatal(err)
			}
			want, err := interp.Enumerate(ctx, lowered, smallEnumeration)
			if err != nil {
				t.Fatal(err)
			}
			if !want.Complete || want.Sampled || len(want.Undefined)+len(want.Unsupported) > 0 {
				t.Fatalf("the enumeration: complete %t (%s), sampled %t, undefined %d", want.Complete, want.Why, want.Sampled, len(want.Undefined))
			}
			if violated := len(want.Violations) > 0; violated != tt.violated {
				t.Fatalf("the enumeration: violated %t", violated)
			}
			passed := simplify(t, lowered)
			s := &small{unknown: map[string]int{}, took: map[string]time.Duration{}}
			truth := &smallTruth{Enumeration: want, waits: tt.waits, endless: tt.endless}
			r := rand.New(rand.NewSource(int64(i)))
			for k, cfg := range configs {
				switch {
				case cfg.slow && r.Intn(slowPrograms) > 0,
					*programs == 0 && k > 0 && r.Intn(4) > 0,
					*programs == 0 && cfg.steps != nil && r.Intn(2) > 0:
					continue
				}
				if wrong := s.one(ctx, cfg, lowered, passed, truth); wrong != "" {
					t.Errorf("%s: %s", cfg.name, wrong)
				}
			}
		})
	}
}
