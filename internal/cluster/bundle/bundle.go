package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/task"
)

// File is a file with its path in the bundle, with slashes.
type File struct {
	Path    string
	Content []byte
}

// Bundle is the files of a task, by path.
type Bundle struct {
	Main  string // the path of the file that the task names
	Files []File
}

// include finds the files that a C file names.
var include = lazy.Regexp(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"`)

// Of collects the files of a task.
func Of(path string) (*Bundle, error) {
	c := &collector{content: map[string][]byte{}}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	inputs := []string{path}
	if task.IsDefinition(path) {
		def, err := task.Load(path, c.read)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, def.Inputs...)
	}
	for _, in := range inputs {
		if err := c.file(in); err != nil {
			return nil, err
		}
	}
	names := make([]string, 0, len(c.content))
	for name := range c.content {
		names = append(names, name)
	}
	slices.Sort(names)
	root := filepath.Dir(names[0])
	for _, name := range names {
		for !within(root, name) {
			root = filepath.Dir(root)
		}
	}
	b := &Bundle{}
	for _, name := range names {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return nil, err
		}
		b.Files = append(b.Files, File{filepath.ToSlash(rel), c.content[name]})
		if name == path {
			b.Main = filepath.ToSlash(rel)
		}
	}
	return b, nil
}

// within reports whether a file lies below a folder.
func within(dir, file string) bool {
	return dir == filepath.Dir(dir) || strings.HasPrefix(file, dir+string(filepath.Separator))
}

// collector reads files once. Keys are absolute paths.
type collector struct{ content map[string][]byte }

func (c *collector) read(name string) ([]byte, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if text, ok := c.content[name]; ok {
		return text, nil
	}
	text, err := os.ReadFile(name)
	if err == nil {
		c.content[name] = text
	}
	return text, err
}

// file takes a file and what it includes. What is included and not there is left to the front end, which may
// never come to it.
func (c *collector) file(name string) error {
	text, err := c.read(name)
	if err != nil {
		return fmt.Errorf("a file of the task: %w", err)
	}
	for _, m := range include().FindAllSubmatch(text, -1) {
		header := filepath.Join(filepath.Dir(name), filepath.FromSlash(string(m[1])))
		abs, err := filepath.Abs(header)
		if _, seen := c.content[abs]; err != nil || seen {
			continue
		}
		if info, err := os.Stat(abs); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := c.file(abs); err != nil {
			return err
		}
	}
	return nil
}
