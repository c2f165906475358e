package library_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

// TestForms checks which forms of the library models a program gets.
func TestForms(t *testing.T) {
	const head = "#include <pthread.h>\n#include <stdlib.h>\n#include <threads.h>\npthread_mutexattr_t a; " +
		"pthread_mutex_t m; mtx_t c;\n"
	const start = "pthread_t t; static void *f(void *p) { return (void *)pthread_self(); }\n"
	for _, tc := range []struct {
		text  string
		needs library.Needs
		want  []string
	}{
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
		{"int main(void) { return realloc(0, 1) != 0; }", library.Needs{Property: "valid-memsafety"}, nil},
		{"int main(void) { return 0; }", library.Needs{Property: "no-deadlock", MayFail: true},
			[]string{"_queue", "_attr", "_mayfail"}},
		{start + "int main(void) { pthread_create(&t, NULL, f, 0); pthread_join(t, 0); return 0; }",
			library.Needs{},
			nil},
		{start + "int main(void) { pthread_attr_t b; pthread_create(&t, &b, f, 0); return 0; }",
			library.Needs{},
			[]string{"_attr"}},
		{start + "int main(void) { pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }",
			library.Needs{},
			nil},
		{start + "int main(void) { pthread_create(&t, 0, f, 0); pthread_detach(t); return " +
			"pthread_detach(t); }", library.Needs{}, []string{"_state"}},
		{start + "int main(void) { pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_join(t, 0); " +
			"return 0; }", library.Needs{}, []string{"_state"}},
		{start + "int main(void) { pthread_join(pthread_self(), 0); return 0; }", library.Needs{},
			[]string{"_state"}},
		{start + "void *g(void *p) { pthread_join(t, 0); return 0; } int main(void) { pthread_create(&t, " +
			"0, g, 0); return 0; }", library.Needs{}, []string{"_state"}},
		{start + "void all(void) { pthread_join(t, 0); } int main(void) { pthread_create(&t, 0, f, 0); " +
			"all(); return 0; }", library.Needs{}, nil},
		{start + "pthread_rwlock_t l; int main(void) { pthread_rwlock_wrlock(&l); return 0; }",
			library.Needs{},
			nil},
		{start + "pthread_rwlock_t l; int main(void) { (void)pthread_rwlock_rdlock(&l); return " +
			"pthread_rwlock_wrlock(&l); }", library.Needs{}, []string{"_owner"}},
	} {
		tc.needs.Entry = "main"
		files := &source.Files{}
		units, err := parse.Program(context.Background(), parse.Config{Inputs: []parse.Input{{File: "t.c"}},
			Needs: tc.needs,
			Read:  func(string) ([]byte, error) { return []byte(head + tc.text), nil }}, files,
			&source.Diagnostics{})
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		if got := library.Forms(parse.Trees(units), tc.needs); !slices.Equal(got, tc.want) {
			t.Errorf("%s: forms %v, want %v", tc.text, got, tc.want)
		}
	}
}
