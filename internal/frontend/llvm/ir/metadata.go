package ir

import (
	"strconv"
)

// nodeText is where a numbered node stands in the text, and the node when it has been read.
type nodeText struct {
	off  int // behind the equals sign; 0: there is no such node
	node *Node
}

// Node is a node of metadata: a tuple, or one of a kind with fields.
type Node struct {
	ID     int    // -1: it has no number
	Kind   string // "DILocation", ...; empty: a tuple
	Fields []Field
	Elems  []MDRef // of a tuple, and of a DIExpression
}

// Field is a field of a Node.
type Field struct {
	Name  string
	Value MDRef
}

// MDKind is the kind of an MDRef.
type MDKind uint8

// The kinds.
const (
	MDNull   MDKind = iota
	MDNode          // the node with the number N
	MDInline        // Node itself
	MDString        // Text
	MDInt           // N
	MDWord          // Text, one or several words: DIFlagPrototyped | DIFlagPublic
	MDValue         // Value
)

// MDRef is an operand that is metadata.
type MDRef struct {
	Kind  MDKind
	N     int64
	Text  string
	Node  *Node
	Value *Value
}

// maxNodes limits the numbers of nodes.
const maxNodes = 1 << 26

// metadata reads a numbered node or a named list at the outermost level. Of a node only the place is kept.
func (p *parser) metadata() {
	name, off := p.tok.text, p.tok.off
	p.next()
	p.peekIs("=")
	id, err := strconv.Atoi(name)
	if err != nil {
		p.next()
		p.namedList(name)
		return
	}
	if id < 0 || id >= maxNodes || id > len(p.src) {
		failAt(off, "the number of the node !%s is too large", name)
	}
	for id >= len(p.m.nodes) {
		p.m.nodes = append(p.m.nodes, nodeText{})
	}
	p.m.nodes[id] = nodeText{off: p.off}
	p.skipNode()
}

// skipNode goes to the token after the node whose text begins after the current token.
func (p *parser) skipNode() {
	src, i, depth := p.src, p.off, 0
	for i < len(src) {
		switch src[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth <= 0 {
				p.off = i + 1
				p.next()
				return
			}
		case '"':
			i = endOfString(src, i)
		case '\n':
			if depth == 0 { // !5 = !"text" has no brackets
				p.off = i
				p.next()
				return
			}
		}
		i++
	}
	if depth > 0 {
		failAt(p.off, "a node without an end")
	}
	p.off = i
	p.next()
}

// namedList reads !{!0, !1} after a name.
func (p *parser) namedList(name string) {
	if p.tok.kind != tBang {
		p.fail("%s where a list of nodes was expected", p.describe())
	}
	p.next()
	p.expect("{")
	var ids []int32
	for !p.accept("}") {
		if len(ids) > 0 {
			p.expect(",")
		}
		ref := p.mdRef()
		ids = append(ids, int32(ref.N))
	}
	p.m.lists[name] = ids
}

// mdRef reads an operand that is metadata.
func (p *parser) mdRef() MDRef {
	p.enter()
	defer p.leave()
	switch p.tok.kind {
	case tMeta:
		if c := p.tok.text[0]; c >= '0' && c <= '9' {
			n, err := strconv.ParseInt(p.tok.text, 10, 32)
			if err != nil {
				p.fail("%s where a node was expected", p.describe())
			}
			p.next()
			return MDRef{Kind: MDNode, N: n}
		}
		return MDRef{Kind: MDInline, Node: p.node()}
	case tBang:
		if p.off < len(p.src) && p.src[p.off] == '"' {
			p.next()
			r := MDRef{Kind: MDString, Text: p.str()}
			p.next()
			return r
		}
		return MDRef{Kind: MDInline, Node: p.node()}
	case tString:
		r := MDRef{Kind: MDString, Text: p.str()}
		p.next()
		return r
	case tNumber:
		r := MDRef{Kind: MDInt}
		var err error
		if r.N, err = strconv.ParseInt(p.tok.text, 10, 64); err != nil {
			u, _ := strconv.ParseUint(p.tok.text, 10, 64)
			r.N = int64(u)
		}
		p.next()
		return r
	case tWord:
		if p.accept("null") {
			return MDRef{}
		}
		if p.tok.text == "distinct" {
			return MDRef{Kind: MDInline, Node: p.node()}
		}
	}
	if p.startsType() {
		if p.is("metadata") {
			p.next()
			return p.mdRef()
		}
		v := p.typedValue()
		return MDRef{Kind: MDValue, Value: &v}
	}
	if p.tok.kind == tWord {
		begin, end := p.tok.off, p.off
		p.next()
		for p.accept("|") {
			end = p.off
			p.next()
		}
		return MDRef{Kind: MDWord, Text: p.src[begin:end]}
	}
	p.fail("%s where metadata was expected", p.describe())
	return MDRef{}
}

// node reads a node at the current token.
func (p *parser) node() *Node {
	n := &Node{ID: -1}
	p.accept("distinct")
	end := ")"
	switch p.tok.kind {
	case tMeta:
		n.Kind = p.tok.text
		p.next()
		p.expect("(")
	case tBang:
		p.next()
		if p.tok.kind == tString {
			n.Elems = []MDRef{{Kind: MDString, Text: p.str()}}
			p.next()
			return n
		}
		p.expect("{")
		end = "}"
	default:
		p.fail("%s where a node was expected", p.describe())
	}
	for first := true; !p.accept(end); first = false {
		if !first {
			p.expect(",")
		}
		if p.tok.kind == tLabel {
			name := p.tok.text
			p.next()
			n.Fields = append(n.Fields, Field{name, p.mdRef()})
			continue
		}
		n.Elems = append(n.Elems, p.mdRef())
	}
	return n
}

// Node returns what an operand refers to; nil: it is no node, or there is no such one. What cannot be read is
// none.
func (m *Module) Node(r MDRef) *Node {
	switch r.Kind {
	case MDInline:
		return r.Node
	case MDNode:
		return m.NodeAt(int(r.N))
	}
	return nil
}

// NodeAt returns the node with a number; nil: there is none, or it cannot be read.
func (m *Module) NodeAt(id int) *Node {
	if id < 0 || id >= len(m.nodes) || m.nodes[id].off == 0 {
		return nil
	}
	at := &m.nodes[id]
	if at.node == nil {
		at.node = m.readNode(at.off)
		at.node.ID = id
	}
	return at.node
}

func (m *Module) readNode(off int) (n *Node) {
	p := &parser{lexer: lexer{file: m.File, src: m.text, off: off}, m: m}
	defer func() {
		if r := recover(); r != nil {
			var err error
			p.recovered(r, &err)
			n = &Node{}
		}
	}()
	p.next()
	return p.node()
}

// List returns the nodes of named metadata, as of llvm.dbg.cu.
func (m *Module) List(name string) []*Node {
	var out []*Node
	for _, id := range m.lists[name] {
		if n := m.NodeAt(int(id)); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// Field returns a field of the node, null if it has none of that name or n is nil.
func (n *Node) Field(name string) MDRef {
	if n == nil {
		return MDRef{}
	}
	for _, f := range n.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return MDRef{}
}

// Str is a field that is a string.
func (n *Node) Str(name string) string { return n.Field(name).Text }

// Int is a field that is a number.
func (n *Node) Int(name string) int64 {
	f := n.Field(name)
	if f.Kind == MDValue && f.Value.Kind == ConstInt {
		return int64(f.Value.N)
	}
	return f.N
}
