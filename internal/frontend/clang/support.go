package clang

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed support
var support embed.FS

// supportName begins the names of our own texts in places; no file of a user has this name.
const supportName = "<whittle-c++>"

// unit is what the compiler gets: the file, and for C++ what it needs of the library.
func unit(file string, withSupport bool) string {
	var b strings.Builder
	if !IsFile(file) || !withSupport {
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
