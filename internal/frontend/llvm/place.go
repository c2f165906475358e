package llvm

import (
	"path/filepath"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
)

// place is where people find a function.
func (l *lowerer) place(files *source.Files, function string) source.Pos {
	s := l.shadows[function]
	if s == nil {
		return source.Pos{}
	}
	if s.fn == nil {
		return inText(files, s.m, s.v.Off)
	}
	if n := s.m.NodeAt(int(s.fn.Dbg)); n != nil {
		return source.Pos{File: l.file(files, s.m, s.m.Node(n.Field("file"))), Line: int32(n.Int("line")),
			Col: 1}
	}
	return inText(files, s.m, s.fn.Off)
}

func inText(files *source.Files, m *ir.Module, off int) source.Pos {
	line, col := m.Position(off)
	return source.Pos{File: files.Add(m.File), Line: int32(line), Col: int32(col)}
}

// file is the number of the file that a DIFile names; its text is remembered if it is there.
func (l *lowerer) file(files *source.Files, m *ir.Module, n *ir.Node) int32 {
	name := n.Str("filename")
	if name == "" {
		name = m.File
	}
	id := files.Add(name)
	if _, ok := files.Text(id); !ok {
		text, err := l.cfg.Read(name)
		if err != nil && !filepath.IsAbs(name) {
			text, err = l.cfg.Read(filepath.Join(n.Str("directory"), name))
		}
		if err == nil {
			files.SetText(id, text)
		}
	}
	return id
}

// at is the place of an instruction: that of the innermost function that was inlined there and is none of a
// library, if there is one.
func (l *lowerer) at(files *source.Files, m *ir.Module, in *ir.Instr) source.Pos {
	n := m.NodeAt(int(in.Dbg))
	if n == nil {
		if in.Dbg < 0 && len(m.List("llvm.dbg.cu")) == 0 {
			return inText(files, m, in.Off)
		}
		return source.Pos{}
	}
	file := fileOf(m, n)
	inner, innerFile := n, file
	for range 100 {
		outer := m.Node(n.Field("inlinedAt"))
		if file == nil || outer == nil || !isLibraryFile(fileName(m, file)) {
			break
		}
		n, file = outer, fileOf(m, outer)
	}
	if file == nil || isLibraryFile(fileName(m, file)) {
		n, file = inner, innerFile
	}
	if file == nil {
		return source.Pos{}
	}
	return source.Pos{File: l.file(files, m, file), Line: int32(n.Int("line")), Col: int32(n.Int("column"))}
}

// fileOf is the file of a place; nil: it is not known.
func fileOf(m *ir.Module, place *ir.Node) *ir.Node {
	scope := m.Node(place.Field("scope"))
	for range 100 {
		if f := m.Node(scope.Field("file")); f != nil {
			return f
		}
		if scope = m.Node(scope.Field("scope")); scope == nil {
			break
		}
	}
	return nil
}

// inlinedSection is the atomic function from which an instruction was inlined; empty: there is none. What
// was one section no longer is.
func inlinedSection(m *ir.Module, in *ir.Instr) string {
	n := m.NodeAt(int(in.Dbg))
	for range 100 {
		outer := m.Node(n.Field("inlinedAt"))
		if outer == nil {
			break
		}
		scope := m.Node(n.Field("scope"))
		for depth := 0; scope != nil && scope.Kind != "DISubprogram" && depth < 100; depth++ {
			scope = m.Node(scope.Field("scope"))
		}
		if name := scope.Str("name"); isAtomic(name) {
			return name
		}
		n = outer
	}
	return ""
}

// isAtomic reports whether the body of a function of a name is one atomic section.
func isAtomic(name string) bool {
	return strings.HasPrefix(name, "__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
		name != "__VERIFIER_atomic_end"
}

// typeName is what people call a type of debug information, and whether it is one of signed integers.
func typeName(m *ir.Module, ref ir.MDRef) (name string, signed bool) {
	return typeNameAt(m, m.Node(ref))
}

func typeNameAt(m *ir.Module, n *ir.Node) (name string, signed bool) {
	suffix := "" // the stars of pointers
	settled := func(own string) {
		if name == "" {
			name = own + suffix
		}
	}
	isNumber := true // no pointer was met
	for depth := 0; n != nil && depth < maxNesting; depth++ {
		own := n.Str("name")
		switch tag := n.Field("tag").Text; {
		case n.Kind == "DIBasicType":
			settled(own)
			return name, isNumber && strings.HasPrefix(n.Field("encoding").Text, "DW_ATE_signed")
		case tag == "DW_TAG_pointer_type":
			isNumber = false
			if suffix == "" {
				suffix = " "
			}
			suffix = " *" + strings.TrimPrefix(suffix, " ")
		case own != "" && tagWords[tag] != "":
			settled(strings.TrimSpace(tagWords[tag] + own))
			if tag != "DW_TAG_typedef" {
				return name, false
			}
		case n.Kind == "DISubroutineType" || tag == "DW_TAG_array_type":
			settled("type")
			return name, false
		}
		n = m.Node(n.Field("baseType"))
	}
	settled("void")
	return name, false
}

// tagWords are the words in front of the names of types, by their tags.
var tagWords = map[string]string{"DW_TAG_structure_type": "struct ", "DW_TAG_union_type": "union ",
	"DW_TAG_enumeration_type": "enum ", "DW_TAG_class_type": " ", "DW_TAG_typedef": " "}
