package cfa

import "testing"

// TestPath names parts of objects.
func TestPath(t *testing.T) {
	num := &Layout{Type: "int", Size: 4}
	pair := &Layout{Type: "struct pair", Size: 8, Fields: []Field{{"a", 0, num}, {"b", 4, num}}}
	queue := &Layout{Type: "struct queue", Size: 28,
		Fields: []Field{{"n", 0, num}, {"items", 4, &Layout{Size: 24, Elem: pair, Len: 3}}}}
	both := &Layout{Type: "union", Size: 8, Fields: []Field{{"whole", 0, &Layout{Type: "long", Size: 8}},
		{"low", 0, num}}}
	char := &Layout{Type: "char", Size: 1}
	text := &Layout{Type: "struct text", Size: 4, Fields: []Field{{"n", 0, num},
		{"data", 4, &Layout{Elem: char}}}}
	for _, c := range []struct {
		l            *Layout
		size, off, n uint64
		want         string
	}{
		{text, 20, 0, 4, ".n"},
		{text, 20, 4, 1, ".data[0]"},
		{text, 20, 19, 1, ".data[15]"},
		{nil, 8, 0, 4, ""},
		{nil, 8, 4, 4, "+4"},
		{num, 4, 0, 4, ""},
		{num, 4, 1, 1, "+1"},
		{num, 12, 8, 4, "[2]"},
		{queue, 28, 0, 4, ".n"},
		{queue, 28, 16, 4, ".items[1].b"},
		{queue, 28, 12, 8, ".items[1]"},
		{queue, 56, 28, 4, "[1].n"},
		{both, 8, 0, 8, ".whole"},
		{both, 8, 0, 4, ".low"},
		{both, 8, 4, 4, ".whole+4"},
	} {
		if got, _ := c.l.Path(c.size, c.off, c.n); got != c.want {
			t.Errorf("%d bytes at %d of %d: %q, want %q", c.n, c.off, c.size, got, c.want)
		}
	}
}

func TestPointee(t *testing.T) {
	num := &Layout{Type: "int", Size: 4}
	pair := &Layout{Type: "struct pair", Size: 8, Fields: []Field{{"a", 0, num}, {"b", 4, num}}}
	queue := &Layout{Type: "struct queue", Size: 28,
		Fields: []Field{{"n", 0, num}, {"items", 4, &Layout{Size: 24, Elem: pair, Len: 3}}}}
	for _, c := range []struct {
		l         *Layout
		size, off uint64
		want      string
	}{
		{nil, 8, 0, ""},
		{nil, 8, 4, "+4"},
		{num, 4, 0, ""},
		{num, 4, 1, "+1"},
		{num, 12, 8, "[2]"},
		{pair, 8, 0, ""},
		{pair, 8, 4, ".b"},
		{pair, 8, 6, ".b+2"},
		{queue, 28, 4, ".items[0]"},
		{queue, 28, 12, ".items[1]"},
		{queue, 28, 16, ".items[1].b"},
		{queue, 56, 28, "[1]"},
		{&Layout{Size: 16, Elem: pair, Len: 2}, 16, 0, "[0]"},
		{&Layout{Size: 16, Elem: pair, Len: 2}, 16, 8, "[1]"},
		{pair, 8, 8, "+8"}, // after the end
	} {
		if got := c.l.Pointee(c.size, c.off); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.off, c.size, got, c.want)
		}
	}
}
