package parse

import (
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// Unit is one translation unit.
type Unit struct {
	AST  *cc.AST
	Name string // the file's name as given; empty for the models
	// cfg is the configuration that holds for the file; nil for the models.
	cfg *Config
	// Model marks the unit of the library models, the last one.
	Model bool
	// Forms are, for the models, the suffixes of those forms that the program needs.
	Forms []string
	// Texts are the files of the unit by the name the parser knows.
	Texts map[string]*ctext.Text
	// part is what was parsed of the texts; nil: all of them.
	part *prune.Selection
	// absent are headers that are not found and are taken to be empty.
	absent []absentHeader
	// opened are the embedded headers that were included.
	opened []string
	packs  *packTable
	// excess are the places of initialisers that the parser has refused because there is nothing for them to
	// initialise.
	excess []token.Position
	Files  *source.Files
	Types  *ctype.Typer
	// macros are the macros of the unit, once somebody has asked for one.
	macros *macroBodies
	// parts are those of the definitions of macros, once somebody has asked for one.
	parts map[*byte]syntax.MacroPart
}

// Pos turns a place in the parser's terms into one in the terms of the original source. Places in the
// embedded headers are named like "<stdlib.h>".
func (u *Unit) Pos(p token.Position) source.Pos {
	if p.Line <= 0 {
		return source.Pos{}
	}
	if t := u.Texts[p.Filename]; t != nil {
		return t.Pos(p.Line, p.Column)
	}
	if t := u.Texts[u.Name]; t != nil && p.Filename == EndName {
		return t.End()
	}
	return source.Pos{File: u.Files.Add(peopleName(p.Filename)), Line: int32(p.Line), Col: int32(p.Column)}
}

// Pack returns the alignment limit that #pragma pack sets at p, 0 for none.
func (u *Unit) Pack(p token.Position) uint64 { return u.packs.at(p) }

func peopleName(name string) string {
	if rest, ok := strings.CutPrefix(name, library.HeaderDir+"/"); ok {
		return "<" + rest + ">"
	}
	if rest, ok := strings.CutPrefix(name, library.ModelDir+"/"); ok {
		return "<models/" + rest + ">"
	}
	return name
}

// partOf returns what the unit needs of an embedded text or an input file.
func (u *Unit) partOf(name string, whole []byte) []byte {
	if u.part != nil {
		if text, ok := u.part.Text(name); ok {
			return text
		}
	}
	return whole
}

// Trees lists the syntax trees of the program, without that of the models.
func Trees(units []*Unit) []*cc.AST {
	var program []*cc.AST
	for _, u := range units {
		if !u.Model {
			program = append(program, u.AST)
		}
	}
	return program
}
