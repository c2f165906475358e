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

// at is the place of an instruction: that of the innermost function that was inlined there.
func (l *lowerer) at(files *source.Files, m *ir.Module, in *ir.Instr) source.Pos {
	n := m.NodeAt(int(in.Dbg))
	if n == nil {
		if in.Dbg < 0 && len(m.List("llvm.dbg.cu")) == 0 {
			return inText(files, m, in.Off)
		}
		return source.Pos{}
	}
	scope := m.Node(n.Field("scope"))
	for range 100 {
		if f := m.Node(scope.Field("file")); f != nil {
			return source.Pos{File: l.file(files, m, f), Line: int32(n.Int("line")),
				Col: int32(n.Int("column"))}
		}
		if scope = m.Node(scope.Field("scope")); scope == nil {
			break
		}
	}
	return source.Pos{}
}

// inlinedSection is the atomic function from which an instruction was inlined; empty: there is none. What was
// one section no longer is.
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
	suffix := ""
	n := m.Node(ref)
	for depth := 0; n != nil && depth < 20; depth++ {
		own := n.Str("name")
		tag := n.Field("tag").Text
		switch {
		case n.Kind == "DIBasicType":
			signed = suffix == "" && strings.HasPrefix(n.Field("encoding").Text, "DW_ATE_signed")
			return own + suffix, signed
		case tag == "DW_TAG_pointer_type":
			if suffix == "" {
				suffix = " "
			}
			suffix = " *" + strings.TrimPrefix(suffix, " ")
		case tag == "DW_TAG_structure_type" && own != "":
			return "struct " + own + suffix, false
		case tag == "DW_TAG_union_type" && own != "":
			return "union " + own + suffix, false
		case tag == "DW_TAG_enumeration_type" && own != "":
			return "enum " + own + suffix, false
		case tag == "DW_TAG_typedef" && own != "":
			_, signed = typeName(m, n.Field("baseType"))
			return own + suffix, signed && suffix == ""
		case n.Kind == "DISubroutineType" || tag == "DW_TAG_array_type":
			return "type" + suffix, false
		}
		n = m.Node(n.Field("baseType"))
	}
	return "void" + suffix, false
}
