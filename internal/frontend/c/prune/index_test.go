package prune

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/testing/golden"
)

// TestIndex compares the index with the library models, and looks up what stands in it.
func TestIndex(t *testing.T) {
	files, err := library.Models()
	if err != nil {
		t.Fatal(err)
	}
	declaring := map[string][]string{}
	for _, f := range files {
		text, err := library.Model(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name := range namesIn(text) {
			declaring[name] = append(declaring[name], f)
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(declaring)) {
		fmt.Fprintln(&b, name, strings.Join(declaring[name], " "))
	}
	golden.File(t, "index.txt", b.String())
	if index != b.String() {
		return // it has just been written
	}
	for name, want := range declaring {
		if got := lookedUp(name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		for _, none := range []string{name + "!", "!" + name, "~" + name, name[:len(name)-1] + "~", ""} {
			if got := lookedUp(none); got != nil {
				t.Errorf("%q: %v, want nothing", none, got)
			}
		}
	}
}

// TestFixedArguments: the model with known arguments is read for the name that it is there for.
func TestFixedArguments(t *testing.T) {
	text, err := library.Model("main.c", []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	files := lookedUp(library.ArgumentVector)
	if !namesIn(text)[library.ArgumentVector] || !slices.Contains(files, "main.c") {
		t.Errorf("%v, %v", namesIn(text), files)
	}
}

// namesIn has the names that the pieces of a text declare.
func namesIn(text []byte) map[string]bool {
	out := map[string]bool{}
	for _, p := range Cut(text, true).pieces {
		if p.kind == pieceNamed {
			for _, name := range p.names {
				out[name] = true
			}
		}
	}
	return out
}

func lookedUp(name string) (files []string) {
	declaring(name, func(f string) { files = append(files, f) })
	return files
}
