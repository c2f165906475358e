package parse

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/library"
)

// words declares what a file uses of the dialects of other tools. What it includes is looked at without
// regard to conditions: a word that is declared under some condition counts as declared.
func (c *Config) words(name string, text []byte) string {
	f := &included{cfg: c, seen: map[string]bool{name: true}}
	for _, file := range slices.Concat(c.unit.ForceIncludes, c.ForceIncludes) {
		f.open(file)
	}
	f.add(name, text)
	return dialect.Declarations(c.Dialect, f.texts)
}

// included collects the texts of a unit.
type included struct {
	cfg   *Config
	seen  map[string]bool
	texts [][]byte
}

// maxIncluded bounds the number of files that are looked at; the parser looks at them all.
const maxIncluded = 5000

// add enters a text and what it includes.
func (f *included) add(name string, text []byte) {
	f.texts = append(f.texts, text)
	for rest := text; ; {
		i := bytes.Index(rest, []byte("include"))
		if i < 0 {
			return
		}
		begin := bytes.LastIndexByte(rest[:i], '\n') + 1
		directive := string(bytes.TrimSpace(bytes.ReplaceAll(rest[begin:i], []byte(" "), nil))) == "#"
		rest = rest[i+len("include"):]
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if file, quoted, ok := includedName(line); directive && ok {
			f.find(file, quoted, filepath.Dir(name))
		}
	}
}

// includedName reads the name in a directive, after the word include.
func includedName(line []byte) (name string, quoted, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || line[0] != '"' && line[0] != '<' {
		return "", false, false
	}
	closing := byte('>')
	if line[0] == '"' {
		closing = '"'
	}
	end := bytes.IndexByte(line[1:], closing)
	if end <= 0 {
		return "", false, false
	}
	return string(line[1 : 1+end]), closing == '"', true
}

// find looks for a file that is included, as the parser does.
func (f *included) find(name string, quoted bool, dir string) {
	if filepath.IsAbs(name) {
		f.open(name)
		return
	}
	paths := f.cfg.systemPaths()
	if quoted {
		paths = slices.Concat([]string{dir}, f.cfg.quotePaths())
	}
	for _, p := range paths {
		if p == library.HeaderDir {
			if _, err := library.Header(name); err == nil {
				return // none of these uses such words
			}
			continue
		}
		if p != "@" && !strings.HasPrefix(p, "<") && f.open(filepath.Join(p, name)) {
			return
		}
	}
}

// open adds a file, if there is one.
func (f *included) open(name string) bool {
	if f.seen[name] {
		return true
	}
	if len(f.texts) >= maxIncluded {
		return false
	}
	text, err := f.cfg.read(name)
	if err != nil {
		return false
	}
	f.seen[name] = true
	f.add(name, text)
	return true
}
