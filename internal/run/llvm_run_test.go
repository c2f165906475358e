package run_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/interp"
)

// TestLLVMRun runs small modules, which return what they compute.
func TestLLVMRun(t *testing.T) {
	for _, x := range []struct {
		name, globals, body string
		want                string
	}{
		{name: "integers wider than 128 bits",
			globals: "@g = global i264 " + new(big.Int).Lsh(big.NewInt(1), 255).String(),
			body: `
				%q = getelementptr i8, ptr @g, i64 31
				%t = load i8, ptr %q
				%u = zext i8 %t to i32
				%a = load i264, ptr @g
				%b = or i264 %a, 147573952589676412928 ; 8 << 64
				%c = shl i264 %b, 190
				store i264 %c, ptr @g
				%p = getelementptr i8, ptr @g, i64 32
				%h = load i8, ptr %p
				%i = zext i8 %h to i32
				%d = load i264, ptr @g
				%e = lshr i264 %d, 254
				%f = trunc i264 %e to i32
				%s = add i32 %i, %f
				%v = add i32 %s, %u
				ret i32 %v`, want: "138"},
		{name: "integers wider than 128 bits change places", body: `
				br label %loop
			loop:
				%x = phi i200 [ 1, %0 ], [ %y, %loop ]
				%y = phi i200 [ 5, %0 ], [ %x, %loop ]
				%i = phi i32 [ 0, %0 ], [ %j, %loop ]
				%j = add i32 %i, 1
				%more = icmp ult i32 %j, 4
				br i1 %more, label %loop, label %done
			done:
				%r = trunc i200 %x to i32
				ret i32 %r`, want: "5"},
		{name: "constants of old versions",
			globals: "@a = global [2 x i32] zeroinitializer\n@b = global i32 0",
			body: `ret i32 select (i1 icmp eq (ptr getelementptr ([2 x i32], ptr @a, i64 0, i64 1), ptr @b),
				i32 1,
				i32 mul (i32 sext (i8 xor (i8 zext (i1 icmp ne (ptr @a, ptr null) to i8), i8 3) to i32), i32 21))`,
			want: "42"},
		{name: "long doubles are copied", globals: "@g = global x86_fp80 0xK3FFF8000000000000000",
			body: `
				%x = alloca x86_fp80, align 16
				%a = load x86_fp80, ptr @g
				%n = fneg x86_fp80 %a
				store x86_fp80 %n, ptr %x
				%b = load x86_fp80, ptr %x
				store x86_fp80 %b, ptr @g
				%p = getelementptr i8, ptr @g, i64 9
				%h = load i8, ptr %p
				%i = zext i8 %h to i32
				ret i32 %i`, want: "191"},
		{name: "arithmetic with long doubles", globals: "@g = global x86_fp80 0xK3FFF8000000000000000",
			body: `
				%a = load x86_fp80, ptr @g
				%b = fadd x86_fp80 %a, %a
				ret i32 0`, want: "not supported fadd of numbers of type x86_fp80"},
		{name: "assembly without an effect", body: `
				%a = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 7)
				call void asm sideeffect "lock; nop\0A\09pause", "~{memory}"()
				ret i32 %a`, want: "7"},
		{name: "assembly that goes on elsewhere", body: `
				call void asm sideeffect "jmp *$0", "r"(ptr null)
				ret i32 0`, want: "not supported inline assembly"},
		{name: "a structure as a result of the library", globals: "declare i64 @div(i32, i32)", body: `
				%a = call i64 @div(i32 23, i32 7)
				%b = lshr i64 %a, 32
				%c = add i64 %a, %b
				%d = trunc i64 %c to i32
				ret i32 %d`, want: "5"},
		{name: "an array that lies elsewhere", globals: "@a = external global [0 x i32]", body: `
				store i32 3, ptr @a
				%a = load i32, ptr @a
				ret i32 %a`, want: "3"},
		{name: "what is found in a text lies in it",
			globals: "@t = private constant [4 x i8] c\"a,b\\00\"\ndeclare ptr @strchr(ptr, i32)",
			body: `
				%a = call ptr @strchr(ptr @t, i32 44)
				%b = icmp eq ptr %a, getelementptr (i8, ptr @t, i64 1)
				%c = zext i1 %b to i32
				ret i32 %c`, want: "1"},
		{name: "distances of two objects under clang's name for those in one",
			globals: "@a = global i32 1\n@b = global i32 2",
			body: `
				%p = ptrtoint ptr @a to i64
				%q = load i64, ptr @c
				%sub.ptr.sub = sub i64 %p, %q
				%r = add i64 %sub.ptr.sub, %q
				%s = inttoptr i64 %r to ptr
				%x = load i32, ptr %s
				ret i32 %x
			}
			@c = global ptr @b
			define void @unused() {
				ret void`, want: "not supported the distance of two objects"},
		{name: "distances in one object",
			globals: "@a = global [4 x i32] zeroinitializer\n@c = global ptr @a",
			body: `
				%p = ptrtoint ptr getelementptr (i32, ptr @a, i64 3) to i64
				%q = load i64, ptr @c
				%sub.ptr.sub = sub i64 %p, %q
				%r = trunc i64 %sub.ptr.sub to i32
				ret i32 %r`, want: "12"},
		{name: "a pair under clang's name for pointers to members",
			globals: "@g = global { i64, i64 } zeroinitializer",
			body: `
				%p = getelementptr { i64, i64 }, ptr @g, i32 0, i32 1
				store i64 8, ptr %p
				%v = load { i64, i64 }, ptr @g
				%memptr.adj = extractvalue { i64, i64 } %v, 1
				%q = getelementptr i8, ptr @g, i64 %memptr.adj
				%r = load i32, ptr %q
				ret i32 %r`, want: "not supported a pointer to a member that is computed"},
		{name: "a kind that is written into a mutex", globals: lockTwice, body: `
				%p = call ptr @malloc(i64 48)
				call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 48, i1 false)
				%q = getelementptr i8, ptr %p, i64 24
				store i32 2, ptr %q
				%m = getelementptr i8, ptr %p, i64 8
				%r = call i32 @twice(ptr %m)
				ret i32 %r`, want: "35"},
		{name: "a mutex with a kind that is copied",
			globals: "@c = private constant { { i32, i32, i32, i32, i32, [20 x i8] } } " +
				"{ { i32, i32, i32, i32, i32, [20 x i8] } { i32 0, i32 0, i32 0, i32 0, i32 2, " +
				"[20 x i8] zeroinitializer } }\n" + lockTwice,
			body: `
				%p = call ptr @malloc(i64 40)
				call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @c, i64 40, i1 false)
				%r = call i32 @twice(ptr %p)
				ret i32 %r`, want: "35"},
		{name: "a look at the first word of a mutex that has no kind",
			globals: "%union.pthread_mutex_t = type { [10 x i32] }\n@m = global %union.pthread_mutex_t " +
				"zeroinitializer\ndeclare i32 @pthread_mutex_lock(ptr)",
			body: `
				%a = call i32 @pthread_mutex_lock(ptr @m)
				%r = load i32, ptr getelementptr (%union.pthread_mutex_t, ptr @m, i32 0, i32 0, i32 0)
				ret i32 %r`, want: "1"},
		{name: "the largest alignment", body: `
				%x = alloca i32
				store i32 4, ptr %x
				%a = load i32, ptr %x, align 4294967296
				ret i32 %a`, want: "4"},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := fmt.Sprintf("target triple = \"x86_64-pc-linux-gnu\"\n%s\ndefine i32 @main() {\n%s\n}\n",
				x.globals, x.body)
			if got := runModule(t, text); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// lockTwice locks a mutex twice and returns what the second call says.
const lockTwice = `
	declare ptr @malloc(i64)
	declare i32 @pthread_mutex_lock(ptr)
	declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
	declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
	define i32 @twice(ptr %m) {
		%a = call i32 @pthread_mutex_lock(ptr %m)
		%b = call i32 @pthread_mutex_lock(ptr %m)
		ret i32 %b
	}`

// runModule says what the main function of a module returns, or why it does not.
func runModule(t *testing.T, text string) string {
	t.Helper()
	p, _, err := llvm.Load(t.Context(), llvm.Config{Files: []string{"a.ll"},
		Lowering: c.Config{Property: "unreach-call",
			Read: func(string) ([]byte, error) { return []byte(text), nil }}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	o, _, err := interp.Run(t.Context(), p, interp.RunOptions{Seed: 1, Output: &b, MaxSteps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if o.Kind != interp.Exited {
		return fmt.Sprintf("%v %s", o.Kind, o.What)
	}
	return b.String() + fmt.Sprint(o.Status)
}
