package library_test

import (
	"testing"

	"whittle.dev/internal/frontend/c/library"
)

// TestForms checks which forms of the library models a program gets that is about locks and memory.
func TestForms(t *testing.T) {
	checkForms(t, []formCase{
		{"int main(void) { pthread_mutex_lock(&m); return 0; }", library.Needs{}, nil},
		{"int main(void) { pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); return 0; }",
			library.Needs{},
			[]string{"_kinds"}},
		{"int main(void) { pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL); return 0; }", library.Needs{},
			nil},
		{"int main(int n, char **v) { pthread_mutexattr_settype(&a, n); return 0; }", library.Needs{},
			[]string{"_kinds"}},
		{"int main(void) { pthread_mutexattr_settype(&a, 0); pthread_mutexattr_settype(&a, 2); return 0; }",
			library.Needs{}, []string{"_kinds"}},
		{"int (*p)(pthread_mutexattr_t *, int) = pthread_mutexattr_settype; int main(void) { " +
			"pthread_mutexattr_settype(&a, 0); return p(&a, 1); }", library.Needs{}, []string{"_kinds"}},
		{"int f(void) { return pthread_mutexattr_settype(&a, 0); } extern int " +
			"pthread_mutexattr_settype(pthread_mutexattr_t *, int); int main(void) { return " +
			"pthread_mutexattr_settype(&a, 0); }", library.Needs{}, nil},
		{"int f(void) { return pthread_mutexattr_settype(&a, 1); } extern int " +
			"pthread_mutexattr_settype(pthread_mutexattr_t *, int); int main(void) { return " +
			"pthread_mutexattr_settype(&a, 0); }", library.Needs{}, []string{"_kinds"}},
		{"int main(void) { mtx_init(&c, mtx_plain); return 0; }", library.Needs{}, nil},
		{"int main(void) { mtx_init(&c, mtx_timed | mtx_recursive); return 0; }", library.Needs{},
			[]string{"_kinds"}},
		{"struct s { int id; pthread_mutex_t m; } s = { 1, PTHREAD_MUTEX_INITIALIZER }; int main(void) { " +
			"return 0; }", library.Needs{}, nil},
		{"struct s { int id; pthread_mutex_t m; } s[] = { { 1, PTHREAD_MUTEX_INITIALIZER }, { .m = " +
			"PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP } }; int main(void) { return 0; }", library.Needs{},
			[]string{"_kinds"}},
		{"int main(void) { if (1) { static pthread_mutex_t n = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; } " +
			"return 0; }", library.Needs{}, []string{"_kinds"}},
		{"int main(void) { m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; return 0; }",
			library.Needs{}, []string{"_kinds"}},
		{"int main(void) { m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; return 0; }", library.Needs{},
			nil},
		{"int main(void) { return ({ pthread_mutex_t n = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; 0; }); }",
			library.Needs{}, []string{"_kinds"}},
		{"int main(void) { for (pthread_mutex_t n = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; ; ) ; }",
			library.Needs{}, []string{"_kinds"}},
		{"struct s { int id; pthread_mutex_t m; } s = { 1, 0, 0, 0, 0, 1, 1 }; int main(void) { return 0; }",
			library.Needs{}, []string{"_kinds"}},
		{"int main(void) { pthread_key_t k; return pthread_key_create(&k, free); }", library.Needs{},
			[]string{"_keys"}},
		{"int main(void) { return realloc(0, 1) != 0; }", library.Needs{}, []string{"_sized"}},
		{"int main(void) { return realloc(0, 1) != 0; }", library.Needs{Property: "valid-memsafety"},
			[]string{"_listed", "_memory"}},
		{"extern int fclose(void *); int main(void) { return fclose(0); }",
			library.Needs{Property: "valid-deref,no-data-race"},
			[]string{"_memory", "_races", "_streams"}},
		{"extern int fclose(void *); int main(void) { return fclose(0); }",
			library.Needs{Property: "unreach-call"}, nil},
		{"int main(void) { return 0; }", library.Needs{Property: "no-deadlock", MayFail: true},
			[]string{"_queue", "_attr", "_mayfail"}},
	})
}
