package browser

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// modifiers are the bits that stand for keys that are held.
var modifiers = map[string]int{"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

// namedKeys are keys that write no character of their own, with their codes.
var namedKeys = map[string]struct {
	code int
	text string
}{
	"Enter": {13, "\r"}, "Tab": {9, ""}, "Escape": {27, ""}, "Backspace": {8, ""}, "Delete": {46, ""},
	"Home": {36, ""}, "End": {35, ""},
	"PageUp": {33, ""}, "PageDown": {34, ""}, "ArrowUp": {38, ""}, "ArrowDown": {40, ""},
	"ArrowLeft": {37, ""}, "ArrowRight": {39, ""},
}

// Key presses and releases keys, one after the other: a character ("j", "/", "Space") or the name of a key
// ("ArrowDown"), perhaps with modifiers before it ("Control+a", "Shift+Tab").
func (p *Page) Key(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.key(k)
	}
}

func (p *Page) key(name string) {
	p.t.Helper()
	held := 0
	for {
		m, rest, ok := strings.Cut(name, "+")
		if !ok || modifiers[m] == 0 {
			break
		}
		held |= modifiers[m]
		name = rest
	}
	event := map[string]any{"type": "keyDown", "key": name, "modifiers": held}
	text := ""
	switch named, ok := namedKeys[name]; {
	case ok:
		event["code"], event["windowsVirtualKeyCode"], text = name, named.code, named.text
	case name == "Space":
		event["key"], event["code"], event["windowsVirtualKeyCode"], text = " ", "Space", 32, " "
	case utf8.RuneCountInString(name) == 1:
		text = name
		if up := strings.ToUpper(name); up >= "A" && up <= "Z" {
			event["code"], event["windowsVirtualKeyCode"] = "Key"+up, int(up[0])
		}
	default:
		p.t.Fatalf("unknown key %q", name)
	}
	if text != "" && held&^modifiers["Shift"] == 0 {
		event["text"] = text
	} else {
		event["type"] = "rawKeyDown"
	}
	p.Call("Input.dispatchKeyEvent", event, nil)
	delete(event, "text")
	event["type"] = "keyUp"
	p.Call("Input.dispatchKeyEvent", event, nil)
}

// Type writes text into what has the focus.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.Call("Input.insertText", map[string]any{"text": text}, nil)
}

// Click scrolls the first element that a selector finds into view and clicks
// in its middle. It fails the test when something else lies above it.
func (p *Page) Click(selector string) {
	p.t.Helper()
	x, y := p.Middle(selector)
	p.ClickAt(x, y)
}

// Middle scrolls an element into view and returns the point in its middle.
func (p *Page) Middle(selector string) (x, y float64) {
	p.t.Helper()
	var at struct {
		X, Y    float64
		Problem string
	}
	p.Eval(fmt.Sprintf(`(e => {
		if (!e) return {problem: "nothing is found"};
		e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const hit = document.elementFromPoint(x, y);
		if (!hit) return {problem: "it is not in the window"};
		if (!e.contains(hit) && !hit.contains(e) && !(hit.closest("label") || hit).contains(e)) return {problem: "above it lies " + hit.outerHTML.slice(0, 80)};
		return {x, y, problem: ""};
	})(document.querySelector(%s))`, quote(selector)), &at)
	if at.Problem != "" {
		p.t.Fatalf("%s: %s", selector, at.Problem)
	}
	return at.X, at.Y
}

// ClickAt clicks at a point of the window.
func (p *Page) ClickAt(x, y float64) {
	p.t.Helper()
	p.Mouse("mouseMoved", x, y)
	p.Mouse("mousePressed", x, y)
	p.Mouse("mouseReleased", x, y)
}

// Drag presses the button at a point, moves to another and releases it.
func (p *Page) Drag(x1, y1, x2, y2 float64) {
	p.t.Helper()
	p.Mouse("mouseMoved", x1, y1)
	p.Mouse("mousePressed", x1, y1)
	p.heldMove((x1+x2)/2, (y1+y2)/2)
	p.heldMove(x2, y2)
	p.Mouse("mouseReleased", x2, y2)
}

func (p *Page) heldMove(x, y float64) {
	p.t.Helper()
	p.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": x, "y": y, "button": "left",
		"buttons": 1}, nil)
}

// Mouse sends one event of the left button: "mouseMoved", "mousePressed" or "mouseReleased".
func (p *Page) Mouse(kind string, x, y float64) {
	p.t.Helper()
	button, buttons := "none", 0
	if kind != "mouseMoved" {
		button = "left"
	}
	if kind == "mousePressed" {
		buttons = 1
	}
	p.Call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": button,
		"buttons": buttons, "clickCount": 1}, nil)
}

// Wheel turns the wheel at a point.
func (p *Page) Wheel(x, y, dx, dy float64) {
	p.t.Helper()
	p.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": dx,
		"deltaY": dy}, nil)
}
