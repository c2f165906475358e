package ir_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
)

// describe prints what was read of a module, with all bodies, one thing a line.
func describe(m *ir.Module) (string, error) {
	var b strings.Builder
	for _, g := range m.Globals {
		fmt.Fprintf(&b, "@%s %v align %d tls %v const %v init %v\n", g.Name, g.Type, g.Align, g.ThreadLocal,
			g.Constant, value(g.Init))
	}
	for _, f := range m.Functions {
		fmt.Fprintf(&b, "@%s %v\n", f.Name, f.Type)
		body, err := f.Body()
		if err != nil {
			return "", err
		}
		if body == nil {
			continue
		}
		for i, block := range body.Blocks {
			fmt.Fprintf(&b, "%d %s:\n", i, block.Name)
			for j := range block.Instrs {
				in := &block.Instrs[j]
				fmt.Fprintf(&b, "  %d = %v %v %v", in.Res, in.Op, in.Type, in.Targets)
				for _, a := range in.Args {
					fmt.Fprintf(&b, " %s", value(a))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String(), nil
}

func value(v ir.Value) string {
	switch v.Kind {
	case ir.None:
		return "none"
	case ir.Local:
		return fmt.Sprintf("%%%d", v.N)
	case ir.ConstInt, ir.ConstFloat:
		if v.X != nil {
			return v.X.Big.Text(16)
		}
		return fmt.Sprintf("%x", v.N)
	case ir.Global:
		return "@" + v.X.Name
	case ir.Bytes:
		return fmt.Sprintf("%q", v.X.Name)
	case ir.Aggregate, ir.Expr:
		parts := []string{v.Type.String()}
		if v.Kind == ir.Expr {
			parts[0] = v.X.Op.String()
		}
		for _, e := range v.X.Elems {
			parts = append(parts, value(e))
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	return fmt.Sprintf("kind%d", v.Kind)
}

// TestBothPointers: a module with types of pointers and the same one without them are read alike.
func TestBothPointers(t *testing.T) {
	const typed = `%struct.s = type { i32, %struct.s* }
@g = global %struct.s { i32 1, %struct.s* @g }, align 8
@p = internal thread_local constant i8* bitcast (%struct.s* @g to i8*)
define i32 @f(%struct.s* noundef %0, i32 (i8*)* %fp) #0 {
  %2 = getelementptr inbounds %struct.s, %struct.s* %0, i32 0, i32 0
  %3 = load i32, i32* %2, align 4
  %4 = call i32 %fp(i8* null) #1
  %5 = call i32 (i8*, ...) @printf(i8* getelementptr ([2 x i8], [2 x i8]* @s, i64 0, i64 0), i32 %3)
  store volatile i32 %4, i32* %2, align 4
  ret i32 %3
}
@s = private constant [2 x i8] c"\0A\00"
declare i32 @printf(i8*, ...)
`
	const opaque = `%struct.s = type { i32, ptr }
@g = global %struct.s { i32 1, ptr @g }, align 8
@p = internal thread_local constant ptr bitcast (ptr @g to ptr)
define i32 @f(ptr noundef %0, ptr %fp) #0 {
  %2 = getelementptr inbounds %struct.s, ptr %0, i32 0, i32 0
  %3 = load i32, ptr %2, align 4
  %4 = call i32 %fp(ptr null) #1
  %5 = call i32 (ptr, ...) @printf(ptr getelementptr ([2 x i8], ptr @s, i64 0, i64 0), i32 %3)
  store volatile i32 %4, ptr %2, align 4
  ret i32 %3
}
@s = private constant [2 x i8] c"\0A\00"
declare i32 @printf(ptr, ...)
`
	var got []string
	for _, text := range []string{typed, opaque} {
		m, err := ir.ReadString("a.ll", text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := describe(m)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s)
	}
	if got[0] != got[1] {
		t.Errorf("with types:\n%s\nwithout:\n%s", got[0], got[1])
	}
	const want = `@g %struct.s align 8 tls false const false init (%struct.s 1 @g)
@p ptr align 0 tls true const true init (bitcast @g)
@s [2 x i8] align 0 tls false const true init "\n\x00"
@f i32 (ptr, ptr)
0 1:
  2 = getelementptr ptr [] %0 0 0
  3 = load i32 [] %2
  4 = call i32 [] kind4
  5 = call i32 [] (getelementptr @s 0 0) %3
  -1 = store void [] %4 %2
  -1 = ret void [] %3
@printf i32 (ptr, ...)
`
	if got[0] != want {
		t.Errorf("got\n%s\nwant\n%s", got[0], want)
	}
}

// TestInstructions reads one instruction each and compares its operation, type and operands.
func TestInstructions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"%r = add nuw nsw i32 %x, -1", "add i32 [] %0 ffffffff"},
		{"%r = udiv exact i128 1, 340282366920938463463374607431768211455",
			"udiv i128 [] 1 ffffffffffffffffffffffffffffffff"},
		{"%r = fadd fast float 1.5, 0x3FB99999A0000000", "fadd float [] 3fc00000 3dcccccd"},
		{"%r = fneg double %d", "fneg double [] %2"},
		{"%r = fmul x86_fp80 0xK3FFF8000000000000000, 0xK00000000000000000000",
			"fmul x86_fp80 [] 3fff8000000000000000 0"},
		{"%r = icmp samesign slt i32 %x, 7", "icmp i1 [] %0 7"},
		{"%r = icmp eq <2 x i32> zeroinitializer, <i32 1, i32 2>", "icmp <2 x i1> [] kind7 (<2 x i32> 1 2)"},
		{"%r = fcmp uno double %d, 0.0", "fcmp i1 [] %2 0"},
		{"%r = zext nneg i32 %x to i64", "zext i64 [] %0"},
		{"%r = inttoptr i64 8 to i8*", "inttoptr ptr [] 8"},
		{"%r = select i1 true, i32 %x, i32 undef", "select i32 [] 1 %0 kind5"},
		{"%r = freeze i32 poison", "freeze i32 [] kind6"},
		{"%r = alloca [4 x i8], i32 2, align 16", "alloca ptr [] 2"},
		{"%r = load atomic volatile i32, ptr %p syncscope(\"singlethread\") acquire, align 4, !dbg !3",
			"load i32 [] %1"},
		{"store atomic i32 %x, ptr %p release, align 4", "store void [] %0 %1"},
		{"fence seq_cst", "fence void []"},
		{"%r = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4",
			"cmpxchg { i32, i1 } [] %1 0 1"},
		{"%r = atomicrmw uinc_wrap ptr %p, i32 %x seq_cst", "atomicrmw i32 [] %1 %0"},
		{"%r = getelementptr inbounds nuw { i32, [2 x i8] }, ptr %p, i64 0, i32 1, i64 %w",
			"getelementptr ptr [] %1 0 1 %3"},
		{"%r = extractvalue { i32, { i8, double } } undef, 1, 1", "extractvalue double [] kind5"},
		{"%r = insertvalue { i32, i8 } poison, i8 3, 1", "insertvalue { i32, i8 } [] kind6 3"},
		{"%r = extractelement <2 x i32> <i32 1, i32 2>, i32 %x", "extractelement i32 [] (<2 x i32> 1 2) %0"},
		{"%r = shufflevector <2 x i8> undef, <2 x i8> poison, <4 x i32> zeroinitializer",
			"shufflevector <4 x i8> [] kind5 kind6 kind7"},
		{"%r = va_arg ptr %p, i32", "va_arg i32 [] %1"},
		{"call void asm sideeffect \"nop\", \"~{memory}\"() #3, !srcloc !4", "call void []"},
		{"%r = tail call fastcc noundef signext i16 @h(i32 noundef 3, ptr byval(%t) align 8 %p) [ " +
			"\"x\"(i32 1) ]",
			"call i16 [] 3 %1"},
		{"%r = call range(i32 0, 10) i32 @k() nounwind memory(none)", "call i32 []"},
		{"call void @llvm.dbg.declare(metadata ptr %p, metadata !9, metadata !DIExpression()), !dbg !3",
			"dbg_declare void [] %1"},
		{"call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 1), metadata !9, metadata " +
			"!DIExpression(DW_OP_LLVM_arg, 0)), !dbg !3", "dbg_value void []"},
		{"#dbg_value(i32 %x, !9, !DIExpression(DW_OP_plus_uconst, 4), !3)", "dbg_value void [] %0"},
		{"#dbg_label(!9, !3)", "dbg_... void []"},
		{"br i1 %c, label %q, label %5", "br void [2 3] %4"},
		{"switch i32 %x, label %q [\n i32 1, label %5\n i32 -2, label %q ], !dbg !3",
			"switch void [2 3 2] %0 1 fffffffe"},
		{"indirectbr ptr %p, [label %q, label %5]", "indirectbr void [2 3] %1"},
		{"%r = invoke i32 @k() to label %q unwind label %5", "invoke i32 [2 3]"},
		{"ret void", "ret void []"},
		{"unreachable", "unreachable void []"},
		{"resume { ptr, i32 } undef", "resume void [] kind5"},
	} {
		text := "%t = type opaque\ndefine void @f(i32 %x, ptr %p, double %d, i64 %w, i1 %c) {\nentry:\n  " +
			c.text + "\n"
		m, err := ir.ReadString("a.ll", text+"  unreachable\nq:\n unreachable\n5: unreachable\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		body, err := function(m, "f").Body()
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		in := &body.Blocks[0].Instrs[0]
		got := fmt.Sprintf("%v %v %v", in.Op, in.Type, in.Targets)
		for _, a := range in.Args {
			got += " " + value(a)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestPhiAndNumbers: what has no name is numbered as LLVM does, also the first block.
func TestPhiAndNumbers(t *testing.T) {
	m, err := ir.ReadString("a.ll", `define i32 @f(i32 %0) {
  add i32 %0, 1
  br label %3
3:
  %4 = phi i32 [ %2, %1 ], [ %5, %3 ], !dbg !0
  %5 = sub i32 %4, 1
  br label %3
}`)
	if err != nil {
		t.Fatal(err)
	}
	body, err := function(m, "f").Body()
	if err != nil {
		t.Fatal(err)
	}
	phi := &body.Blocks[1].Instrs[0]
	if fmt.Sprint(phi.Targets) != "[0 1]" || body.Slots[phi.Args[0].N].Name != "2" {
		t.Errorf("%v %v %v", phi.Targets, phi.Args, body.Slots)
	}
}

// TestMetadata reads nodes on demand.
func TestMetadata(t *testing.T) {
	m, err := ir.ReadString("a.ll", `!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, flags: DIFlagA | DIFlagB, isOptimized: false)
!1 = !DIFile(filename: "a \22b\22.c", directory: "/x")
!2 = !{i32 7, !"PIC Level", !3, null, !{!"inner"}}
!3 = !DIExpression(DW_OP_plus_uconst, 4)
!5 = !{}
`)
	if err != nil {
		t.Fatal(err)
	}
	cu := m.List("llvm.dbg.cu")
	if len(cu) != 1 || cu[0].Kind != "DICompileUnit" || cu[0].Field("flags").Text != "DIFlagA | DIFlagB" {
		t.Fatalf("%+v", cu)
	}
	if got := m.Node(cu[0].Field("file")).Str("filename"); got != `a "b".c` {
		t.Errorf("filename %q", got)
	}
	tuple := m.NodeAt(2)
	if len(tuple.Elems) != 5 || tuple.Elems[0].Value.N != 7 || tuple.Elems[1].Text != "PIC Level" ||
		m.Node(tuple.Elems[2]).Elems[1].N != 4 || tuple.Elems[4].Node.Elems[0].Text != "inner" {
		t.Errorf("%+v", tuple)
	}
	if m.NodeAt(4) != nil || m.NodeAt(99) != nil || m.NodeAt(-1) != nil {
		t.Error("a node that there is not")
	}
}

// TestErrors: the place of each mistake is told.
func TestErrors(t *testing.T) {
	deep := strings.Repeat("[1 x ", 2000)
	for _, c := range []struct{ text, want string }{
		{"define void @f() {\n  ret void\n", "a.ll:1:18: error: a function without an end"},
		{"define void @f() {\n  frob i32 1\n}",
			"a.ll:2:3: error: \"frob\" where an instruction was expected"},
		{"define void @f() {\n  ret i32 %x\n}", "a.ll:2:11: error: %x is not defined"},
		{"define void @f() {\n  br label %x\n}", "a.ll:2:12: error: there is no block %x"},
		{"define void @f(i32 %x) {\n  %x = add i32 1, 2\n ret void\n}",
			"a.ll:2:3: error: %x is defined twice"},
		{"define void @f() {\n  %x = alloca i32\n}", "a.ll:3:1: error: the block %0 has no end"},
		{"@g = global i32 \"x\"", "a.ll:1:17: error: \"\\\"x\\\"\" where a value was expected"},
		{"@g = global " + deep, "a.ll:1:5013: error: this lies in more than 1000 others"},
		{"@g = global i32 0\n@g = global i32 1", "a.ll:2:1: error: @g is defined twice"},
		{"!99999999999 = !{}", "a.ll:1:1: error: the number of the node !99999999999 is too large"},
		{"@g = global float 0xK1", "a.ll:1:19: error: \"0xK1\" is no number of type float"},
		{"what", "a.ll:1:1: error: \"what\" where a definition was expected"},
		{"BC\xc0\xde", "a.ll: error: this is bitcode, not text"},
		{"@g = global [3 x i8] c\"ab", "a.ll:1:22: error: a string without an end"},
	} {
		m, err := ir.ReadString("a.ll", c.text)
		if err == nil && function(m, "f") != nil {
			_, err = function(m, "f").Body()
		}
		var place *source.FileError
		if err == nil || err.Error() != c.want || !errors.As(err, &place) {
			t.Errorf("%.60q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// TestLayout compares sizes and offsets with those of clang on x86.
func TestLayout(t *testing.T) {
	const x64 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
	const x32 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
	for _, c := range []struct {
		layout, typ string
		size, align uint64
	}{
		{x64, "i1", 1, 1}, {x64, "i33", 8, 8}, {x64, "i64", 8, 8}, {x32, "i64", 8, 4}, {x64, "i128", 16, 16},
		{x64, "ptr", 8, 8}, {x32, "ptr", 4, 4}, {x64, "x86_fp80", 16, 16}, {x32, "x86_fp80", 12, 4},
		{x32, "double", 8, 4}, {x64, "{ i8, i32, i8 }", 12, 4}, {x64, "<{ i8, i32, i8 }>", 6, 1},
		{x64, "[3 x { i8, i16 }]", 12, 2}, {x64, "<4 x float>", 16, 16}, {x64, "<3 x i8>", 4, 4},
		{x64, "{}", 0, 1},
	} {
		m, err := ir.ReadString("a.ll", "target datalayout = \""+c.layout+"\"\n@g = external global "+c.typ)
		if err != nil {
			t.Fatal(err)
		}
		typ := m.Variable("g").Type
		size, ok := m.Layout.Size(typ)
		if align := m.Layout.Align(typ); !ok || size != c.size || align != c.align {
			t.Errorf("%s: size %d, align %d, want %d, %d", c.typ, size, align, c.size, c.align)
		}
	}
}

// function finds a function by its name.
func function(m *ir.Module, name string) *ir.Function {
	for _, f := range m.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// TestTypes: operands have the types that instructions need, else the place is told.
func TestTypes(t *testing.T) {
	for _, text := range []string{
		"%a = add i32 %w, 1",
		"%a = add double %d, 1.0",
		"%a = fadd i32 %x, 1",
		"%a = trunc i32 %x to i64",
		"%a = bitcast i32 %x to i64",
		"%a = inttoptr ptr %p to ptr",
		"br i32 %x, label %q, label %q",
		"%a = select i1 %c, i32 %x, i64 %w",
		"%a = load i32, i32 %x",
		"store void undef, ptr %p",
		"%a = getelementptr i8, ptr %p, double %d",
		"%a = icmp eq double %d, %d",
		"%a = insertvalue { i32, i64 } undef, i32 %x, 1",
		"%a = extractelement <2 x i32> zeroinitializer, double %d",
		"%a = call i32 (i32) %p(i64 %w)",
		"%a = call i32 (i32) %p()",
		"switch i32 %x, label %q [ i64 1, label %q ]",
		"ret i32 %x",
		"%a = add i32 ptrtoint (ptr @f to i64), 1",
		"store { i32, i32 } { i32 1, i64 2 }, ptr %p",
		"%a = atomicrmw add ptr %p, double %d seq_cst",
		"call void @llvm.dbg.value(i32 1, i32 2, i32 3)",
	} {
		m, err := ir.ReadString("a.ll", "define void @f(i32 %x, ptr %p, double %d, i64 %w, i1 %c) {\n  "+text+
			"\n  unreachable\nq:\n  unreachable\n}\n")
		if err == nil {
			_, err = function(m, "f").Body()
		}
		if err == nil || !strings.HasPrefix(err.Error(), "a.ll:2:") {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}
