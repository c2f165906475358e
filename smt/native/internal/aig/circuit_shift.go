package aig

// Shift writes a shifted by the amount b to dst, which is neither. The barrel
// shifter has one row of multiplexers for each bit of b below the logarithm of
// the width; if a higher bit is set everything is shifted out.
func (g *Graph) Shift(dst, a, b []Lit, left bool, fill Lit, tmp []Lit) {
	w := len(a)
	copy(dst, a)
	stage := 0
	for ; 1<<stage < w; stage++ {
		c, by := b[stage], 1<<stage
		if c == False {
			continue
		}
		if left {
			for i := w - 1; i >= 0; i-- {
				in := fill
				if i >= by {
					in = dst[i-by]
				}
				dst[i] = g.Ite(c, in, dst[i])
			}
			continue
		}
		for i := range w {
			in := fill
			if i+by < w {
				in = dst[i+by]
			}
			dst[i] = g.Ite(c, in, dst[i])
		}
	}
	copy(tmp, b[stage:])
	if out := g.OrAll(tmp[:w-stage]); out != False {
		for i := range dst {
			dst[i] = g.Ite(out, fill, dst[i])
		}
	}
}
