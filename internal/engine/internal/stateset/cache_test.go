package stateset

import (
	"context"
	"errors"
	"testing"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestReadAnswer reads answers about inclusion: a value comes back as it was written, and no bytes that are
// cut off or too many are taken for an answer.
func TestReadAnswer(t *testing.T) {
	st := term.NewStore()
	s := New(Config{}).View(context.Background(), st)
	sl := &slice{vals: []term.Term{st.Symbol("x", term.BitVec(16)), st.Symbol("b", term.Bool)}}
	point := []term.Value{term.BVValue(16, 0xabc), term.BoolValue(true)}
	full := []byte{notPart}
	for _, v := range point {
		full = portable.AppendValue(full, v)
	}
	for n := range full {
		status, got, err := s.read(full[:n], sl)
		if n == 1 {
			if status != smt.Sat || got != nil || err != nil {
				t.Errorf("without a value: %v, %v, %v", status, got, err)
			}
		} else if status != smt.Unknown || !errors.Is(err, errAnswer) {
			t.Errorf("%d of %d bytes: %v, %v", n, len(full), status, err)
		}
	}
	status, got, err := s.read(full, sl)
	if status != smt.Sat || err != nil || len(got) != 2 || !got[0].Equal(point[0]) ||
		!got[1].Equal(point[1]) {
		t.Errorf("%v, %v, %v", status, got, err)
	}
	for _, wrong := range [][]byte{append(full, 0), {isPart, 0}, {7}} {
		if status, _, err := s.read(wrong, sl); status != smt.Unknown || !errors.Is(err, errAnswer) {
			t.Errorf("%v: %v, %v", wrong, status, err)
		}
	}
	if status, _, err := s.read([]byte{isPart}, sl); status != smt.Unsat || err != nil {
		t.Errorf("a part: %v, %v", status, err)
	}
}
