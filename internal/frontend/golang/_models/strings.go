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

func bytesOfString(p *[1 << 30]byte, n int) (*[1 << 30]byte, int) {
	c := allocated(n, false)
	r := bytes(c)
	for i := 0; i < n; i++ {
		r[i] = p[i]
	}
	return r, c
}

// copyBytes reads what the program may write.
func copyBytes(to *[1 << 30]byte, from unsafe.Pointer, n int)

// growCap is the capacity that append gives to a slice, as growslice of the runtime has it.
func growCap(old, n, size int, pointers bool) int {
	if size == 0 {
		return n
	}
	c := old
	if n > old+old {
		c = n
	} else if old < 256 {
		c = old + old
	} else {
		for c < n {
			c += (c + 3*256) >> 2
		}
	}
	return allocated(c*size, pointers) / size
}

// allocated is the size of what the allocator of the runtime gives to whoever wants a number of bytes: see
// roundupsize and the classes of sizes there. Large objects with pointers have a header.
func allocated(bytes int, pointers bool) int {
	header := 0
	if pointers && bytes > 512 {
		header = 8
	}
	n := bytes + header
	switch {
	case n <= 32:
		n = upTo(n, 8)
	case n <= 256:
		n = upTo(n, 16)
	case n <= 512:
		n = upTo(n, 32)
	case n <= 768:
		n = upTo(n, 64)
	case n <= 1536:
		n = upTo(n, 128)
	case n <= 2048:
		n = upTo(n, 256)
	case n <= 2304:
		n = 2304
	case n <= 3072:
		n = upTo(n, 384)
	case n <= 3200:
		n = 3200
	case n <= 3456:
		n = 3456
	case n <= 4096:
		n = 4096
	case n <= 32768:
		unsupported("append to a slice of more than 4096 bytes")
	default:
		n = upTo(bytes, 8192)
		header = 0
	}
	return n - header
}

func upTo(n, step int) int { return (n + step - 1) / step * step }

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
