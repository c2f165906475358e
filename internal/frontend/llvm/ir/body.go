package ir

import "strconv"

// bodyReader has what is known of a body while it is read.
type bodyReader struct {
	body   *Body
	slots  map[string]int
	blocks map[string]int // by name: the number that targets have until all blocks are known
	names  []string       // of blocks, by that number
	offs   []int          // where they are first named
	order  []int          // by that number: the index in the body, -1 while it is not met
	unused int            // the next number for what has no name
}

// Body reads the instructions of the function. A declaration has none.
func (f *Function) Body() (*Body, error) {
	if f.begin > 0 && f.body == nil && f.err == nil {
		f.body, f.err = f.read()
	}
	return f.body, f.err
}

func (f *Function) read() (b *Body, err error) {
	fn := &bodyReader{body: &Body{BlockIndex: map[string]int{}}, slots: map[string]int{},
		blocks: map[string]int{}}
	p := &parser{lexer: lexer{file: f.m.File, src: f.m.text, off: f.begin}, m: f.m, fn: fn}
	defer func() {
		if r := recover(); r != nil {
			b = nil
			p.recovered(r, &err)
		}
	}()
	p.next()
	p.expect("{")
	for _, param := range f.Params {
		name := param.Name
		if name == "" {
			name = fn.number()
		}
		fn.unused = next(name, fn.unused)
		p.defineSlot(name, param.Type, f.Off)
	}
	for first := true; !p.is("}"); first = false {
		switch {
		case p.tok.kind == tWord && p.tok.text == "uselistorder":
			p.line()
			continue
		case p.tok.kind == tLabel:
			name := p.str()
			fn.unused = next(name, fn.unused)
			p.startBlock(name)
			p.next()
		case first:
			name := fn.number()
			fn.unused++
			p.startBlock(name)
		case len(fn.body.Blocks) > 0 && p.endsOpen():
			name := fn.number()
			fn.unused++
			p.startBlock(name)
		}
		p.block()
	}
	p.finish(f.Type.Elem)
	return fn.body, nil
}

// endsOpen reports whether the last block has ended, so that a new one begins here without a label.
func (p *parser) endsOpen() bool {
	b := p.fn.body.Blocks[len(p.fn.body.Blocks)-1]
	return len(b.Instrs) > 0 && b.Instrs[len(b.Instrs)-1].Op.EndsBlock()
}

// number is the name of the next thing without one.
func (fn *bodyReader) number() string { return strconv.Itoa(fn.unused) }

// next is the number after a name, if that is a number.
func next(name string, unused int) int {
	if name == "" || name[0] < '0' || name[0] > '9' {
		return unused
	}
	if n, err := strconv.Atoi(name); err == nil && n >= unused && n < 1<<30 {
		return n + 1
	}
	return unused
}

// slot is the number of a local value of a type, which may be defined later.
func (p *parser) slot(name string, t *Type) int {
	fn := p.fn
	n, ok := fn.slots[name]
	if !ok {
		n = len(fn.body.Slots)
		fn.slots[name] = n
		fn.body.Slots = append(fn.body.Slots, Slot{Name: name, Type: t, off: p.tok.off})
	}
	return n
}

// defineSlot is the number of a local value at its definition.
func (p *parser) defineSlot(name string, t *Type, off int) int {
	n := p.slot(name, t)
	s := &p.fn.body.Slots[n]
	if s.defined {
		failAt(off, "%%%s is defined twice", name)
	}
	s.defined, s.Type = true, t
	return n
}

// target is the number of a block until all are known.
func (fn *bodyReader) target(name string, off int) int {
	n, ok := fn.blocks[name]
	if !ok {
		n = len(fn.names)
		fn.blocks[name] = n
		fn.names, fn.offs, fn.order = append(fn.names, name), append(fn.offs, off), append(fn.order, -1)
	}
	return n
}

func (p *parser) startBlock(name string) {
	fn := p.fn
	n := fn.target(name, p.tok.off)
	if fn.order[n] >= 0 {
		p.fail("the block %%%s is defined twice", name)
	}
	fn.order[n] = len(fn.body.Blocks)
	fn.body.BlockIndex[name] = len(fn.body.Blocks)
	fn.body.Blocks = append(fn.body.Blocks, &Block{Name: name, Off: p.tok.off})
}

// block reads instructions up to the end of the block.
func (p *parser) block() {
	b := p.fn.body.Blocks[len(p.fn.body.Blocks)-1]
	for {
		if p.tok.kind == tLabel || p.is("}") || p.tok.kind == tEOF {
			p.fail("the block %%%s has no end", b.Name)
		}
		in := p.instruction()
		b.Instrs = append(b.Instrs, in)
		if in.Op.EndsBlock() {
			return
		}
	}
}

// finish replaces the numbers of targets by the indices of blocks, and looks for what is not defined, or has
// another type.
func (p *parser) finish(result *Type) {
	fn := p.fn
	for n, at := range fn.order {
		if at < 0 {
			failAt(fn.offs[n], "there is no block %%%s", fn.names[n])
		}
	}
	for _, s := range fn.body.Slots {
		if !s.defined {
			failAt(s.off, "%%%s is not defined", s.Name)
		}
	}
	if len(fn.body.Blocks) == 0 {
		p.fail("a function without a block")
	}
	for _, b := range fn.body.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for j, t := range in.Targets {
				in.Targets[j] = fn.order[t]
			}
			p.checkTypes(in, result)
		}
	}
}
