package llvm

import (
	"strings"
	"testing"
)

// TestRustPath reads names as rustc writes them.
func TestRustPath(t *testing.T) {
	for _, x := range []struct{ symbol, want string }{
		{"_RNvNtCsgEmfK2I1SDS_4core9panicking5panic", "core::panicking::panic"},
		{"_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_add_overflow",
			"core::panicking::panic_const::panic_const_add_overflow"},
		{"_RNvCs1_4prog4main", "prog::main"},
		{"_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc", "__rustc::__rust_alloc"},
		{"_ZN4core9panicking5panic17h0123456789abcdefE", "core::panicking::panic"},
		{"_ZNSt6thread4joinEv", ""},
		{"_ZN3std5thing4callEv", ""},
		{"_ZN99core17h0123456789abcdefE", ""},
		{"_RINvCs1_4core4callE", "core::call"},
		{"_RNvMNtNtNtNtCs1_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended",
			"std::sys::sync::mutex::futex::Mutex::lock_contended"},
		{"_RNvMsn_NtCs1_5alloc4syncINtB5_3ArcNtNtCs2_3std6thread5InnerE9drop_slowBM_",
			"alloc::sync::Arc::std::thread::Inner::drop_slow"},
		{"_RNvNtC", ""},
		{"_RNvNtCs", ""},
		{"_RNvNtCs1_4core99999999999999999999x", ""},
		{"_R", ""},
		{"main", ""},
	} {
		if got := strings.Join(rustPath(x.symbol), "::"); got != x.want {
			t.Errorf("%s: %q, want %q", x.symbol, got, x.want)
		}
	}
}

// TestPanics: functions of Rust's library that panic are told by their names, and what they say by the call.
func TestPanics(t *testing.T) {
	l, m := reached(t, `@text = constant [3 x i8] c"no!"
define void @main() {
	call void @_RNvNtCs1_4core9panicking5panic(ptr @text, i64 3, ptr null)
	call void @_RNvNtCs1_4core9panicking5panic(ptr @text, i64 7, ptr null)
	call void @_RNvNtNtCs1_4core9panicking11panic_const24panic_const_add_overflow(ptr null)
	call void @_ZN4core6option13expect_failed17h0123456789abcdefE(ptr @text, i64 3)
	call void @_RNvNtCs1_4core5slice16slice_index_fail(i64 1)
	call void @_RNvNtCs1_4core9panicking4cold()
	call void @_RNvNtCs1_3std7process5abort()
	ret void
}
declare void @_RNvNtCs1_4core9panicking5panic(ptr, i64, ptr) noreturn
declare void @_RNvNtNtCs1_4core9panicking11panic_const24panic_const_add_overflow(ptr) #0
declare void @_ZN4core6option13expect_failed17h0123456789abcdefE(ptr, i64) #0
declare void @_RNvNtCs1_4core5slice16slice_index_fail(i64) #0
declare void @_RNvNtCs1_4core9panicking4cold()
declare void @_RNvNtCs1_3std7process5abort() #0
attributes #0 = { cold noreturn }
`)
	body, err := l.lookup(m, "main").fn.Body()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"no!", "panic", "add overflow", "no!", "slice index fail", "", "", ""}
	for i := range body.Blocks[0].Instrs {
		in, got := &body.Blocks[0].Instrs[i], ""
		if in.Call != nil && l.panics(m, in) {
			got = l.panicText(m, in)
		}
		if got != want[i] {
			t.Errorf("instruction %d: %q, want %q", i, got, want[i])
		}
	}
}
