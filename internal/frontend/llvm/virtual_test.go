package llvm

import (
	"fmt"
	"testing"
)

// Two classes that have nothing to do with each other, each with a virtual function in the same place, and a
// call of which class says.
const virtualClasses = `
@_ZTI1A = constant ptr null
@_ZTI1B = constant ptr null
@_ZTV1A = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI1A, ptr @a] }%s
@_ZTV1B = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI1B, ptr @b] }%s
define i32 @a(ptr %%this) {
	ret i32 1
}
define i32 @b(ptr %%this) {
	ret i32 2
}
define i32 @main() {
	%%x = alloca ptr
	store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV1A, i32 0, i32 0, i32 2), ptr %%x
	%%y = alloca ptr
	store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV1B, i32 0, i32 0, i32 2), ptr %%y
	%%vtable = load ptr, ptr %%x
	%%t = call i1 @llvm.type.test(ptr %%vtable, metadata !%s)
	call void @llvm.assume(i1 %%t)
	%%vfn = getelementptr inbounds ptr, ptr %%vtable, i64 0
	%%f = load ptr, ptr %%vfn
	%%r = call i32 %%f(ptr %%x)
	ret i32 %%r
}
declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)
!0 = !{i64 16, !"_ZTS1A"}
!1 = !{i64 16, !"_ZTS1B"}
!2 = !{i64 8, !"_ZTS1A"}
!3 = !{i64 16, !4}
!4 = distinct !{}
`

// TestVirtualCallsOfAClass: a virtual call comes to functions of the class that the module says, and to all
// where the tables have no types.
func TestVirtualCallsOfAClass(t *testing.T) {
	for _, x := range []struct{ name, a, b, class, want string }{
		{"of one class", ", !type !0", ", !type !1", `"_ZTS1A"`, "[a]"},
		{"of the other one", ", !type !0", ", !type !1", `"_ZTS1B"`, "[b]"},
		{"another address point", ", !type !2", ", !type !1", `"_ZTS1A"`, "[]"},
		{"a class of one module", ", !type !3", ", !type !1", "4", "[a]"},
		{"both", ", !type !0", ", !type !0, !type !1", `"_ZTS1A"`, "[a b]"},
		{"a table without types", "", ", !type !1", `"_ZTS1A"`, "[a]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			l, m := reached(t, fmt.Sprintf(virtualClasses, x.a, x.b, x.class))
			main := l.lookup(m, "main")
			body, err := main.fn.Body()
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for i := range body.Blocks[0].Instrs {
				in := &body.Blocks[0].Instrs[i]
				if in.Call == nil {
					continue
				}
				targets, _ := l.virtualTargets(m, body, in)
				for _, s := range targets {
					names = append(names, s.name)
				}
				if isTypeTest(in) && !isAssumed(body, in.Res) {
					t.Error("the test is not only assumed")
				}
			}
			if got := fmt.Sprint(names); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
