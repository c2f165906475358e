package plot

import (
	"strings"
)

// Lines shows series of values as curves.
type Lines struct {
	// Title is the accessible name; the page writes the visible one.
	Title  string
	X, Y   Axis
	Series []Series
	// Steps holds each value until the next point instead of joining points by straight lines: quantile plots
	// and counts over time.
	Steps bool
	// Width and Height are the size; 0: the usual one.
	Width, Height float64
}

// Series is one curve. Its points must be ordered by X.
type Series struct {
	Name   string
	Points []Point
	// Color is the number of the categorical colour; Lines that have all zero number them by their order.
	Color int
	// Marks draws a mark at each point, for curves of few points.
	Marks bool
}

// Point is a value of a series.
type Point struct {
	X, Y float64
	// Title is shown while the pointer rests on the point; empty: the series and both values.
	Title string
}

// dashes are the patterns of the series.
var dashes = [...]string{"", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "9 3 2 3 2 3"}

// titles is how many points of a series carry a title, so that long series do not blow up the page.
const titles = 120

// SVG draws the chart.
func (l Lines) SVG() string {
	c := begin(l.Title, or(l.Width, defWidth), or(l.Height, defHeight))
	numbered := true
	var xs, ys []float64
	for _, s := range l.Series {
		numbered = numbered && s.Color == 0
		for _, p := range s.Points {
			if finite(p.X) && finite(p.Y) {
				xs, ys = append(xs, p.X), append(ys, p.Y)
			}
		}
	}
	color := func(i int) int {
		if numbered {
			return i
		}
		return l.Series[i].Color
	}
	var legend []entry
	for i, s := range l.Series {
		if s.Name == "" {
			continue
		}
		legend = append(legend, entry{s.Name, func(x, y float64) {
			c.addf(`<path d="M%s %sh24" style="%s"/>`+"\n", num(x), num(y), stroke(color(i)))
			if s.Marks {
				c.addf(`<path d="%s" style="fill:%s"/>`+"\n", shape(color(i), x+12, y, 3.5), series(color(i)))
			}
		}})
	}
	f := newFrame(c, l.X, l.Y, xs, ys, legendHeight(c.width, legend), 0)
	f.draw(c)
	c.drawLegend(legend)
	if len(xs) == 0 {
		f.empty(c)
	}
	for i, s := range l.Series {
		l.curve(c, f, s, color(i))
	}
	return c.end()
}

// curve draws one series.
func (l Lines) curve(c *canvas, f frame, s Series, color int) {
	var path strings.Builder
	var points []Point
	lastX, lastY := "", ""
	for _, p := range s.Points {
		if !finite(p.X) || !finite(p.Y) {
			continue
		}
		x, y := num(f.x.at(p.X)), num(f.y.at(p.Y))
		switch {
		case len(points) == 0:
			path.WriteString("M" + x + " " + y)
		case x == lastX && y == lastY:
		case y == lastY:
			path.WriteString("H" + x)
		case l.Steps && x != lastX:
			path.WriteString("H" + x + "V" + y)
		case x == lastX:
			path.WriteString("V" + y)
		default:
			path.WriteString("L" + x + " " + y)
		}
		lastX, lastY = x, y
		points = append(points, p)
	}
	if len(points) == 0 {
		return
	}
	c.addf(`<path d="%s" style="%s"/>`+"\n", path.String(), stroke(color))
	if s.Marks {
		c.addf(`<g style="fill:%s">`+"\n", series(color))
	} else {
		c.WriteString(`<g style="fill:transparent">` + "\n") // where the pointer finds the titles
	}
	every := (len(points) + titles - 1) / titles
	for i, p := range points {
		if i%every != 0 && i != len(points)-1 {
			continue
		}
		title := p.Title
		if title == "" {
			title = l.X.Unit.Format(p.X) + ": " + l.Y.Unit.Format(p.Y)
			if s.Name != "" {
				title = s.Name + ", " + title
			}
		}
		x, y := f.x.at(p.X), f.y.at(p.Y)
		d := shape(color, x, y, 3.5)
		if !s.Marks {
			d = shape(0, x, y, 5)
		}
		c.addf(`<path d="%s" data-name="%s" data-x="%g" data-y="%g"><title>%s</title></path>`+"\n", d,
			escape(s.Name), p.X, p.Y, escape(title))
	}
	c.WriteString("</g>\n")
}

// stroke is the style of the curve with a colour.
func stroke(color int) string {
	s := "fill:none;stroke:" + series(color) + ";stroke-width:1.75;stroke-linejoin:round"
	if d := dashes[((color%len(dashes))+len(dashes))%len(dashes)]; d != "" {
		s += ";stroke-dasharray:" + d
	}
	return s
}

// shape is the path of the mark of a series: a disc, square, triangle, diamond, or one of these hollowed by a
// cross.
func shape(i int, x, y, r float64) string {
	p := func(parts ...any) string {
		var b strings.Builder
		for _, q := range parts {
			switch q := q.(type) {
			case string:
				b.WriteString(q)
			case float64:
				if s := b.String(); s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
					b.WriteByte(' ')
				}
				b.WriteString(num(q))
			}
		}
		return b.String()
	}
	switch ((i % 6) + 6) % 6 {
	case 1:
		r *= 0.9
		return p("M", x-r, y-r, "h", 2*r, "v", 2*r, "h", -2*r, "z")
	case 2:
		r *= 1.15
		return p("M", x, y-r, "L", x+r, y+r*0.8, "H", x-r, "z")
	case 3:
		r *= 1.25
		return p("M", x, y-r, "L", x+r, y, "L", x, y+r, "L", x-r, y, "z")
	case 4:
		r *= 1.15
		return p("M", x, y+r, "L", x+r, y-r*0.8, "H", x-r, "z")
	case 5: // a plus
		a := r / 2.6
		return p("M", x-a, y-r, "h", 2*a, "v", r-a, "h", r-a, "v", 2*a, "h", a-r, "v", r-a, "h", -2*a, "v",
			a-r, "h", a-r, "v", -2*a, "h", r-a, "z")
	}
	return p("M", x-r, y, "a", r, r, " 0 1 0 ", 2*r, " 0a", r, r, " 0 1 0 ", -2*r, " 0z")
}

func or(v, otherwise float64) float64 {
	if v > 0 {
		return v
	}
	return otherwise
}
