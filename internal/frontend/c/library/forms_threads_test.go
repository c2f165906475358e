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
