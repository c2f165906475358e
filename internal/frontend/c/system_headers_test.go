package c

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestSystemHeaders reads programs with the headers that a machine has for gcc instead of the embedded ones.
func TestSystemHeaders(t *testing.T) {
	compiler, _ := filepath.Glob("/usr/lib/gcc/x86_64-linux-gnu/*/include")
	include := append([]string{"/usr/include", "/usr/include/x86_64-linux-gnu"}, compiler...)
	if _, err := os.Stat("/usr/include/x86_64-linux-gnu/sys/cdefs.h"); err != nil || len(compiler) == 0 {
		t.Skip("no headers of gcc for x86-64 on Linux here")
	}
	text := ""
	for _, h := range []string{"assert", "ctype", "errno", "fcntl", "inttypes", "limits", "math", "pthread",
		"sched", "semaphore", "setjmp", "signal",
		"stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "threads", "time",
		"unistd", "wchar", "poll", "dirent",
		"netinet/in", "sys/mman", "sys/queue", "sys/select", "sys/socket", "sys/stat", "sys/time",
		"sys/types", "sys/wait"} {
		text += "#include <" + h + ".h>\n"
	}
	file := filepath.Join(t.TempDir(), "t.c")
	text += `
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
atomic_int n = ATOMIC_VAR_INIT(2);
void *work(void *p) { pthread_mutex_lock(&m); atomic_fetch_add(&n, strlen(p)); pthread_mutex_unlock(&m); return 0; }
int main(void)
{
	pthread_t t;
	sem_t s;
	sem_init(&s, 0, 1);
	pthread_create(&t, 0, work, "ab");
	sem_wait(&s);
	pthread_join(t, 0);
	assert(n == 4 && isdigit('3'));
	exit(0);
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	prog, diags, err := Load(context.Background(), Config{Files: []string{file}, Include: include,
		Defines: []string{"_GNU_SOURCE"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diags.All() {
		t.Error(diags.Format(d))
	}
	// The models are found although the headers are others.
	for _, name := range []string{"pthread_join", "sem_wait"} {
		if !slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool { return p.Model && p.Name == name }) {
			t.Errorf("%s is not modelled", name)
		}
	}
}
