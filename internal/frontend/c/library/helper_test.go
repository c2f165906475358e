package library_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

// A formCase is a program with the forms of the library models that it gets.
type formCase struct {
	text  string
	needs library.Needs
	want  []string
}

// checkForms compares the forms that programs get.
func checkForms(t *testing.T, cases []formCase) {
	t.Helper()
	const head = "#include <pthread.h>\n#include <stdlib.h>\n#include <threads.h>\npthread_mutexattr_t a; " +
		"pthread_mutex_t m; mtx_t c;\n"
	for _, tc := range cases {
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
