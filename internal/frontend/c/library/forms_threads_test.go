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
		{start + "pthread_rwlock_t l; " +
			"int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); " +
			"return 0; }", library.Needs{Property: "no-deadlock"}, []string{"_queue", "_writers"}},
		{start + "pthread_rwlock_t l; " +
			"int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); " +
			"return 0; }", library.Needs{Property: "termination"}, []string{"_queue", "_writers", "_open"}},
		{start + "pthread_rwlock_t l; " +
			"int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); " +
			"return 0; }", library.Needs{Property: "no-deadlock"}, []string{"_queue"}},
		{start + "pthread_rwlock_t l; int main(void) { pthread_rwlock_wrlock(&l); " +
			"return pthread_rwlock_tryrdlock(&l); }", library.Needs{}, []string{"_writers"}},
		{start + "void free(void *); pthread_barrier_t b; int main(void) { pthread_barrier_destroy(&b); " +
			"free(0); return 0; }", library.Needs{}, []string{"_left"}},
	})
}

// TestJoinsOfThreads checks when created threads may join others without a form that keeps what has become of
// each thread: where no thread can wait for itself.
func TestJoinsOfThreads(t *testing.T) {
	state := []string{"_state"}
	const start = "pthread_t t, u, v, w;\nvoid *f(void *p) { return p; }\nvoid *g(void *p) { "
	const joinT, joinU, joinV, joinW = "pthread_join(t, 0);", "pthread_join(u, 0);", "pthread_join(v, 0);",
		"pthread_join(w, 0);"
	const makeT, hV = "pthread_create(&t, 0, f, 0); ", "void *h(void *p) { pthread_join(v, 0); return 0; } "
	const main = "return 0; }\nint main(void) { pthread_create(&u, 0, g, 0); "
	for _, tc := range []struct {
		what, g, other, main string
		want                 []string
	}{
		{"the id of another function's thread", joinT, "", makeT, nil},
		{"a chain", joinV, "void *h(void *p) { pthread_join(t, 0); return 0; }",
			makeT + "pthread_create(&v, 0, h, 0);", nil},
		{"its own", joinU, "", "", state},
		{"one of its function", joinT, "", "pthread_create(&t, 0, g, 0);", state},
		{"a cycle", joinV, "void *h(void *p) { pthread_join(u, 0); return 0; }",
			"pthread_create(&v, 0, h, 0);", state},
		{"a variable that is assigned", joinT, "void h(void) { t = u; }",
			makeT, state},
		{"one that is assigned where it is declared again", joinT,
			"void h(void) { extern pthread_t t; t = 0; }", makeT, state},
		{"one whose address is taken", joinT, "pthread_t *h = &t;",
			makeT, state},
		{"a local variable", "pthread_t t = pthread_self(); pthread_join(t, 0);", "",
			makeT, state},
		{"one of two functions", joinT, "", "pthread_create(&t, 0, v ? f : g, 0);", state},
		{"a join through a pointer", "void k(void); k();",
			"void h(void) { pthread_join(u, 0); } void (*i)(void) = h; void k(void) { i(); }", "", state},
		{"another function that joins", "pthread_tryjoin_np(t, 0);", "", makeT, state},
		{"a join that is called through a pointer", "int (*j)(pthread_t, void **) = pthread_join; j(t, 0);",
			"",
			makeT, state},
		{"the initial thread's function", joinT, "int main(void);",
			"pthread_create(&t, 0, (void *(*)(void *))main, 0);", state},
		{"two names of a variable", joinW,
			"extern pthread_t x __asm__(\"w\"); void h(void) { x = u; }",
			"pthread_create(&w, 0, f, 0);", state},
		{"a variable that nobody writes", joinT, "", "", state},
		{"an initial value", "pthread_join(y, 0);", "pthread_t y = 1;",
			"pthread_create(&y, 0, f, 0);", state},
		{"two threads that join the same one", joinT, "void *h(void *p) { pthread_join(t, 0); " +
			"return 0; }", makeT + "pthread_create(&v, 0, h, 0);", state},
		{"the initial thread and another one", joinT, "",
			makeT + "pthread_join(t, 0);", state},
		{"the initial thread joins others", joinT, "",
			makeT + "pthread_join(u, 0);", nil},
		{"two threads of a function", joinT, "",
			makeT + "pthread_create(&v, 0, g, 0);", state},
		{"threads that are created in a loop", joinT, hV,
			makeT + "pthread_create(&v, 0, f, 0); while (1) pthread_create(&w, 0, h, 0);", state},
		{"threads that are created in the turns of a goto", joinT, hV,
			"pthread_create(&v, 0, f, 0); again: pthread_create(&w, 0, h, 0); goto again;", state},
		{"a goto that leads on", joinT, "", "goto on; on: pthread_create(&t, 0, f, 0);", nil},
		{"a thread that a function creates", joinT, hV + "void make(void) { pthread_create(&w, 0, h, 0); }",
			makeT + "pthread_create(&v, 0, f, 0); make();", nil},
		{"threads that a function creates", joinT, hV + "void make(void) { pthread_create(&w, 0, h, 0); }",
			makeT + "pthread_create(&v, 0, f, 0); make(); make();", state},
		{"a thread that a handler creates", joinT, hV + "void make(void) { pthread_create(&w, 0, h, 0); }",
			makeT + "pthread_create(&v, 0, f, 0); atexit(make);", state},
		{"a function with two names", joinT, "void *h(void *p) { pthread_join(v, 0); return 0; } " +
			"void *i(void *p) __attribute__((alias(\"h\")));", makeT + "pthread_create(&v, 0, i, 0);", state},
		{"a function that runs before all others", joinT, "__attribute__((__constructor__)) void h(void) { " +
			"pthread_join(t, 0); }", makeT, state},
		{"its own by another name", "", "void *h(void *p) { pthread_join(pthread_self(), 0); return 0; } " +
			"void *i(void *p) __attribute__((alias(\"h\")));", "pthread_create(&v, 0, i, 0);", state},
		{"no join at all", "", "", "", nil},
	} {
		t.Run(tc.what, func(t *testing.T) {
			text := "extern pthread_t t, u, v, w;\n" + tc.other + "\n" + start + tc.g + main + tc.main +
				" return 0; }\n"
			checkForms(t, []formCase{{text, library.Needs{}, tc.want}})
		})
	}
}
