package whittle_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"whittle.dev/internal/testing/testflag"
)

// architectureBytes is how long ARCHITECTURE.md may be: what does not fit is a decision, or a page of its
// own.
const architectureBytes = 10 * 1024

// decisions is the folder of the pages that say why.
const decisions = "docs/decisions"

func TestArchitectureDocument(t *testing.T) {
	for _, m := range architectureFaults(os.DirFS(".")) {
		t.Error(m)
	}
}

// architectureFaults says whether the page has grown too long.
func architectureFaults(fsys fs.FS) []string {
	text, err := fs.ReadFile(fsys, "ARCHITECTURE.md")
	if err != nil {
		return []string{err.Error()}
	}
	if len(text) > architectureBytes {
		return []string{fmt.Sprintf("ARCHITECTURE.md has %d bytes, more than %d: move reasons to %s",
			len(text), architectureBytes, decisions)}
	}
	return nil
}

// packagesPage is the table of packages; -update writes it.
const packagesPage = "docs/packages.md"

// TestPackagesDocument compares the table of packages with the floors of the policy and with the first
// sentences of the packages.
func TestPackagesDocument(t *testing.T) {
	want, err := packagesTable(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if testflag.Update() {
		if err := os.WriteFile(packagesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(packagesPage); err != nil || string(got) != want {
		t.Errorf("%s is not what the packages say (%v): go test . -run PackagesDocument -update",
			packagesPage, err)
	}
}

// packagesTable has a row for each package: its floor, its path and the first sentence of its doc.go.
func packagesTable(fsys fs.FS) (string, error) {
	rows := map[int][]string{}
	err := walkGo(fsys, func(name string) error {
		if path.Base(name) != "doc.go" {
			return nil
		}
		comment, err := packageComment(fsys, name)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		floor, shown := floors[owner(dir)], dir
		if dir == "." {
			shown = module
		}
		says := new(doc.Package).Synopsis(comment)
		if words := strings.SplitN(says, " ", 3); len(words) == 3 &&
			(words[0] == "Package" || words[0] == "Command") {
			says = words[2]
		}
		if head, _, long := strings.Cut(says, ": "); long {
			says = head
		}
		says = strings.TrimRight(says, ".:")
		rows[floor] = append(rows[floor], fmt.Sprintf("| %d | `%s` | %s |\n", floor, shown,
			strings.ReplaceAll(says, "|", "\\|")))
		return nil
	})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`# The packages

A package imports packages of lower floors only, and within its floor what ` + "`policy_list_test.go`" + ` lists. Each row has the first
sentence of the package. The table is made by ` + "`go test . -run PackagesDocument -update`" + `.

| floor | package | what it is |
|---|---|---|
`)
	for _, floor := range slices.Sorted(maps.Keys(rows)) {
		slices.Sort(rows[floor])
		b.WriteString(strings.Join(rows[floor], ""))
	}
	return b.String(), nil
}

func TestDecisionDocuments(t *testing.T) {
	for _, m := range decisionFaults(os.DirFS(".")) {
		t.Error(m)
	}
}

// decisionFaults returns a line for each page of a decision whose name or headings are not as they should be,
// whose number is taken or leaves a gap, or that the index does not name by its title.
func decisionFaults(fsys fs.FS) []string {
	pages, err := fs.Glob(fsys, decisions+"/*.md")
	if err != nil {
		return []string{err.Error()}
	}
	index, err := fs.ReadFile(fsys, decisions+"/README.md")
	if err != nil {
		return []string{err.Error()}
	}
	flat := strings.Join(strings.Fields(string(index)), " ") // as if no line were broken
	var out []string
	number := 0
	for _, page := range pages { // sorted by number
		name := path.Base(page)
		if name == "README.md" {
			continue
		}
		number++
		text, err := fs.ReadFile(fsys, page)
		if err != nil {
			return []string{err.Error()}
		}
		m := decisionPage.FindStringSubmatch(string(text))
		switch {
		case !strings.HasPrefix(name, fmt.Sprintf("%04d-", number)):
			out = append(out, fmt.Sprintf("%s: want the number %04d", page, number))
		case m == nil || m[1] != strconv.Itoa(number):
			out = append(out, fmt.Sprintf("%s: want \"# %d. Title\", then Context, Decision and Consequences",
				page, number))
		case !strings.Contains(flat, fmt.Sprintf("[%04d](%s) %s: ", number, name, m[2])):
			out = append(out, fmt.Sprintf("%s: README.md does not have [%04d](%s) %s: ...", page, number,
				name, m[2]))
		}
	}
	return out
}

var decisionPage = regexp.MustCompile(
	`(?s)^# (\d+)\. ([^\n]+)\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n.+`)

func TestNamesInArchitectureDocuments(t *testing.T) {
	for _, m := range nameFaults(os.DirFS(".")) {
		t.Error(m)
	}
}

// nameFaults returns a line for each name between backquotes, in ARCHITECTURE.md and the pages of decisions,
// that the repository does not have.
func nameFaults(fsys fs.FS) []string {
	known, err := namesOf(fsys)
	if err != nil {
		return []string{err.Error()}
	}
	pages, err := fs.Glob(fsys, decisions+"/*.md")
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, page := range append(pages, "ARCHITECTURE.md", "docs/papers.md") {
		text, err := fs.ReadFile(fsys, page)
		if errors.Is(err, fs.ErrNotExist) && page == "docs/papers.md" {
			continue // in a planted tree
		}
		if err != nil {
			return []string{err.Error()}
		}
		for _, m := range quotedName.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
			for _, name := range namesIn(m[1]) {
				if !known[name] {
					out = append(out, fmt.Sprintf("%s: %s is no file, no Go name and no word of the program",
						page, name))
				}
			}
		}
	}
	return out
}

var (
	fence      = regexp.MustCompile("(?ms)^```.*?^```")
	quotedName = regexp.MustCompile("`([^`]+)`")
	flagName   = regexp.MustCompile(`--([a-z][a-z-]*)`)
)

// namesIn are the names in a text between backquotes: flags, and the text itself if it is one word. What has
// several words is a command or a bit of C.
func namesIn(quoted string) []string {
	var out []string
	for _, m := range flagName.FindAllStringSubmatch(quoted, -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 && !strings.ContainsAny(quoted, " \n") {
		out = append(out, quoted)
	}
	return out
}

// namesOf are all names that a page may use: ends of paths ("c/models"), declared names, alone, with their
// package and with their type ("Freeze", "term.Store", "Store.Freeze", "term.Store.Freeze"), strings of the
// program ("unknown", the name of a flag), and modules of others.
func namesOf(fsys fs.FS) (map[string]bool, error) {
	known := map[string]bool{module: true}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		for rest, more := name, true; more; _, rest, more = strings.Cut(rest, "/") {
			known[rest] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for m := range modules {
		known[m] = true
	}
	return known, walkGo(fsys, func(name string) error {
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		addNames(known, file, !strings.HasSuffix(name, "_test.go"))
		return nil
	})
}

// addNames adds what a file declares outside of functions and, if asked, its strings.
func addNames(known map[string]bool, file *ast.File, strs bool) {
	pkg := file.Name.Name
	declare := func(owner, name string) {
		known[name] = true
		known[pkg+"."+name] = true
		if owner != "" {
			known[owner+"."+name] = true
			known[pkg+"."+owner+"."+name] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			declare(receiver(n), n.Name.Name)
		case *ast.TypeSpec:
			declare("", n.Name.Name)
			for _, f := range members(n.Type) {
				for _, id := range f.Names {
					declare(n.Name.Name, id.Name)
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declare("", id.Name)
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && strs && n.Kind == token.STRING {
				known[text] = true
			}
		}
		return true
	})
}

// members are the fields of a struct type and the methods of an interface type.
func members(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}

// receiver is the name of the type whose method f is, "" for a function.
func receiver(f *ast.FuncDecl) string {
	name := ""
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name // before parameters of the type
			}
			return true
		})
	}
	return name
}

// TestArchitectureDocumentPlanted plants faults in a small tree.
func TestArchitectureDocumentPlanted(t *testing.T) {
	page := func(title string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("# " + title + "\n\n## Context\n\nc\n\n## Decision\n\nd\n\n## " +
			"Consequences\n\ne\n")}
	}
	fsys := fstest.MapFS{
		"ARCHITECTURE.md": {Data: []byte("`term.Store.Freeze` `Store.made` `sat/a.go` `--deep 3` `unknown` " +
			"`whittle x` `Freeze`\n" +
			"`term.Store.Thaw` `sat/b.go` `--flat` `know`\n" +
			"```\n`in a picture`\n```\n" +
			strings.Repeat("word ", architectureBytes/5))},
		"term/a.go": {Data: []byte("package term\ntype Store struct{ made int }\nfunc (s *Store) " +
			"Freeze() { print(\"unknown\", \"deep\") }")},
		"sat/a.go":     {Data: []byte("package sat")},
		"smt/lib/c.go": {Data: []byte("package lib")},

		"docs/decisions/README.md": {Data: []byte("* [0001](0001-a.md) A\n  page: why.\n* " +
			"[0002](0002-b.md) Another: why.\n")},
		"docs/decisions/0001-a.md": page("1. A page"),
		"docs/decisions/0002-b.md": page("2. B"),
		"docs/decisions/0004-d.md": page("4. D"),
	}
	for _, c := range []struct {
		got  []string
		want []string
	}{
		{architectureFaults(fsys), []string{"more than 10240"}},
		{decisionFaults(fsys), []string{"README.md does not have [0002]", "want the number 0003"}},
		{nameFaults(fsys), []string{"term.Store.Thaw", "sat/b.go", "flat", "know"}},
	} {
		if len(c.got) != len(c.want) {
			t.Errorf("got %q, want %d findings", c.got, len(c.want))
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(c.got[i], want) {
				t.Errorf("got %q, want it to say %q", c.got[i], want)
			}
		}
	}
}
