package llvm

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
)

func TestLayouts(t *testing.T) {
	m, err := ir.ReadString("a.ll", `
!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!1 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", size: 192, elements: !2)
!2 = !{!3, !4, !6, !7}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "n", baseType: !0, size: 32)
!4 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !5, size: 64, offset: 64)
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64)
!6 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !8, size: 64, offset: 128)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "bit", baseType: !0, size: 3, offset: 160, flags: DIFlagBitField)
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !0, size: 64, elements: !9)
!9 = !{!10, !11}
!10 = !DISubrange(count: 2)
!11 = !DISubrange(count: 1)
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "list", baseType: !1)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "loop", baseType: !13)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, elements: !9)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, size: 64)
`)
	if err != nil {
		t.Fatal(err)
	}
	for node, want := range map[int64]string{
		0: "int:4 signed",
		8: "int [2][1]:8 2*(int [1]:4 1*(int:4 signed))",
		12: "list:24 n@0(int:4 signed) next@8(struct node *:8) " +
			"a@16(int [2][1]:8 2*(int [1]:4 1*(int:4 signed)))",
		13: "none",
		14: "none",
		15: "void *:8",
		99: "none",
	} {
		if got := told(layouts{}.of(m, ir.MDRef{Kind: ir.MDNode, N: node})); got != want {
			t.Errorf("!%d is\n%s, want\n%s", node, got, want)
		}
	}
}

func told(l *cfa.Layout) string {
	if l == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d", l.Type, l.Size)
	if l.Signed {
		b.WriteString(" signed")
	}
	if l.Elem != nil {
		fmt.Fprintf(&b, " %d*(%s)", l.Len, told(l.Elem))
	}
	for _, f := range l.Fields {
		fmt.Fprintf(&b, " %s@%d(%s)", f.Name, f.Offset, told(f.Layout))
	}
	return b.String()
}
