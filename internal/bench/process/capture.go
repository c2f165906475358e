package process

import "fmt"

// maxHalf bounds each half of what is kept of an output.
const maxHalf = 16 << 20

// capture keeps the beginning and the end of what is written: an answer stands at the end, and the
// beginning says most about a crash. A tool that prints without end must not fill the memory.
type capture struct {
	head    []byte
	tail    []byte // a ring once it is full
	next    int    // where the next byte of the ring goes
	dropped int64
	half    int // bytes of each; 0: maxHalf
}

// Write keeps what there is room for.
func (c *capture) Write(p []byte) (int, error) {
	n := len(p)
	half := c.half
	if half == 0 {
		half = maxHalf
	}
	if room := half - len(c.head); room > 0 {
		k := min(room, len(p))
		c.head = append(c.head, p[:k]...)
		p = p[k:]
	}
	if over := len(p) - half; over > 0 {
		c.dropped += int64(over)
		p = p[over:]
	}
	if room := half - len(c.tail); room > 0 {
		k := min(room, len(p))
		c.tail = append(c.tail, p[:k]...)
		p = p[k:]
	}
	c.dropped += int64(len(p))
	for len(p) > 0 {
		k := copy(c.tail[c.next:], p)
		c.next = (c.next + k) % half
		p = p[k:]
	}
	return n, nil
}

// bytes is what was kept, with a line where something is missing.
func (c *capture) bytes() []byte {
	if len(c.tail) == 0 {
		return c.head
	}
	out := append([]byte(nil), c.head...)
	if c.dropped > 0 {
		out = fmt.Appendf(out, "\n... %d bytes left out ...\n", c.dropped)
	}
	out = append(out, c.tail[c.next:]...)
	return append(out, c.tail[:c.next]...)
}
