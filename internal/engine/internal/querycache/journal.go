package querycache

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// journal appends the answers of this run to a file, from a goroutine of its own.
type journal struct {
	create func() (*os.File, error) // makes the file, with its header
	warn   func(string)
	limit  int64

	mu      sync.Mutex
	pending []byte
	size    int64 // accepted so far
	state   journalState
	kick    chan struct{}
	stop    chan struct{}
	stopped chan struct{}

	file *os.File // belongs to the goroutine
}

type journalState uint8

const (
	unstarted journalState = iota
	writing
	failed // an error was reported, nothing more is written
	closed
)

const (
	// flushEvery is how long an answer waits for being written at most, flushBytes how much waits.
	flushEvery = 200 * time.Millisecond
	flushBytes = 64 << 10
)

// append adds an entry. It does not wait for the disk.
func (j *journal) append(e entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.state > writing || j.size > j.limit {
		return
	}
	if j.state == unstarted {
		j.state = writing
		j.kick, j.stop, j.stopped = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
		go j.run()
	}
	before := len(j.pending)
	j.pending = appendRecord(j.pending, e)
	j.size += int64(len(j.pending) - before)
	if len(j.pending) > flushBytes {
		select {
		case j.kick <- struct{}{}:
		default:
		}
	}
}

// run writes what is pending until stop is closed.
func (j *journal) run() {
	defer close(j.stopped)
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	var spare []byte
	for over := false; !over; {
		select {
		case <-tick.C:
		case <-j.kick:
		case <-j.stop:
			over = true
		}
		j.mu.Lock()
		data := j.pending
		j.pending = spare[:0]
		j.mu.Unlock()
		if err := j.write(data); err != nil {
			j.mu.Lock()
			j.state = max(j.state, failed)
			j.mu.Unlock()
			j.warn(fmt.Sprintf("%v: answers are not kept for later runs", err))
			break
		}
		spare = data
	}
	if j.file != nil {
		if err := j.file.Close(); err != nil {
			j.warn(err.Error())
		}
	}
}

func (j *journal) write(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if j.file == nil {
		f, err := j.create()
		if err != nil {
			return err
		}
		j.file = f
	}
	_, err := j.file.Write(data)
	return err
}

// close writes what is pending, and reports whether anything was written in all.
func (j *journal) close() bool {
	j.mu.Lock()
	started := j.state == writing || j.state == failed
	j.state = closed
	j.mu.Unlock()
	if !started {
		return false
	}
	close(j.stop)
	<-j.stopped
	return true
}
