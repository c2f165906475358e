package sat_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/sat/drat"
)

// checkDRAT is the checker of stress tests: package drat, which shares no code with the search.
func checkDRAT(clauses [][]sat.Lit, proof string) error {
	c := drat.New(drat.Config{Format: drat.Text})
	for _, cl := range clauses {
		c.Add(cl...)
	}
	res, err := c.Check(context.Background(), strings.NewReader(proof), "proof")
	if err != nil {
		return err
	}
	if !res.Verified {
		return fmt.Errorf("the proof is not accepted: %s", res.Why)
	}
	return nil
}

func TestStressFormulas(t *testing.T) { sat.StressFormulas(t, checkDRAT) }

func TestStressTraces(t *testing.T) { sat.StressTraces(t, checkDRAT) }

func TestStressCircuits(t *testing.T) { sat.StressCircuits(t, checkDRAT) }
