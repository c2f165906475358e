package term

import "testing"

// TestLongSums checks that a sum that grows one by one takes linear memory, and that long sums are still
// compared.
func TestLongSums(t *testing.T) {
	s := NewStore()
	const n = 4000
	sum, all := s.Int64(0), []Term{}
	for range n {
		x := s.Fresh("x", Int)
		all = append(all, x)
		sum = s.IntAdd(sum, x)
	}
	if s.Bytes() > 100*maxSum*n {
		t.Errorf("%d bytes for a sum of %d symbols", s.Bytes(), n)
	}
	flat := s.IntAdd(all...)
	if s.NumArgs(flat) != n || s.Le(s.IntAdd(flat, all[0]), s.IntAdd(all[0], flat)) != s.True() {
		t.Error("sums of the same operands differ")
	}
	double := s.IntMul(s.Int64(2), flat)
	if s.Op(double) != OpMul || s.Le(double, s.Int64(7)) != s.Le(flat, s.Int64(3)) {
		t.Error("twice a long sum is distributed, or compared as something else")
	}
}
