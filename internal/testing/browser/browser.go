package browser

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
)

// names are the programs that Find looks for.
var names = [...]string{"chromium", "chromium-browser", "google-chrome"}

// Find returns the program to drive.
func Find() (path string, ok bool) {
	if runtime.GOOS == "windows" {
		return "", false // file descriptors are not inherited there
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// Browser is one process of Chromium.
type Browser struct {
	t testing.TB
	*process
}

type process struct {
	pipe *pipe
	cmd  *exec.Cmd
	dir  string
	ends []*os.File
}

// Start starts Chromium for a test and its subtests; the process ends with the
// test. Without Chromium the test is skipped, and in an ordinary run: a browser takes
// more time than all else that such packages test.
func Start(t testing.TB) *Browser {
	t.Helper()
	if !testflag.Deep() && !testflag.Update() {
		t.Skip("starts a browser only with -scale 2, or to -update pictures")
	}
	path, ok := Find()
	if !ok {
		t.Skipf("needs Chromium: none of %v is installed", names)
	}
	p, err := start(path)
	if err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	t.Cleanup(p.close)
	return &Browser{t, p}
}

// For returns the same browser for a subtest: its pages close, and fail, with that test.
func (b *Browser) For(t testing.TB) *Browser { return &Browser{t, b.process} }

func start(path string) (*process, error) {
	dir, err := os.MkdirTemp("", "whittle-browser-")
	if err != nil {
		return nil, err
	}
	p := &process{dir: dir}
	p.cmd = exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu",
		"--disable-background-networking", "--disable-dev-shm-usage",
		"--disable-extensions", "--disable-component-update", "--no-first-run", "--mute-audio",
		"--force-device-scale-factor=1",
		"--user-data-dir="+dir, "--remote-debugging-pipe", "about:blank")
	p.cmd.Dir = dir // where a crash would leave its files
	if err := p.connect(); err != nil {
		p.close()
		return nil, err
	}
	var version struct{ Product string }
	if err := p.pipe.call("", "Browser.getVersion", nil, &version); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// connect starts the process with its two pipes.
func (p *process) connect() error {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		return errors.Join(err, theirIn.Close(), ourOut.Close())
	}
	p.ends = []*os.File{ourIn, ourOut}
	p.cmd.ExtraFiles = []*os.File{theirIn, theirOut} // descriptors 3 and 4
	err = p.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		return err
	}
	p.pipe = newPipe(ourIn, ourOut)
	return nil
}

// close ends the process and removes its profile.
func (p *process) close() {
	if p.cmd.Process != nil {
		ended := make(chan struct{})
		go func() {
			p.cmd.Wait() // its status says nothing about the test
			close(ended)
		}()
		if p.pipe != nil {
			go p.pipe.call("", "Browser.close", nil, nil)
		}
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			p.cmd.Process.Kill()
			<-ended
		}
	}
	for _, f := range p.ends {
		f.Close()
	}
	// Its helper processes may still write for a moment.
	for i := 0; i < 20 && os.RemoveAll(p.dir) != nil; i++ {
		time.Sleep(50 * time.Millisecond)
	}
}
