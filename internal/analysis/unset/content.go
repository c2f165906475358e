package unset

import "slices"

// maxBytes is how much of an object is told apart.
const maxBytes = 4096

// content says which bits of an object may never have been written. The bytes past those that are told
// apart are one. Contents are not changed once they are shared: methods that change return a new one.
type content struct {
	bytes []uint8
	rest  uint8
}

// filled is the content of an object of some size, which is alike everywhere. A negative size is not known.
func filled(size int64, mask uint8) content {
	if mask == 0 {
		return content{}
	}
	if size < 0 || size > maxBytes {
		return content{bytes: slices.Repeat([]uint8{mask}, maxBytes), rest: mask}
	}
	return content{bytes: slices.Repeat([]uint8{mask}, int(size))}
}

// clean reports whether everything has been written.
func (c content) clean() bool {
	return c.rest == 0 && !slices.ContainsFunc(c.bytes, func(b uint8) bool { return b != 0 })
}

// at is the mask of a byte.
func (c content) at(i int64) uint8 {
	if i >= 0 && i < int64(len(c.bytes)) {
		return c.bytes[i]
	}
	return c.rest
}

// read is the mask of what an access reads at places step bytes apart from the first; step 0: at one place,
// and a negative first is anywhere.
func (c content) read(first, step int64, size int) uint64 {
	if first >= 0 && step == 0 {
		m := uint64(0)
		for i := range size {
			m |= uint64(c.at(first+int64(i))) << (8 * min(i, 8))
		}
		return m
	}
	if c.clean() {
		return 0
	}
	m := uint64(0)
	for i := range size {
		b := c.rest
		for k, x := range c.bytes {
			if first < 0 || (int64(k)-first-int64(i))%max(step, 1) == 0 {
				b |= x
			}
		}
		m |= uint64(b) << (8 * min(i, 8))
	}
	return m
}

// written is the content after a store at one place.
func (c content) written(at int64, size int, mask uint64) content {
	out := content{bytes: slices.Clone(c.bytes), rest: c.rest}
	for i := range size {
		k := at + int64(i)
		b := maskByte(mask, i)
		switch {
		case k >= 0 && k < int64(len(out.bytes)):
			out.bytes[k] = b
		case b != 0 && k >= 0 && k < maxBytes:
			out.bytes = append(out.bytes, slices.Repeat([]uint8{out.rest}, int(k)+1-len(out.bytes))...)
			out.bytes[k] = b
		default:
			out.rest |= b
		}
	}
	return out
}

// maskByte is the i-th byte of the mask of a value. The bytes of values of more than 64 bits are alike.
func maskByte(mask uint64, i int) uint8 {
	if i >= 8 {
		if mask != 0 {
			return 0xff
		}
		return 0
	}
	return uint8(mask >> (8 * i))
}

// join is the union, and reports whether it differs from c.
func (c content) join(d content) (content, bool) {
	n := max(len(c.bytes), len(d.bytes))
	same := c.rest|d.rest == c.rest
	for i := 0; i < n && same; i++ {
		same = c.at(int64(i))|d.at(int64(i)) == c.at(int64(i))
	}
	if same {
		return c, false
	}
	out := content{bytes: make([]uint8, n), rest: c.rest | d.rest}
	for i := range out.bytes {
		out.bytes[i] = c.at(int64(i)) | d.at(int64(i))
	}
	return out, true
}

// with is the union with what a store may have written at places step bytes apart; a negative first is
// anywhere.
func (c content) with(first, step int64, size int, mask uint64) (content, bool) {
	if first >= 0 && step == 0 {
		return c.join(content{}.written(first, size, mask))
	}
	all := uint8(0)
	for i := range size {
		all |= maskByte(mask, i)
	}
	return c.join(filled(-1, all))
}
