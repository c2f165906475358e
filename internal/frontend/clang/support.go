package clang

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed support
var support embed.FS

// headers are those that stand in the place of the library's.
//
//go:embed headers
var headers embed.FS

func headersIn(dir string) string { return filepath.Join(dir, "headers") }

// writeHeaders makes a folder of them, where the compiler finds them.
func writeHeaders(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("writing headers: %w", err)
	}
	names, _ := fs.Glob(headers, "headers/*")
	for _, n := range names {
		text, _ := headers.ReadFile(n) // it is embedded
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(n)), text, 0o600); err != nil {
			return fmt.Errorf("writing headers: %w", err)
		}
	}
	return nil
}

// supportName begins the names of our own texts in places; no file of a user has this name.
const supportName = "<whittle-c++>"

// unit is what the compiler gets: the file, and for C++ what it needs of the library.
func unit(file string, withSupport bool) string {
	var b strings.Builder
	if !withSupport {
		fmt.Fprintf(&b, "#include %q\n", file)
		return b.String()
	}
	add := func(name string) {
		text, _ := support.ReadFile(name) // it is embedded
		fmt.Fprintf(&b, "#line 1 %q\n%s\n", supportName+strings.TrimPrefix(name, "support"), text)
	}
	add("support/before.hpp")
	fmt.Fprintf(&b, "#include %q\n", file)
	names, _ := fs.Glob(support, "support/[0-9]*.hpp")
	for _, n := range names {
		add(n)
	}
	return b.String()
}
