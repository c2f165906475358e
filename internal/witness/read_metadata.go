package witness

import (
	"path"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/yamlfile"
)

var (
	uuidForm = lazy.Regexp(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	hashForm = lazy.Regexp(`^[0-9a-fA-F]{64}$`)
)

func (r *reader) metadata(m *Metadata, n ast.Node) error {
	keys, err := r.mapping(n, "metadata", "format_version uuid creation_time producer task", "")
	if err != nil {
		return err
	}
	m.Place = place(n)
	if m.FormatVersion, err = choose(r, keys["format_version"], "format_version", Version20, Version21,
		Version22); err != nil {
		return err
	}
	if m.UUID, err = r.text(keys["uuid"], "uuid"); err != nil {
		return err
	}
	if !uuidForm().MatchString(m.UUID) {
		return r.errorAt(keys["uuid"], "uuid %q is none (RFC 4122: 8-4-4-4-12 hexadecimal digits)", m.UUID)
	}
	if m.CreationTime, err = r.text(keys["creation_time"], "creation_time"); err != nil {
		return err
	}
	if _, err := time.Parse(time.RFC3339, m.CreationTime); err != nil {
		return r.errorAt(keys["creation_time"], "creation_time %q is no date and time of RFC 3339",
			m.CreationTime)
	}
	if err := r.producer(&m.Producer, keys["producer"]); err != nil {
		return err
	}
	return r.task(&m.Task, keys["task"])
}

func (r *reader) producer(p *Producer, n ast.Node) error {
	keys, err := r.mapping(n, "producer", "name version", "configuration command_line description")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		key string
		to  *string
	}{{"name", &p.Name}, {"version", &p.Version}, {"configuration", &p.Configuration},
		{"command_line", &p.CommandLine}, {"description", &p.Description}} {
		if keys[f.key] == nil {
			continue
		}
		if *f.to, err = r.anyText(keys[f.key], f.key); err != nil {
			return err
		}
	}
	if p.Name == "" {
		return r.errorAt(keys["name"], "name is empty")
	}
	return nil
}

func (r *reader) task(t *Task, n ast.Node) error {
	keys, err := r.mapping(n, "task", "input_files input_file_hashes specification data_model language", "")
	if err != nil {
		return err
	}
	if err := r.inputs(t, keys["input_files"], keys["input_file_hashes"]); err != nil {
		return err
	}
	if t.Specification, err = r.text(keys["specification"], "specification"); err != nil {
		return err
	}
	if t.DataModel, err = choose(r, keys["data_model"], "data_model", "ILP32", "LP64"); err != nil {
		return err
	}
	t.Language, err = choose(r, keys["language"], "language", "C")
	return err
}

// inputs reads the input files and their hashes. Some tools name a file in one list by its path and in the
// other without, which is unambiguous if no two files have that name.
func (r *reader) inputs(t *Task, files, hashes ast.Node) error {
	items, err := r.sequence(files, "input_files", 1)
	if err != nil {
		return err
	}
	pairs, err := yamlfile.Pairs(r.file, hashes, "input_file_hashes")
	if err != nil {
		return err
	}
	exact, short, uses := map[string]string{}, map[string]string{}, map[string]int{}
	for _, p := range pairs {
		name := p.Name
		hash, err := r.text(p.Value, "a hash")
		if err != nil {
			return err
		}
		if !hashForm().MatchString(hash) {
			return r.errorAt(p.Value, "hash %q is no SHA-256 (64 hexadecimal digits)", hash)
		}
		exact[name], short[path.Base(name)] = strings.ToLower(hash), strings.ToLower(hash)
		uses[path.Base(name)]++
	}
	for _, item := range items {
		name, err := r.text(item, "an input file")
		if err != nil {
			return err
		}
		hash := exact[name]
		if hash == "" && uses[path.Base(name)] == 1 {
			hash = short[path.Base(name)]
		}
		if hash == "" {
			return r.errorAt(item, "input_file_hashes has no hash of %s", name)
		}
		t.Inputs = append(t.Inputs, InputFile{name, hash, place(item)})
	}
	if len(pairs) > len(items) {
		return r.errorAt(hashes, "input_file_hashes has more files than input_files")
	}
	return nil
}
