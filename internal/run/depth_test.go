package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
)

// TestSixCalls: six calls lead from Check to the Check of an engine that runs beside others, across
// goroutines. The stack that tells of those that began one is printed by a process of its own.
func TestSixCalls(t *testing.T) {
	const key = "WHITTLE_TEST_STACK"
	if os.Getenv(key) != "" {
		probe := fake(func(context.Context, engine.Task) (engine.Result, error) {
			fmt.Printf("%s\n", debug.Stack())
			return engine.Unknown("seen"), nil
		})
		for _, property := range []string{"unreach-call", "unreach-call,no-overflow"} {
			task := program(t, lostUpdate)
			task.Property = property
			opt := Options{with: portfolio.New(portfolio.Config{}, probe)}
			if _, err := Check(t.Context(), task, opt); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSixCalls$")
	cmd.Env = append(os.Environ(), key+"=1", "GODEBUG=tracebackancestors=9")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := []string{"portfolio.(*member).check", "portfolio.(*Engine).Check", "run.(*question).answer",
		"run.(*checkRun).ask", "run.CheckSettled", "run.Check"}
	stacks := strings.Split(string(out), "runtime/debug.Stack(")[1:]
	if len(stacks) < 2 {
		t.Fatalf("%d engines were asked:\n%s", len(stacks), out)
	}
	name := regexp.MustCompile(`(?m)^whittle\.dev/internal/(?:engine/)?((?:run|portfolio)\.[\w.(*)]+)\(`)
	for _, stack := range stacks {
		var calls []string
		for _, m := range name.FindAllStringSubmatch(stack, -1) {
			if !strings.Contains(m[1], ".gowrap") && !strings.Contains(m[1], "run.Test") &&
				!strings.Contains(m[1], "fake") {
				calls = append(calls, m[1])
			}
		}
		if !slices.Equal(calls, want) {
			t.Errorf("calls %q, want %q", calls, want)
		}
	}
}
