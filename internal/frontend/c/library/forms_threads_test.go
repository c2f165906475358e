package library_test

import (
	"testing"

	"whittle.dev/internal/frontend/c/library"
)

// TestFormsOfThreads checks which forms of the models a program gets that creates, joins and detaches
// threads.
func TestFormsOfThreads(t *testing.T) {
	const start = "pthread_t t; static void *f(void *p) { return (void *)pthread_self(); }\n"
	checkForms(t, []formCase{
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
	})
}

// TestJoinsOfThreads checks when created threads may join others without a form that keeps what has become of
// each thread: where no thread can wait for itself.
func TestJoinsOfThreads(t *testing.T) {
	state := []string{"_state"}
	const start = "pthread_t t, u, v, w;\nvoid *f(void *p) { return p; }\nvoid *g(void *p) { "
	const main = "return 0; }\nint main(void) { pthread_create(&u, 0, g, 0); "
	for _, tc := range []struct {
		what, g, other, main string
		want                 []string
	}{
		{"the id of another function's thread", "pthread_join(t, 0);", "", "pthread_create(&t, 0, f, 0);", nil},
		{"a chain", "pthread_join(v, 0);", "void *h(void *p) { pthread_join(t, 0); return 0; }",
			"pthread_create(&t, 0, f, 0); pthread_create(&v, 0, h, 0);", nil},
		{"its own", "pthread_join(u, 0);", "", "", state},
		{"one of its function", "pthread_join(t, 0);", "", "pthread_create(&t, 0, g, 0);", state},
		{"a cycle", "pthread_join(v, 0);", "void *h(void *p) { pthread_join(u, 0); return 0; }",
			"pthread_create(&v, 0, h, 0);", state},
		{"a variable that is assigned", "pthread_join(t, 0);", "void h(void) { t = u; }",
			"pthread_create(&t, 0, f, 0);", state},
		{"one that is assigned where it is declared again", "pthread_join(t, 0);",
			"void h(void) { extern pthread_t t; t = 0; }", "pthread_create(&t, 0, f, 0);", state},
		{"one whose address is taken", "pthread_join(t, 0);", "pthread_t *h = &t;",
			"pthread_create(&t, 0, f, 0);", state},
		{"a local variable", "pthread_t t = pthread_self(); pthread_join(t, 0);", "",
			"pthread_create(&t, 0, f, 0);", state},
		{"one of two functions", "pthread_join(t, 0);", "", "pthread_create(&t, 0, v ? f : g, 0);", state},
		{"a join through a pointer", "void k(void); k();",
			"void h(void) { pthread_join(u, 0); } void (*i)(void) = h; void k(void) { i(); }", "", state},
		{"another function that joins", "pthread_tryjoin_np(t, 0);", "", "pthread_create(&t, 0, f, 0);", state},
		{"a join that is called through a pointer", "int (*j)(pthread_t, void **) = pthread_join; j(t, 0);", "",
			"pthread_create(&t, 0, f, 0);", state},
		{"the initial thread's function", "pthread_join(t, 0);", "int main(void);",
			"pthread_create(&t, 0, (void *(*)(void *))main, 0);", state},
		{"two names of a variable", "pthread_join(w, 0);",
			"extern pthread_t x __asm__(\"w\"); void h(void) { x = u; }", "pthread_create(&w, 0, f, 0);", state},
		{"a variable that nobody writes", "pthread_join(t, 0);", "", "", state},
		{"an initial value", "pthread_join(y, 0);", "pthread_t y = 1;",
			"pthread_create(&y, 0, f, 0);", state},
		{"no join at all", "", "", "", nil},
	} {
		t.Run(tc.what, func(t *testing.T) {
			text := "extern pthread_t t, u, v, w;\n" + tc.other + "\n" + start + tc.g + main + tc.main +
				" return 0; }\n"
			checkForms(t, []formCase{{text, library.Needs{}, tc.want}})
		})
	}
}
