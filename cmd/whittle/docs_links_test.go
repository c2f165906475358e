package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	linkRE    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingRE = regexp.MustCompile(`(?m)^#+ (.+)$`)
	fencedRE  = regexp.MustCompile("(?ms)^```.*?^```")
)

// TestDocumentationLinks looks for the files and headings that the documentation links to, and for pages that
// the index in docs/README.md does not name.
func TestDocumentationLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob(filepath.Join(root, "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	linking := append(decisions, pages...)
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md",
		filepath.Join("examples", "README.md")} {
		linking = append(linking, filepath.Join(root, name))
	}
	index := ""
	for _, page := range linking {
		text := pageText(t, page)
		if page == filepath.Join(root, "docs", "README.md") {
			index = text
		}
		for _, m := range linkRE.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue // elsewhere
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if anchor != "" && !anchors(pageText(t, file))[anchor] {
				t.Errorf("%s links to %s, but there is no such heading", page, m[1])
			}
		}
	}
	for _, page := range pages {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/README.md does not name %s", name)
		}
	}
}

// pageText is a page without blocks of code.
func pageText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return fencedRE.ReplaceAllString(string(text), "")
}

// anchors are the names of the headings of a page, as links use them.
func anchors(page string) map[string]bool {
	out := map[string]bool{}
	for _, m := range headingRE.FindAllStringSubmatch(page, -1) {
		name := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out[strings.ReplaceAll(name, " ", "-")] = true
	}
	return out
}
