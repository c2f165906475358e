package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// event notes what happens in the page. It must not wait for the browser.
func (p *Page) event(method string, params json.RawMessage) {
	switch method {
	case "Page.loadEventFired":
		select {
		case p.loaded <- struct{}{}:
		default:
		}
	case "Runtime.exceptionThrown":
		var e struct {
			Details exception `json:"exceptionDetails"`
		}
		p.note(json.Unmarshal(params, &e), "exception: "+e.Details.String())
	case "Runtime.consoleAPICalled":
		var e struct {
			Type string
			Args []struct {
				Value       json.RawMessage
				Description string
			}
		}
		err := json.Unmarshal(params, &e)
		if err == nil && e.Type != "error" && e.Type != "warning" && e.Type != "assert" {
			return
		}
		text := "console." + e.Type + ":"
		for _, a := range e.Args {
			text += " " + string(a.Value) + a.Description
		}
		p.note(err, text)
	case "Log.entryAdded": // what the browser itself says: requests, violations of the policy
		var e struct {
			Entry struct{ Level, Source, Text string }
		}
		err := json.Unmarshal(params, &e)
		if err == nil && e.Entry.Level != "error" && e.Entry.Level != "warning" {
			return
		}
		p.note(err, fmt.Sprintf("%s: %s", e.Entry.Source, e.Entry.Text))
	}
}

func (p *Page) note(err error, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		text = "event that cannot be read: " + err.Error()
	}
	p.errors = append(p.errors, text)
}

// Errors returns what went wrong in the page so far: exceptions, errors and
// warnings on the console, violations of its policy.
func (p *Page) Errors() []string {
	p.t.Helper()
	p.Eval("1", nil) // events that came before are then noted
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

// NoErrors fails the test if something went wrong in the page.
func (p *Page) NoErrors() {
	p.t.Helper()
	if errs := p.Errors(); len(errs) > 0 {
		p.t.Errorf("the page reports errors:\n%s", strings.Join(errs, "\n"))
	}
}

// waitLoaded waits until the document has loaded.
func (p *Page) waitLoaded() {
	p.t.Helper()
	select {
	case <-p.loaded:
	case <-time.After(patience):
		p.t.Fatalf("the page has not loaded within %s", patience)
	}
}
