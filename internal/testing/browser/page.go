package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Page is one tab.
type Page struct {
	t       testing.TB
	pipe    *pipe
	session string
	loaded  chan struct{} // gets a value when a document has loaded

	mu     sync.Mutex
	errors []string
}

// Open opens a file in a new tab of 1280 by 800 pixels and waits until it has
// loaded. The name may be followed by "#fragment".
func (b *Browser) Open(file string) *Page {
	b.t.Helper()
	p := &Page{t: b.t, pipe: b.pipe, loaded: make(chan struct{}, 16)}
	var target struct {
		ID string `json:"targetId"`
	}
	p.browser("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.t.Cleanup(func() { b.pipe.call("", "Target.closeTarget", map[string]any{"targetId": target.ID}, nil) })
	var session struct {
		ID string `json:"sessionId"`
	}
	p.browser("Target.attachToTarget", map[string]any{"targetId": target.ID, "flatten": true}, &session)
	p.session = session.ID
	p.pipe.listen(p.session, p.event)
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		p.Call(domain+".enable", nil, nil)
	}
	p.Resize(1280, 800)
	p.Navigate(file)
	return p
}

// Navigate opens another file, or the same one again, in this tab.
func (p *Page) Navigate(file string) {
	p.t.Helper()
	name, fragment, _ := strings.Cut(file, "#")
	abs, err := filepath.Abs(name)
	if err != nil {
		p.t.Fatal(err)
	}
	for len(p.loaded) > 0 {
		<-p.loaded
	}
	var res struct{ ErrorText, LoaderID string }
	p.Call("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: abs,
		Fragment: fragment}).String()}, &res)
	if res.ErrorText != "" {
		p.t.Fatalf("opening %s: %s", file, res.ErrorText)
	}
	if res.LoaderID != "" { // else only the fragment has changed
		p.waitLoaded()
	}
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	for len(p.loaded) > 0 {
		<-p.loaded
	}
	p.Call("Page.reload", nil, nil)
	p.waitLoaded()
}

// Call sends a command of the Chrome DevTools Protocol to the tab.
func (p *Page) Call(method string, params, result any) {
	p.t.Helper()
	if err := p.pipe.call(p.session, method, params, result); err != nil {
		p.t.Fatal(err)
	}
}

// browser sends a command to the browser itself.
func (p *Page) browser(method string, params, result any) {
	p.t.Helper()
	if err := p.pipe.call("", method, params, result); err != nil {
		p.t.Fatal(err)
	}
}

// exception is what a script has thrown.
type exception struct {
	Text      string `json:"text"`
	URL       string `json:"url"`
	Line      int    `json:"lineNumber"`
	Exception *struct {
		Description string          `json:"description"`
		Value       json.RawMessage `json:"value"`
	} `json:"exception"`
}

func (e *exception) String() string {
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description + string(e.Exception.Value)
	}
	return fmt.Sprintf("%s (line %d)", text, e.Line+1)
}

// Eval evaluates an expression in the page, waits for it if it is a promise, and puts its value into the
// pointer into, unless that is nil. An expression that throws fails the test.
func (p *Page) Eval(expression string, into any) {
	p.t.Helper()
	var res struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		Details *exception `json:"exceptionDetails"`
	}
	p.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true,
		"awaitPromise": true, "userGesture": true}, &res)
	if res.Details != nil {
		p.t.Fatalf("%s: %s", expression, res.Details)
	}
	if into == nil {
		return
	}
	if len(res.Result.Value) == 0 {
		p.t.Fatalf("%s has no value", expression)
	}
	if err := json.Unmarshal(res.Result.Value, into); err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
}

// Text returns the text of the first element that a selector finds, with runs of white space as one blank.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	var s string
	p.Eval(fmt.Sprintf("(e => { if (!e) throw new Error('nothing is here'); return e.innerText "+
		"})(document.querySelector(%s))", quote(selector)), &s)
	return strings.Join(strings.Fields(s), " ")
}

// Count counts the elements that a selector finds.
func (p *Page) Count(selector string) int {
	p.t.Helper()
	var n int
	p.Eval(fmt.Sprintf("document.querySelectorAll(%s).length", quote(selector)), &n)
	return n
}

// WaitFor waits until an expression is true.
func (p *Page) WaitFor(expression string) {
	p.t.Helper()
	var ok bool
	p.Eval(fmt.Sprintf(`new Promise(done => {
		const end = performance.now() + 20000;
		const look = () => { let ok = false; try { ok = !!(%s) } catch (e) {} ok || performance.now() > end ? done(ok) : setTimeout(look, 10) };
		look();
	})`, expression), &ok)
	if !ok {
		p.t.Fatalf("this does not become true: %s", expression)
	}
}

// Settle waits until what the page has begun is drawn.
func (p *Page) Settle() {
	p.t.Helper()
	p.Eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))", nil)
}

func quote(s string) string {
	text, _ := json.Marshal(s) // strings can always be marshalled
	return string(text)
}
