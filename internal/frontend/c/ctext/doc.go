// Package ctext makes C files ready for the parser. Line markers are blanked and remembered, so that
// positions are those of the original source. Input that would make the parser, which is recursive, run away
// is refused. What the parser does not know, or gets wrong, is respelled: generic selections, the attribute
// mode, packed enumerations, character constants of several characters, and literals of wide characters.
//
//	text, err := ctext.New("a.c", content, layout.LP64, files)
//	p := text.Pos(3, 7) // what the parser calls a.c:3:7, as people know it
//
// A text remembers what was put into it and where, so that columns are found again. Lines keep their numbers.
package ctext
