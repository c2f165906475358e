package serve

import (
	"fmt"
	"strings"
	"sync"
)

// logger passes warnings and errors of the server on.
type logger struct {
	log func(format string, args ...any)

	mu   sync.Mutex
	text string        // the last one
	full chan struct{} // closed when a disk has no room
}

// last is the last thing that the server complained about.
func (l *logger) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return "it does not say why"
	}
	return l.text
}

func (l *logger) tell(format string, args ...any) {
	l.mu.Lock()
	l.text = fmt.Sprintf(format, args...)
	if strings.Contains(l.text, "no space left on device") {
		select {
		case <-l.full:
		default:
			close(l.full)
		}
	}
	l.mu.Unlock()
	if l.log != nil {
		l.log("server: "+format, args...)
	}
}

// Noticef implements server.Logger.
func (l *logger) Noticef(string, ...any) {}

// Warnf implements server.Logger.
func (l *logger) Warnf(format string, args ...any) { l.tell(format, args...) }

// Fatalf implements server.Logger.
func (l *logger) Fatalf(format string, args ...any) { l.tell(format, args...) }

// Errorf implements server.Logger.
func (l *logger) Errorf(format string, args ...any) { l.tell(format, args...) }

// Debugf implements server.Logger.
func (l *logger) Debugf(string, ...any) {}

// Tracef implements server.Logger.
func (l *logger) Tracef(string, ...any) {}
