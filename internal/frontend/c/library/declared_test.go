package library

import (
	"strings"
	"testing"
)

func TestDeclared(t *testing.T) {
	for name, header := range map[string]string{"pthread_mutex_lock": "pthread.h", "malloc": "stdlib.h",
		"open": "fcntl.h", "optind": "unistd.h", "stdin": "stdio.h", "mkdir": "sys/stat.h",
		"memcpy": "string.h", "qsort": "stdlib.h", "sem_wait": "semaphore.h", "getopt_long": "getopt.h",
		"signal":           "signal.h",
		"__errno_location": "errno.h", "pthread_create": "pthread.h", "fclose": "stdio.h",
		"printf": "stdio.h"} {
		if d, ok := Declared(name); !ok || d.Header != header {
			t.Errorf("%s is declared in %q, not %q", name, d.Header, header)
		}
	}
	for _, name := range []string{"next", "main", "FILE", "size_t", "int", "buffer"} {
		if d, ok := Declared(name); ok {
			t.Errorf("%s is declared in %q", name, d.Header)
		}
	}
	if d, _ := Declared("fwrite"); len(d.Params) != 4 || !strings.HasPrefix(d.Params[3], "FILE *") {
		t.Errorf("the parameters of fwrite are %q", d.Params)
	}
	for name, want := range map[string]bool{"__ctype_b_loc": true, "pthread_mutex_lock": true, "strlen": true,
		"__isoc99_vscanf": false, "next": false} {
		if IsModelled(name) != want {
			t.Errorf("%s is modelled: %v", name, !want)
		}
	}
}

func BenchmarkDeclared(b *testing.B) {
	for b.Loop() {
		Declared("x")
	}
}
