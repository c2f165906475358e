package syntax

import (
	"iter"

	"modernc.org/cc/v4"
)

// What is below a node, the generated files say: the parser's trees could be walked by reflection alone, and
// that takes several times as long.

// Walk calls visit for a node and everything below it, the outer nodes first. It does not go below nodes for
// which visit returns false, and below others it meets what visit has left of them. Trees are as deep as
// expressions are and lists are long, so the nodes that are left to visit wait in a list.
func Walk(n cc.Node, visit func(n cc.Node) bool) {
	if IsNil(n) {
		return
	}
	var room [64]cc.Node
	for left := append(room[:0], n); len(left) > 0; {
		n, left = left[len(left)-1], left[:len(left)-1]
		if visit(n) {
			left = appendNodes(left, n)
		}
	}
}

// add appends a node if it is there.
func add(s []cc.Node, n cc.Node, there bool) []cc.Node {
	if !there {
		return s
	}
	return append(s, n)
}

// addToken appends a token if the text has it.
func addToken(s []*cc.Token, t *cc.Token) []*cc.Token {
	if t.Seq() == 0 {
		return s
	}
	return append(s, t)
}

// Externals lists the declarations and definitions of a unit.
func Externals(unit *cc.AST) iter.Seq[*cc.ExternalDeclaration] {
	return func(yield func(*cc.ExternalDeclaration) bool) {
		for tu := unit.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if ed := tu.ExternalDeclaration; ed != nil && !yield(ed) {
				return
			}
		}
	}
}

// WalkUnit is Walk for all that a unit declares.
func WalkUnit(unit *cc.AST, visit func(n cc.Node) bool) {
	for ed := range Externals(unit) {
		Walk(ed, visit)
	}
}
