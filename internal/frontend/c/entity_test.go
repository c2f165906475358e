package c_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
)

// TestWeakDefinitions links a weak definition with others: a strong one takes its place, in any order of the
// files, and of several weak ones the first counts.
func TestWeakDefinitions(t *testing.T) {
	const (
		mainFile = "extern int x; int f(void); int main(void) { return 10 * f() + x; }"
		weak     = "int x __attribute__((weak)) = 1; __attribute__((weak)) int f(void) { return 1; }"
		declared = "extern int x __attribute__((weak)); int x = 2; int f(void) __attribute__((weak)); int " +
			"f(void) { return 2; }"
		strong = "int x = 3; int f(void) { return 3; }"
		zero   = "int x; int f(void) { return 0; }"
	)
	for _, tc := range []struct {
		files []string
		want  int
		error string
	}{
		{[]string{mainFile, weak}, 11, ""},
		{[]string{mainFile, weak, strong}, 33, ""},
		{[]string{strong, mainFile, weak}, 33, ""},
		{[]string{mainFile, declared, strong}, 33, ""},
		{[]string{mainFile, weak, zero}, 0, ""},
		{[]string{mainFile, zero, weak}, 0, ""},
		{[]string{mainFile, weak, declared}, 11, ""},
		{[]string{mainFile, declared, weak}, 22, ""},
		{[]string{mainFile, declared, weak, strong}, 33, ""},
		{[]string{mainFile, strong, "int x = 4;"}, 0, "x is defined twice"},
	} {
		dir := t.TempDir()
		var names []string
		for i, text := range tc.files {
			names = append(names, filepath.Join(dir, string(rune('a'+i))+".c"))
			if err := os.WriteFile(names[i], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p, _, err := c.Load(context.Background(), c.Config{Files: names})
		if tc.error != "" {
			if err == nil || !strings.Contains(err.Error(), tc.error) {
				t.Errorf("%q: error %v, want %q", tc.files, err, tc.error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tc.files, err)
			continue
		}
		o, _, err := interp.Run(context.Background(), p, interp.RunOptions{Seed: 1})
		if err != nil || o.Status != tc.want {
			t.Errorf("%q: status %d, %v, want %d", tc.files, o.Status, err, tc.want)
		}
	}
}

// TestStubFirst: a harness that does not start at main may be linked with stubs of functions that are defined
// again after them.
func TestStubFirst(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for i, text := range []string{"int f(void); int start(void) { return f(); } " +
		"int main(void) { return 0; }", "int f(void) { return 5; }",
		"int f(void) { return 6; }"} {
		names = append(names, filepath.Join(dir, string(rune('a'+i))+".c"))
		if err := os.WriteFile(names[i], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, diags, err := c.Load(context.Background(), c.Config{Files: names, Entry: "start"})
	if err != nil {
		t.Fatal(err)
	}
	o, _, err := interp.Run(context.Background(), p, interp.RunOptions{Seed: 1})
	if err != nil || o.Status != 5 {
		t.Errorf("status %d, %v", o.Status, err)
	}
	var said strings.Builder
	if err := diags.Print(&said); err != nil || !strings.Contains(said.String(),
		"the first definition counts") {
		t.Errorf("%s, %v", said.String(), err)
	}
	if _, _, err := c.Load(context.Background(), c.Config{Files: names}); err == nil {
		t.Error("a program that starts at main is linked with two definitions")
	}
}
