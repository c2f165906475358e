package validate_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/validate"
)

// TestWitnessFiles checks hand-written witnesses. Each archive in testdata/witnesses has one program, or
// several files of one, and witnesses of it; what a witness is called begins with what is expected:
// confirmed, rejected, unknown, or error. Comments in front of a witness that is an error, or not exact, hold
// a part of what is said about it. A line
//
//	@VERSION PROPERTY DATA-MODEL [as PROPERTY or DATA-MODEL]
//
// stands for the metadata; after "as" stands what the program is checked for.
func TestWitnessFiles(t *testing.T) {
	archives, err := filepath.Glob("testdata/witnesses/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var files []string
			hashes := ""
			for _, f := range ar.Files {
				path := filepath.Join(dir, f.Name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
				if ext := filepath.Ext(f.Name); ext == ".c" || ext == ".i" {
					files = append(files, path)
					hashes += fmt.Sprintf("        %q: %q\n", f.Name,
						fmt.Sprintf("%x", sha256.Sum256(f.Data)))
				}
			}
			for _, f := range ar.Files {
				if filepath.Ext(f.Name) == ".yml" {
					t.Run(strings.TrimSuffix(f.Name, ".yml"),
						func(t *testing.T) {
							witnessFile(t, filepath.Join(dir, f.Name), string(f.Data), files,
								hashes)
						})
				}
			}
		})
	}
}

func witnessFile(t *testing.T, path, text string, files []string, hashes string) {
	want, _, _ := strings.Cut(filepath.Base(path), "-")
	var says []string
	for strings.HasPrefix(text, "#") {
		line, rest, _ := strings.Cut(text, "\n")
		says = append(says, strings.TrimPrefix(line, "# "))
		text = rest
	}
	task := run.Task{Files: files}
	if head, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(head, "@") {
		text = metadata(t, head, filepath.Dir(path), files, hashes, &task) + rest
	}
	if len(files) == 1 {
		// What a tool has written is there in full, but for the hash.
		_, hash, _ := strings.Cut(hashes, ": \"")
		text = strings.ReplaceAll(text, "@HASH", hash[:64])
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := validate.Witness(context.Background(), path, task,
		validate.Options{Options: run.Options{Timeout: time.Minute}})
	var out bytes.Buffer
	if err == nil {
		if err := a.WriteText(&out, run.ReportOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	got := string(a.Status)
	var ie *run.InputError
	if errors.As(err, &ie) {
		got = "error"
		fmt.Fprintln(&out, err)
	} else if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("%s, want %s:\n%s", got, want, out.String())
	}
	said := out.String() + strings.Join(a.Notes, "\n")
	if want == "error" && len(says) == 0 {
		t.Error("what is the error?")
	}
	for _, s := range says {
		if want == "error" && !strings.Contains(said, s) || strings.HasPrefix(s, "note: ") &&
			!strings.Contains(said, strings.TrimPrefix(s, "note: ")) {
			t.Errorf("%q is not said:\n%s", s, said)
		}
	}
}

// metadata is what a line "@..." stands for.
func metadata(t *testing.T, head, dir string, files []string, hashes string, task *run.Task) string {
	words := strings.Fields(strings.TrimPrefix(head, "@"))
	if len(words) != 3 && len(words) != 5 {
		t.Fatalf("%q", head)
	}
	p, err := property.Parse(words[1])
	if err != nil {
		t.Fatal(err)
	}
	if len(words) == 5 {
		if _, err := property.Parse(words[4]); err == nil {
			task.Property = words[4]
		} else {
			task.DataModel = words[4]
		}
	}
	var b strings.Builder
	kind := "violation_sequence"
	if strings.HasPrefix(head, "@@") {
		kind = "invariant_set"
		words[0] = strings.TrimPrefix(words[0], "@")
	}
	fmt.Fprintf(&b, "- entry_type: %s\n  metadata:\n    format_version: %q\n    uuid: "+
		"91023a0f-9f45-4385-88c4-1152ade45537\n    creation_time: 2026-01-02T03:04:05Z\n", kind, words[0])
	fmt.Fprintf(&b, "    producer: {name: by hand, version: \"1\"}\n    task:\n      input_files:\n")
	for _, f := range files {
		name, err := filepath.Rel(dir, f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "        - %q\n", filepath.ToSlash(name))
	}
	fmt.Fprintf(&b, "      input_file_hashes:\n%s      specification: %q\n      data_model: %s\n      "+
		"language: C\n", hashes, p.Specification("main"), words[2])
	return b.String()
}
