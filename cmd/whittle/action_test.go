package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// action is what the test looks at of action.yml.
type action struct {
	Inputs map[string]struct {
		Default string
	}
	Runs struct {
		Steps []struct {
			ID, Run string
			Env     map[string]string
		}
	}
}

// TestAction runs the script that checks on examples: a wrong one and a right one. This binary stands in for
// the program that another step builds, as in scripts.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	root, temp := filepath.Join("..", ".."), t.TempDir()
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("whittle")
	if err == nil {
		err = os.Symlink(program, filepath.Join(temp, "whittle"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		files, args, failOn, verdict string
		code                         int
	}{
		{"examples/updates/lost_update.c", "--property unreach-call", "violated", "false(unreach-call)", 1},
		{"examples/updates/lost_update_mutex.c", "", "unknown", "true", 0},
		{"examples/memory/insertion_sort.c", "--engine bmc --unwind 1", "violated", "unknown", 0},
		{"examples/memory/insertion_sort.c", "--engine bmc --unwind 1", "unknown", "unknown", 3},
	} {
		output := filepath.Join(t.TempDir(), "output")
		values := map[string]string{"files": c.files, "args": c.args, "timeout": a.Inputs["timeout"].Default,
			"fail-on": c.failOn, "sarif": filepath.Join(temp, "whittle.sarif")}
		ran := false
		for _, s := range a.Runs.Steps {
			if s.ID != "check" {
				continue
			}
			ran = true
			cmd := exec.Command(bash, "-e", "-c", s.Run)
			cmd.Dir = root
			cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+output, "GITHUB_WORKSPACE=")
			for name, value := range s.Env {
				input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
				cmd.Env = append(cmd.Env, name+"="+values[input])
			}
			out, _ := cmd.CombinedOutput()
			told, err := os.ReadFile(output)
			if got := cmd.ProcessState.ExitCode(); got != c.code || err != nil ||
				string(told) != "verdict="+c.verdict+"\n" {
				t.Errorf("%s, %s: status %d, output %q (%v)\n%s", c.files, c.failOn, got, told, err, out)
			}
		}
		if !ran {
			t.Fatal("no step checks")
		}
	}
}
