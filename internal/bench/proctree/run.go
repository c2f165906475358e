package proctree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// patience is how long a supervisor may take to end after it was told to.
const patience = 10 * time.Second

// Run runs a command under a supervisor, whose command line is given, and waits for the end of the
// whole tree. The outputs of the tree go to stdout and stderr. When ctx ends, the tree is killed. An
// error means that nothing is known; a command that cannot be started is told by Usage.Err.
func Run(ctx context.Context, supervisor []string, spec Spec, stdout, stderr io.Writer) (Usage, error) {
	if !Supported {
		return Usage{}, errors.New("trees of processes are measured on Linux only")
	}
	order, err := json.Marshal(spec)
	if err != nil {
		return Usage{}, err
	}
	result, back, err := os.Pipe()
	if err != nil {
		return Usage{}, err
	}
	defer result.Close()
	cmd := exec.Command(supervisor[0], supervisor[1:]...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.ExtraFiles = []*os.File{back}
	cmd.WaitDelay = patience
	cmd.Cancel = nil
	ownGroup(cmd)
	control, err := cmd.StdinPipe()
	if err != nil {
		back.Close()
		return Usage{}, err
	}
	err = cmd.Start()
	back.Close()
	if err != nil {
		return Usage{}, fmt.Errorf("starting the supervisor: %w", err)
	}
	// A supervisor that is gone already makes this fail; its end tells more.
	_, _ = control.Write(append(order, '\n'))

	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			control.Close() // which it sees, and kills the tree
			select {
			case <-time.After(patience):
				_ = cmd.Process.Kill()
			case <-done:
			}
		case <-done:
		}
	}()
	answer, readErr := io.ReadAll(result)
	if len(answer) == 0 {
		killLeft(cmd.Process.Pid) // before Wait, while no other process can have the number
	}
	waitErr := cmd.Wait()
	close(done)
	control.Close()
	var u Usage
	if err := json.Unmarshal(answer, &u); err != nil {
		return Usage{}, fmt.Errorf("the supervisor gave no answer: %w", errors.Join(waitErr, readErr))
	}
	return u, nil
}

// ParseAccounting reads a way to measure: auto, cgroup or processes. Available reports whether it is possible
// here.
func ParseAccounting(word string) (Accounting, error) {
	for _, a := range []Accounting{Auto, Cgroup, Processes} {
		if word == string(a) {
			return a, nil
		}
	}
	return "", fmt.Errorf("%q is no way to measure processes (known: %s)", word,
		strings.Join([]string{string(Auto), string(Cgroup), string(Processes)}, ", "))
}
