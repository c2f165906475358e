package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"whittle.dev/smt/lib"
)

// child is a running solver.
type child struct {
	cmd    *exec.Cmd
	in     *os.File // its standard input
	out    *os.File // its standard output
	rd     *lib.Reader
	limit  *limited // what rd reads from
	stderr tail
	marks  int // echoes asked for
}

// start runs the program.
func start(path string, args, env []string) (*child, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		inR.Close()
		inW.Close()
		return nil, err
	}
	limit := &limited{r: outR}
	c := &child{cmd: exec.Command(path, args...), in: inW, out: outR, rd: lib.NewReader(limit), limit: limit}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = inR, outW, &c.stderr
	c.cmd.Env = env
	c.cmd.WaitDelay = time.Second // somebody outside the group may hold standard error
	ownGroup(c.cmd)
	err = c.cmd.Start()
	inR.Close()
	outW.Close()
	if err != nil {
		inW.Close()
		outR.Close()
		return nil, err
	}
	return c, nil
}

// stop kills the process group, waits for the process, and returns how it ended.
func (c *child) stop() string {
	killGroup(c.cmd)
	err := c.cmd.Wait()
	c.in.Close()
	c.out.Close()
	how := "it ended"
	if err != nil {
		how = err.Error()
	}
	if text := c.stderr.line(); text != "" {
		how += ": " + text
	}
	return how
}

// errDied says that the process closed its output.
var errDied = errors.New("the solver died")

// exchange sends commands that are answered by n S-expressions, and returns those. After an error the process
// is of no use any more. No goroutine outlives the call.
func (c *child) exchange(ctx context.Context, commands string, n int) ([]lib.Node, error) {
	c.marks++
	mark := fmt.Sprintf("mark-%d", c.marks)
	commands += "(echo \"" + mark + "\")\n"

	if err := c.deadlines(time.Time{}); err != nil {
		return nil, err
	}
	c.limit.left = maxReply
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = c.deadlines(time.Unix(1, 0))
		close(stopped)
	})
	defer func() {
		if !stop() {
			<-stopped // or it would end the next exchange
		}
	}()

	// Writing beside reading: the process may block on its output first.
	var writer sync.WaitGroup
	writer.Go(func() { _, _ = io.WriteString(c.in, commands) }) // what was not taken is not answered
	replies, err := c.read(n, mark)
	if err != nil {
		_ = c.deadlines(time.Unix(1, 0)) // ends the writer
	}
	writer.Wait()
	if ctx.Err() != nil && err != nil {
		return nil, ctx.Err()
	}
	return replies, err
}

func (c *child) deadlines(t time.Time) error {
	return errors.Join(c.in.SetWriteDeadline(t), c.out.SetReadDeadline(t))
}

// read reads n replies and the mark. A refused command is an error.
func (c *child) read(n int, mark string) ([]lib.Node, error) {
	var out []lib.Node
	for {
		node, err := c.rd.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, errDied
		case err != nil:
			return nil, fmt.Errorf("garbage from the solver: %w", err)
		case node.Kind == lib.List && len(node.List) == 2 && node.List[0].Text == "error":
			return nil, fmt.Errorf("the solver refused: %s", brief(node.List[1].Text))
		case node.Kind != lib.List && node.Text == mark:
			if len(out) != n {
				return nil, fmt.Errorf("garbage from the solver: %d replies instead of %d", len(out), n)
			}
			return out, nil
		case len(out) == n:
			return nil, fmt.Errorf("garbage from the solver: %s", brief(node.String()))
		case node.Kind != lib.List && node.Text == "unsupported" && len(out) == 0 && n > 0:
			continue // an option that it does not have
		}
		out = append(out, node)
	}
}

func brief(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > 200 {
		return string(r[:197]) + "..."
	}
	return string(r)
}

// maxReply bounds the bytes of the replies to one exchange.
const maxReply = 1 << 28

// limited reads from r as long as something is left to read.
type limited struct {
	r    io.Reader
	left int
}

// Read implements io.Reader.
func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("more than %d bytes", maxReply)
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// tail keeps the last bytes that are written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - 1<<12; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// line returns what was written, on one line.
func (t *tail) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return brief(string(t.buf))
}
