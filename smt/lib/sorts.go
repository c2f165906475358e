package lib

import (
	"strconv"

	"whittle.dev/term"
)

// maxBits bounds the width of bit-vectors in scripts, so that a few characters cannot ask for gigabytes.
const maxBits = 1 << 20

// maxSortDepth bounds how deeply sorts nest.
const maxSortDepth = 500

// sortDef is what define-sort defines, or an uninterpreted sort.
type sortDef struct {
	sort   term.Sort
	params []string
	body   Node
}

// sort reads a sort.
func (p *parser) sort(n *Node) (term.Sort, error) { return p.sortIn(n, nil, 0) }

// sortIn reads a sort in which names stand for sorts.
func (p *parser) sortIn(n *Node, names map[string]term.Sort, depth int) (term.Sort, error) {
	if depth > maxSortDepth {
		return 0, errorf(n.Pos, "sorts nest too deeply")
	}
	if n.Kind == Symbol {
		return p.sortApp(n, nil, names, depth)
	}
	if n.Kind != List || len(n.List) == 0 {
		return 0, errorf(n.Pos, "expected a sort, found %s", abbreviate(n))
	}
	if n.isApp("_") {
		if len(n.List) == 3 && n.List[1].is("BitVec") {
			w, err := index(&n.List[2])
			if err != nil {
				return 0, err
			}
			if w < 1 || w > maxBits {
				return 0, errorf(n.List[2].Pos, "bit-vectors have 1 to %d bits, not %d", maxBits, w)
			}
			return term.BitVec(w), nil
		}
		return 0, errorf(n.Pos, "the sort %s is not supported", abbreviate(n))
	}
	args := make([]term.Sort, 0, len(n.List)-1)
	for i := range n.List[1:] {
		s, err := p.sortIn(&n.List[i+1], names, depth+1)
		if err != nil {
			return 0, err
		}
		args = append(args, s)
	}
	return p.sortApp(&n.List[0], args, names, depth)
}

// sortApp applies the sort constructor head.
func (p *parser) sortApp(head *Node, args []term.Sort, names map[string]term.Sort, depth int) (term.Sort,
	error) {
	if head.Kind != Symbol {
		return 0, errorf(head.Pos, "expected a sort, found %s", abbreviate(head))
	}
	if s, ok := names[head.Text]; ok && len(args) == 0 {
		return s, nil
	}
	if d := p.sorts[head.Text]; d != nil {
		if len(args) != len(d.params) {
			return 0, errorf(head.Pos, "the sort %s takes %d parameters, not %d", head.Text, len(d.params),
				len(args))
		}
		if d.sort != 0 {
			return d.sort, nil
		}
		inner := make(map[string]term.Sort, len(args))
		for i, a := range args {
			inner[d.params[i]] = a
		}
		return p.sortIn(&d.body, inner, depth+1)
	}
	switch {
	case head.Text == "Bool" && len(args) == 0:
		return term.Bool, nil
	case head.Text == "Int" && len(args) == 0:
		return term.Int, nil
	case head.Text == "Real" && len(args) == 0:
		return term.Real, nil
	case head.Text == "Array" && len(args) == 2:
		return p.st.ArraySort(args[0], args[1]), nil
	}
	switch head.Text {
	case "Bool", "Int", "Real", "Array":
		return 0, errorf(head.Pos, "the sort %s does not take %d parameters", head.Text, len(args))
	case "Float16", "Float32", "Float64", "Float128", "RoundingMode", "String", "RegLan":
		return 0, errorf(head.Pos, "the sort %s is not supported", head.Text)
	}
	return 0, errorf(head.Pos, "unknown sort %s", head.Text)
}

// index reads a numeral that is a parameter of an operator or a sort.
func index(n *Node) (int, error) {
	if n.Kind != Numeral {
		return 0, errorf(n.Pos, "expected a numeral, found %s", abbreviate(n))
	}
	v, err := strconv.ParseUint(n.Text, 10, 31)
	if err != nil {
		return 0, errorf(n.Pos, "the numeral %s is too large here", abbreviate(n))
	}
	return int(v), nil
}

// abbreviate returns the text of an S-expression for a message.
func abbreviate(n *Node) string {
	if n.Kind == List && len(n.List) > 8 {
		head := n.List[0].String()
		return "(" + head[:min(len(head), 40)] + " ...)"
	}
	s := []rune(n.String())
	if len(s) > 60 {
		return string(s[:57]) + "..."
	}
	return string(s)
}
