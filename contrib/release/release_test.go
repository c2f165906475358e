package release

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"whittle.dev/internal/testing/testflag"
)

var root = filepath.Join("..", "..")

// recipe is what the tests look at of .goreleaser.yaml.
type recipe struct {
	Before struct {
		Hooks []string
	}
	Builds []struct {
		Main   string
		Env    []string
		Flags  []string
		Goos   []string
		Goarch []string
	}
	NFPMs []struct {
		Contents []struct{ Src, Dst string }
	} `yaml:"nfpms"`
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestRecipe: a release is static programs for three systems on two processors.
func TestRecipe(t *testing.T) {
	var r recipe
	read(t, ".goreleaser.yaml", &r)
	if len(r.Builds) != 2 {
		t.Fatalf("there are %d builds", len(r.Builds))
	}
	for _, b := range r.Builds {
		if !slices.Equal(b.Goos, []string{"linux", "darwin", "windows"}) ||
			!slices.Equal(b.Goarch, []string{"amd64", "arm64"}) || !slices.Contains(b.Env, "CGO_ENABLED=0") {
			t.Errorf("%s is built for %v on %v with %v", b.Main, b.Goos, b.Goarch, b.Env)
		}
		if _, err := os.Stat(filepath.Join(root, b.Main, "main.go")); err != nil {
			t.Error(err)
		}
	}
	for _, c := range r.NFPMs[0].Contents { // what is packaged is made by a hook, or lies in the repository
		_, err := os.Stat(filepath.Join(root, c.Src))
		if err != nil && !strings.HasPrefix(c.Src, "build/release/") {
			t.Error(err)
		}
	}
	if tool, err := exec.LookPath("goreleaser"); err == nil {
		lint(t, tool)
	}
}

// lint has the tool look at the recipe, in a checkout with a remote, which it asks for.
func lint(t *testing.T, tool string) {
	text, err := os.ReadFile(filepath.Join(root, ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".goreleaser.yaml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"git", "init", "-q"},
		{"git", "remote", "add", "origin", "https://github.com/whittle/whittle.git"}, {tool, "check"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestTargets builds and vets the program for every system of a release, with -scale.
func TestTargets(t *testing.T) {
	if !testflag.Deep() {
		t.Skip("-scale builds for all systems")
	}
	var r recipe
	read(t, ".goreleaser.yaml", &r)
	magic := map[string]string{"linux": "\x7fELF", "darwin": "\xcf\xfa\xed\xfe", "windows": "MZ"}
	for _, system := range r.Builds[0].Goos {
		for _, processor := range r.Builds[0].Goarch {
			t.Run(system+"-"+processor, func(t *testing.T) {
				out := filepath.Join(t.TempDir(), "whittle")
				goTool(t, system, processor, "build", "-trimpath", "-o", out, r.Builds[0].Main)
				goTool(t, system, processor, "vet", r.Builds[0].Main)
				text, err := os.ReadFile(out)
				if err != nil || !bytes.HasPrefix(text, []byte(magic[system])) {
					t.Errorf("it begins with %q (%v)", text[:min(4, len(text))], err)
				}
			})
		}
	}
}

// goTool runs the go command for a system; for this one if none is named.
func goTool(t *testing.T, system, processor string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if system != "" {
		cmd.Env = append(cmd.Env, "GOOS="+system, "GOARCH="+processor)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestFormula: the formula is Ruby without mistakes of syntax.
func TestFormula(t *testing.T) {
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("there is no ruby")
	}
	cmd := exec.Command(ruby, "-c", filepath.Join("homebrew", "whittle.rb"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestDockerfile: the image is built with the version of Go that go.mod asks for, from what is there.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	from := regexp.MustCompile(`(?m)^FROM golang:(\d+\.\d+) AS build$`).FindSubmatch(text)
	wants := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	if from == nil || wants == nil || !bytes.Equal(from[1], wants[1]) {
		t.Errorf("it is built by %q, go.mod asks for %q", from, wants)
	}
	for _, c := range regexp.MustCompile(`(?m)^COPY ([a-z. ]+) \./?$`).FindAllStringSubmatch(string(text), -1) {
		for name := range strings.FieldsSeq(c[1]) {
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Error(err)
			}
		}
	}
}
