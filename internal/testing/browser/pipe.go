package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// patience bounds how long a command may take. It is long, since machines that run tests may be busy.
const patience = 60 * time.Second

// message is a command, an answer or an event of the protocol.
type message struct {
	ID      int64           `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
		Data    string `json:"data"`
	} `json:"error,omitempty"`
}

// pipe is the connection to one process.
type pipe struct {
	out io.Writer

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan message
	// listeners get the events of a session.
	listeners map[string]func(method string, params json.RawMessage)
	ended     error // set when the process has closed the pipe
}

func newPipe(in io.Reader, out io.Writer) *pipe {
	p := &pipe{out: out, waiting: map[int64]chan message{},
		listeners: map[string]func(string, json.RawMessage){}}
	go p.read(bufio.NewReaderSize(in, 1<<16))
	return p
}

func (p *pipe) read(in *bufio.Reader) {
	for {
		text, err := in.ReadBytes(0)
		var m message
		if err == nil {
			err = json.Unmarshal(text[:len(text)-1], &m)
		}
		if err != nil {
			p.end(err)
			return
		}
		p.mu.Lock()
		listener, answer := p.listeners[m.Session], p.waiting[m.ID]
		if m.ID != 0 {
			delete(p.waiting, m.ID)
		}
		p.mu.Unlock()
		switch {
		case m.ID != 0 && answer != nil:
			answer <- m
		case m.ID == 0 && listener != nil:
			listener(m.Method, m.Params)
		}
	}
}

// end tells those who wait that no answer will come.
func (p *pipe) end(err error) {
	if errors.Is(err, io.EOF) {
		err = errors.New("the browser has ended")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = err
	for id, c := range p.waiting {
		close(c)
		delete(p.waiting, id)
	}
}

// call sends a command and waits for its result, which goes into result unless that is nil.
func (p *pipe) call(session, method string, params, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if params == nil {
		text = []byte("{}")
	}
	answer := make(chan message, 1)
	p.mu.Lock()
	if p.ended != nil {
		defer p.mu.Unlock()
		return fmt.Errorf("%s: %w", method, p.ended)
	}
	p.last++
	m := message{ID: p.last, Session: session, Method: method, Params: text}
	p.waiting[m.ID] = answer
	text, err = json.Marshal(m)
	if err == nil {
		_, err = p.out.Write(append(text, 0))
	}
	p.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: %w", method, p.ended)
		case m.Error != nil:
			return fmt.Errorf("%s: %s %s", method, m.Error.Message, m.Error.Data)
		case result == nil:
			return nil
		}
		if err := json.Unmarshal(m.Result, result); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		return nil
	case <-timer.C:
		return fmt.Errorf("%s: no answer within %s", method, patience)
	}
}

func (p *pipe) listen(session string, f func(method string, params json.RawMessage)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listeners[session] = f
}
