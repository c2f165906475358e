package interp

// clone copies the machine. The copy shares the code, the decider and the
// contents of objects until one of the two writes them; it prints nothing and
// records nothing. A machine inside a section cannot be copied.
func (m *Machine) clone() *Machine {
	c := *m
	c.rec, c.out, c.errs, c.touched = nil, output{}, output{}, nil
	c.mem.dense = append([]*object(nil), m.mem.dense...)
	c.mem.freed = append([]uint64(nil), m.mem.freed[m.mem.head:]...)
	c.mem.head = 0
	if m.mem.far != nil {
		c.mem.far = make(map[uint64]*object, len(m.mem.far))
		for r, o := range m.mem.far {
			o.shared = true
			c.mem.far[r] = o
		}
	}
	for _, o := range m.mem.dense {
		if o != nil {
			o.shared = true
		}
	}
	c.sect = section{}
	c.threads = make([]*thread, len(m.threads))
	for i, t := range m.threads {
		c.threads[i] = t.clone()
	}
	return &c
}

// clone copies a thread for another machine.
func (t *thread) clone() *thread {
	c := *t
	c.regs = append([]uint64(nil), t.regs...)
	c.frames = append([]frame(nil), t.frames...)
	used := int32(0)
	if n := len(t.frames); n > 0 {
		used = t.frames[n-1].base + t.frames[n-1].proc.words
	}
	c.stack = append([]uint64(nil), t.stack[:used]...)
	c.counts = t.counts.clone()
	return &c
}

func (c *counts) clone() counts {
	d := counts{pages: make([][]uint32, len(c.pages))}
	for i, p := range c.pages {
		d.pages[i] = append([]uint32(nil), p...)
	}
	return d
}
