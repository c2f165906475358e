package bytecode

// Slots says where a register lives: in words of 64 bits of its frame, or of its thread.
type Slots struct {
	First  int32
	Words  int32
	Width  int32 // in bits; 0 of a Bool
	Thread bool
}

// Set assigns the register to words of the frame fr or of its thread; a destination of none is left alone.
func (s Slots) Set(fr, regs []uint64, lo, hi uint64) {
	if s.First < 0 {
		return
	}
	words := fr
	if s.Thread {
		words = regs
	}
	words[s.First] = lo
	if s.Words > 1 {
		words[s.First+1] = hi
	}
}

// Fit truncates or zero-extends a value to the width of a register.
func (s Slots) Fit(lo, hi uint64) (uint64, uint64) {
	switch {
	case s.Width == 0:
		return lo & 1, 0
	case s.Width <= 64:
		return lo & mask(uint8(s.Width)), 0
	case s.Width < 128:
		return lo, hi & mask(uint8(s.Width-64))
	}
	return lo, hi
}
