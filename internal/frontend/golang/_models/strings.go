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
