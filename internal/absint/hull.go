package absint

// Hull is the least range that contains some intervals of one width, both as signed and as unsigned
// numbers. Its zero value with a width contains nothing.
type Hull struct {
	Width int
	// Any is set once an interval was added.
	Any bool
	// Mixed is set if an interval was of another width: then nothing is known.
	Mixed              bool
	SignedLo, SignedHi int64
	Lo, Hi             uint64
}

// Add makes the range contain an interval.
func (h *Hull) Add(i Interval) {
	if i.Width != h.Width {
		h.Mixed = true
		return
	}
	slo, shi := i.Signed()
	lo, hi := i.Unsigned()
	if !h.Any {
		h.Any, h.SignedLo, h.SignedHi, h.Lo, h.Hi = true, slo, shi, lo, hi
	}
	h.SignedLo, h.SignedHi = min(h.SignedLo, slo), max(h.SignedHi, shi)
	h.Lo, h.Hi = min(h.Lo, lo), max(h.Hi, hi)
}
