// Package layout computes where gcc puts things in memory: the sizes and alignments of C types, the offsets
// of members and the bits of bit-fields, for x86-64 (LP64) and i386 (ILP32).
//
// The parser's own numbers are not used. They are wrong for packed structs,
// #pragma pack, aligned members and bit-fields of mixed widths. A Layout is
// given the syntax trees of the program, because the parser's types do not carry the attributes of members:
//
//	l := layout.New(layout.LP64)
//	l.AddUnit(ast, packAt)
//	size, err := l.Sizeof(t)
//	fields, err := l.Fields(t)
//
// The rules are those of the System V ABI for x86-64 and i386, in the form in which gcc 12 implements them
// (its stor-layout.c): a bit-field does not cross more units of its type's alignment than its type itself
// does, an unnamed bit-field of width zero aligns what follows, packing removes both rules, and on i386
// members of eight-byte types are aligned to four.
//
// Known limits: structs that contain nothing but unnamed bit-fields give an
// error unless these have width zero; attributes of enumerations are not seen.
package layout
