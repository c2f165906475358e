package run_test

import (
	"io/fs"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// TestStrayAddresses: an address that is a number of unknown origin may, for all that bmc knows, be that of
// the counter that the watch over blocks keeps, but there is no race with it.
func TestStrayAddresses(t *testing.T) {
	const head = `#include <pthread.h>
		#include <stdint.h>
		#include <stdlib.h>
		extern uintptr_t __VERIFIER_nondet_ulong(void);
		static void *w(void *x);
		`
	for name, text := range map[string]string{
		"a pointer in unwritten memory": `static void *w(void *x) { **(int **)x = 1; return 0; }
			int main(void) { pthread_t t; pthread_create(&t, 0, w, malloc(sizeof(int *))); }`,
		"an input": `static void *w(void *x) { *(int *)__VERIFIER_nondet_ulong() = 1; return 0; }
			int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return !malloc(4); }`,
		"a number made of a pointer": `static void *w(void *x) { *(int *)((uintptr_t)x ^ 77) = 1; return 0; }
			int main(void) { pthread_t t; int *h = malloc(4); *h = 0;
				pthread_create(&t, 0, w, (void *)((uintptr_t)h ^ 77)); return *h; }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{"t.c"},
				Property: string(property.ValidMemsafety + "," + property.NoDataRace),
				Read: func(file string) ([]byte, error) {
					if file != "t.c" {
						return nil, fs.ErrNotExist
					}
					return []byte(head + text), nil
				}}
			o, err := run.Check(t.Context(), task, run.Options{Engine: "bmc", BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range o.Several {
				if p.BugReport != "" {
					t.Errorf("%s: %s", p.Property, p.Result.Why)
				}
			}
		})
	}
}
