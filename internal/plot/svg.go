package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Sizes in units of the drawing, which are CSS pixels where there is room for it.
const (
	fontSize  = 12
	tickSize  = 11
	defWidth  = 640
	defHeight = 340
)

// canvas collects the text of a drawing.
type canvas struct {
	strings.Builder
	width, height float64
}

// begin starts a drawing. It shrinks with its column but does not grow beyond its size.
func begin(title string, width, height float64) *canvas {
	c := &canvas{width: width, height: height}
	c.addf(
		`<svg class="plot" role="img" aria-label="%s" viewBox="0 0 %s %s" width="%s" height="%s" xmlns="http://www.w3.org/2000/svg" `+
			`style="max-width:100%%;height:auto;font-size:%dpx;fill:var(--fg)">`+"\n",
		escape(title), num(width), num(height), num(width), num(height), fontSize)
	return c
}

// end finishes the drawing.
func (c *canvas) end() string {
	c.WriteString("</svg>\n")
	return c.String()
}

func (c *canvas) addf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// text places a text; anchor is "start", "middle" or "end", style is CSS or empty.
func (c *canvas) text(x, y float64, anchor, style, s string) {
	if s == "" {
		return
	}
	c.addf(`<text x="%s" y="%s"`, num(x), num(y))
	if anchor != "start" {
		c.addf(` text-anchor="%s"`, anchor)
	}
	if style != "" {
		c.addf(` style="%s"`, style)
	}
	c.addf(">%s</text>\n", escape(s))
}

// num prints a coordinate: two decimals suffice on any screen.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// crisp moves a coordinate to the middle of a pixel, where a line of width 1 is sharp.
func crisp(v float64) float64 { return math.Floor(v) + 0.5 }

// escape makes a text safe in elements and attributes. Characters that XML does not know become a mark.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\'':
			b.WriteString("&#39;")
		case r < ' ' && r != '\n' && r != '\t':
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// textWidth estimates the width of a text in a sans-serif font.
func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("iljtfrI.,:;|!'()[] \u00a0", r):
			w += 0.34
		case strings.ContainsRune("mwMW@%", r):
			w += 0.88
		case r >= 'A' && r <= 'Z':
			w += 0.68
		case r > 0x2e80: // ideographs and the like
			w += 1
		default:
			w += 0.57
		}
	}
	return w * size
}

// shorten cuts a text that is wider than there is room.
func shorten(s string, size, room float64) string {
	if textWidth(s, size) <= room {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && textWidth(string(r), size)+size > room {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// series returns the colour of the i-th series.
func series(i int) string { return "var(--c" + strconv.Itoa(((i%8)+8)%8) + ")" }
