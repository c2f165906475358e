package c

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

func headerNames(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS("library"), "headers", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && p != "headers/prelude.h" {
			names = append(names, strings.TrimPrefix(p, "headers/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestHeadersAlone parses each embedded header by itself, twice in a row.
func TestHeadersAlone(t *testing.T) {
	for _, model := range []DataModel{LP64, ILP32} {
		for _, h := range headerNames(t) {
			_, _, err := parsedText(t, Config{DataModel: model}, "t.c", "#include <"+h+">\n#include <"+h+
				">\nint x;\n")
			if err != nil {
				t.Errorf("%v: <%s>: %v", model, h, err)
			}
		}
	}
}

// TestHeadersTogether parses all embedded headers in one file, forwards and backwards.
func TestHeadersTogether(t *testing.T) {
	names := headerNames(t)
	var forwards, backwards string
	for _, h := range names {
		forwards += "#include <" + h + ">\n"
		backwards = "#include <" + h + ">\n" + backwards
	}
	for _, text := range []string{forwards, backwards} {
		for _, model := range []DataModel{LP64, ILP32} {
			if _, _, err := parsedText(t, Config{DataModel: model}, "t.c", text+"int x;\n"); err != nil {
				t.Errorf("%v: %v", model, err)
			}
		}
	}
}

// TestHeaderFacts checks what the embedded headers and predefined macros say, by static assertions.
func TestHeaderFacts(t *testing.T) {
	const common = `
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <stdatomic.h>
#include <stdint.h>
#include <limits.h>
#include <stddef.h>
#include <stdbool.h>
_Static_assert(sizeof(int8_t) == 1 && sizeof(int16_t) == 2 && sizeof(int32_t) == 4 && sizeof(int64_t) == 8, "");
_Static_assert(sizeof(intmax_t) == 8 && sizeof(intptr_t) == sizeof(void *) && sizeof(size_t) == sizeof(void *), "");
_Static_assert(INT64_MAX == 9223372036854775807 && UINT32_MAX == 4294967295u && INT8_MIN == -128, "");
_Static_assert((char)-1 < 0, "char is signed");
_Static_assert(sizeof(pthread_cond_t) == 48 && sizeof(pthread_once_t) == 4 && sizeof(pthread_spinlock_t) == 4, "");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t), "");
_Static_assert(sizeof(pthread_t) == sizeof(long) && (pthread_t)-1 > 0, "");
_Static_assert(__GNUC__ == 12 && __STDC_VERSION__ >= 201112L && __CHAR_BIT__ == 8, "");
_Static_assert(offsetof(struct { char c; int i; }, i) == 4, "");
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, m2 = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t r0 = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t o0 = PTHREAD_ONCE_INIT;
once_flag o1 = ONCE_FLAG_INIT;
atomic_flag f0 = ATOMIC_FLAG_INIT;
atomic_int a = ATOMIC_VAR_INIT(3);
_Atomic(long) al;
_Atomic(int *) ap;
int v[4];
bool use(void) {
	int e = 0;
	atomic_fetch_add(&a, 2);
	al = atomic_load_explicit(&al, memory_order_acquire);
	atomic_store(&ap, &v[1]);
	int *q = atomic_fetch_add(&ap, 1);
	_Static_assert(sizeof(atomic_load(&al)) == sizeof(long), "");
	_Static_assert(_Generic(atomic_exchange(&ap, 0), int *: 1, default: 0), "");
	_Static_assert(__WHITTLE_STEP(&ap) == 4 && __WHITTLE_STEP(&a) == 1, "");
	_Static_assert(__builtin_types_compatible_p(int, signed int) && !__builtin_types_compatible_p(int, long), "");
	return atomic_compare_exchange_strong(&a, &e, 7) && !atomic_flag_test_and_set(&f0) && q;
}
`
	models := map[DataModel]string{
		LP64: `
_Static_assert(sizeof(long) == 8 && sizeof(pthread_mutex_t) == 40 && sizeof(pthread_rwlock_t) == 56 && sizeof(pthread_attr_t) == 56, "");
_Static_assert(sizeof(pthread_barrier_t) == 32 && sizeof(sem_t) == 32 && offsetof(pthread_mutex_t, __data.__kind) == 16, "");
_Static_assert(LONG_MAX == 9223372036854775807 && __LP64__ && __x86_64__, "");
`,
		ILP32: `
_Static_assert(sizeof(long) == 4 && sizeof(pthread_mutex_t) == 24 && sizeof(pthread_rwlock_t) == 32 && sizeof(pthread_attr_t) == 36, "");
_Static_assert(sizeof(pthread_barrier_t) == 20 && sizeof(sem_t) == 16 && offsetof(pthread_mutex_t, __data.__kind) == 12, "");
_Static_assert(LONG_MAX == 2147483647 && __i386__ && __ILP32__, "");
`}
	for model, text := range models {
		if _, diags, err := parsedText(t, Config{DataModel: model}, "t.c", common+text); err != nil {
			t.Errorf("%v: %v", model, err)
			for _, d := range diags.All() {
				t.Log(diags.Format(d))
			}
		}
	}
}

// TestUserIncludes checks -I, -D, -include and the order of the search.
func TestUserIncludes(t *testing.T) {
	read := mapReader(map[string]string{
		"src/main.c": "#include \"near.h\"\n#include <far.h>\n#include <stdlib.h>\n_Static_assert(NEAR " +
			"== 1 && FAR == 2 && FORCED == 3 && DEF == 4 && ON == 1 && TWICE(3) == 6, \"\");\nmy_t x;\n",
		"src/near.h":     "#pragma once\n#define NEAR 1\n#include \"near.h\"\n",
		"inc/far.h":      "#define FAR 2\n",
		"inc/stdlib.h":   "typedef int my_t;\n",
		"forced.h":       "#define FORCED 3\n",
		"inc/unused.h":   "syntax error\n",
		"other/stdlib.h": "#error wrong\n",
	})
	cfg := Config{Files: []string{"src/main.c"}, Include: []string{"inc", "other"},
		Defines: []string{"DEF=4", "ON", "TWICE(x)=((x)*2)"}, ForceIncludes: []string{"forced.h"}, Read: read}
	var files source.Files
	diags := &source.Diagnostics{Files: &files}
	if _, err := parse.Program(context.Background(), cfg.Parsing(), &files, diags); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "1x", "a b", "=3", "A\n=2", "A=1\n#error"} {
		cfg.Defines = []string{bad}
		if _, err := parse.Program(context.Background(), cfg.Parsing(), &files,
			&source.Diagnostics{Files: &files}); err == nil {
			t.Errorf("-D %q was accepted", bad)
		}
	}
}
