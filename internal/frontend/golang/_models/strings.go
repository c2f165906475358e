package models

import "unsafe"

// Strings are addresses and lengths here, as the lowering has them.

func stringEqual(p *[1 << 30]byte, n int, q *[1 << 30]byte, m int) bool {
	if n != m {
		return false
	}
	if p == q {
		return true
	}
	for i := 0; i < n; i++ {
		if p[i] != q[i] {
			return false
		}
	}
	return true
}

// stringCompare is negative, zero or positive.
func stringCompare(p *[1 << 30]byte, n int, q *[1 << 30]byte, m int) int {
	for i := 0; i < n && i < m; i++ {
		if p[i] != q[i] {
			return int(p[i]) - int(q[i])
		}
	}
	return n - m
}

func stringConcat(p *[1 << 30]byte, n int, q *[1 << 30]byte, m int) (*[1 << 30]byte, int) {
	if n == 0 {
		return q, m
	}
	if m == 0 {
		return p, n
	}
	r := bytes(n + m)
	for i := 0; i < n; i++ {
		r[i] = p[i]
	}
	for i := 0; i < m; i++ {
		r[n+i] = q[i]
	}
	return r, n + m
}

func stringOfBytes(p unsafe.Pointer, n int) (*[1 << 30]byte, int) {
	if n == 0 {
		return nil, 0
	}
	r := bytes(n)
	copyBytes(r, p, n)
	return r, n
}

func bytesOfString(p *[1 << 30]byte, n int) *[1 << 30]byte {
	r := bytes(n)
	for i := 0; i < n; i++ {
		r[i] = p[i]
	}
	return r
}

// copyBytes reads what the program may write.
func copyBytes(to *[1 << 30]byte, from unsafe.Pointer, n int)

// growCap is the capacity that append gives to a slice, as the runtime has it before it rounds up to what
// the allocator has: see growslice.
func growCap(old, n, size int) int {
	if n > old+old {
		return n
	}
	if old < 256 {
		return old + old
	}
	c := old
	for c < n {
		c += (c + 3*256) >> 2
	}
	return c
}

type stringRange struct {
	p *[1 << 30]byte
	n int
	i int
}

func rangeString(p *[1 << 30]byte, n int) *stringRange { return &stringRange{p, n, 0} }

// nextOfString decodes a rune as the specification says: what is no UTF-8 is one byte, and U+FFFD.
func nextOfString(r *stringRange) (ok bool, i int, c rune) {
	if r.i >= r.n {
		return false, 0, 0
	}
	i = r.i
	c, size := decode(r.p, i, r.n)
	r.i += size
	return true, i, c
}

func decode(p *[1 << 30]byte, i, n int) (c rune, size int) {
	b := p[i]
	if b < 0x80 {
		return rune(b), 1
	}
	low, high := byte(0x80), byte(0xBF)
	switch {
	case b < 0xC2 || b > 0xF4:
		return 0xFFFD, 1
	case b < 0xE0:
		c, size = rune(b&0x1F), 2
	case b < 0xF0:
		c, size = rune(b&0x0F), 3
		if b == 0xE0 {
			low = 0xA0
		}
		if b == 0xED {
			high = 0x9F
		}
	default:
		c, size = rune(b&0x07), 4
		if b == 0xF0 {
			low = 0x90
		}
		if b == 0xF4 {
			high = 0x8F
		}
	}
	if i+size > n {
		return 0xFFFD, 1
	}
	for k := 1; k < size; k++ {
		x := p[i+k]
		if x < low || x > high {
			return 0xFFFD, 1
		}
		low, high = 0x80, 0xBF
		c = c<<6 | rune(x&0x3F)
	}
	return c, size
}

func unicode_utf8_DecodeRuneInString(s string) (rune, int) {
	if len(s) == 0 {
		return 0xFFFD, 0
	}
	return decode(textOf(s), 0, len(s))
}

func unicode_utf8_RuneCountInString(s string) (n int) {
	for i := 0; i < len(s); n++ {
		_, size := decode(textOf(s), i, len(s))
		i += size
	}
	return n
}

// textOf is where the bytes of a string are.
func textOf(s string) *[1 << 30]byte
