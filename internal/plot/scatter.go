package plot

import "strconv"

// Scatter compares two values of each of many things: a point left of the diagonal is one for which X is
// smaller.
type Scatter struct {
	// Title is the accessible name; the page writes the visible one.
	Title string
	X, Y  Axis
	Marks []Mark
	// Groups names the kinds of marks, for the legend; none: no legend.
	Groups []Group
	// Factors draws, besides the diagonal, lines where one value is so many times the other: 2, 10.
	Factors []float64
	// Out names the bands at the right and the upper border, where marks without a value stand; empty: "no
	// answer".
	Out string
	// Size is the width and height of the plane with its labels; 0: the usual one.
	Size float64
}

// Group is a kind of marks.
type Group struct {
	Name string
	// Color is the CSS variable without dashes: "c0", "good", "bad", "warn", "muted". Empty: the group's
	// number.
	Color string
}

// Mark is one point.
type Mark struct {
	Name string
	X, Y float64
	// XOut and YOut say that there is no value, since a limit was hit or so: the mark stands on the border.
	XOut, YOut bool
	// Group is an index into Groups, which also decides the shape.
	Group int
	// Title is shown while the pointer rests on the mark; empty: the name and both values.
	Title string
}

// band is the room for marks without value, beside the plane.
const band = 32

// SVG draws the chart.
func (s Scatter) SVG() string {
	size := or(s.Size, 460)
	var both []float64
	out := false
	for _, m := range s.Marks {
		if finite(m.X) && !m.XOut {
			both = append(both, m.X)
		}
		if finite(m.Y) && !m.YOut {
			both = append(both, m.Y)
		}
		out = out || m.XOut || m.YOut
	}
	c := begin(s.Title, size, size)
	var legend []entry
	for i, g := range s.Groups {
		legend = append(legend, entry{g.Name, func(x, y float64) {
			c.addf(`<path d="%s" style="%s"/>`+"\n", shape(i, x+16, y, 4), s.fill(i))
		}})
	}
	beside := 0.0
	if out {
		beside = band
	}
	top := legendHeight(c.width, legend)
	c = begin(s.Title, size, size+top)
	// Both axes have the same ends, else the diagonal would say nothing.
	f := newFrame(c, s.X, s.Y, both, both, top, beside)
	f.draw(c)
	c.drawLegend(legend)
	if out {
		s.border(c, f)
	}
	s.diagonals(c, f)
	if len(s.Marks) == 0 {
		f.empty(c)
	}
	for g := range max(1, len(s.Groups)) {
		s.group(c, f, g)
	}
	return c.end()
}

// fill is the style of the marks of a group. They are translucent, so that many at one place are seen.
func (s Scatter) fill(group int) string {
	color := "c" + strconv.Itoa(group%8)
	if group < len(s.Groups) && s.Groups[group].Color != "" {
		color = s.Groups[group].Color
	}
	return "fill:var(--" + color + ");fill-opacity:0.6;stroke:var(--" + color + ");stroke-width:1"
}

// border draws the bands for marks without value.
func (s Scatter) border(c *canvas, f frame) {
	name := s.Out
	if name == "" {
		name = "no answer"
	}
	x, y := crisp(f.x.to+band-8), crisp(f.y.to-band+8)
	c.addf(
		`<path d="M%s %sV%sH%s" style="fill:none;stroke:var(--muted);stroke-dasharray:3 3" shape-rendering="crispEdges"/>`+"\n",
		num(x), num(f.y.from), num(y), num(f.x.from))
	style := "fill:var(--muted);font-size:10px"
	c.text(f.x.from+4, y-4, "start", style, name)
	c.addf(`<text transform="translate(%s %s) rotate(-90)" style="%s">%s</text>`+"\n", num(x+11),
		num(f.y.from-4), style, escape(name))
}

// diagonals draws where both values are equal, and where they differ by the factors.
func (s Scatter) diagonals(c *canvas, f frame) {
	c.WriteString(`<g style="fill:none;stroke:var(--muted);stroke-width:1">` + "\n")
	for _, k := range append([]float64{1}, s.Factors...) {
		for _, k := range []float64{k, 1 / k} {
			// The line y = k*x within the plane.
			x0, x1 := max(f.x.Min, f.y.Min/k), min(f.x.Max, f.y.Max/k)
			if x0 >= x1 {
				continue
			}
			dash := ` stroke-dasharray="4 4" stroke-opacity="0.7"`
			if k == 1 {
				dash = ""
			}
			c.addf(`<path d="M%s %sL%s %s"%s/>`+"\n", num(f.x.at(x0)), num(f.y.at(k*x0)), num(f.x.at(x1)),
				num(f.y.at(k*x1)), dash)
			if k == 1 {
				break
			}
		}
	}
	c.WriteString("</g>\n")
	c.addf(`<g style="fill:var(--muted);font-size:9px">` + "\n")
	for _, k := range s.Factors {
		if x := f.x.Max / k; x > f.x.Min && k > 1 {
			c.text(f.x.at(x), f.y.to-3, "middle", "", "×"+strconv.FormatFloat(k, 'g', 4, 64))
			c.text(f.x.to+3, f.y.at(f.y.Max/k)+3, "start", "", "÷"+strconv.FormatFloat(k, 'g', 4, 64))
		}
	}
	c.WriteString("</g>\n")
}

// group draws the marks of a group.
func (s Scatter) group(c *canvas, f frame, g int) {
	c.addf(`<g style="%s">`+"\n", s.fill(g))
	for _, m := range s.Marks {
		if m.Group != g || !m.XOut && !finite(m.X) || !m.YOut && !finite(m.Y) {
			continue
		}
		x, y := f.x.to+band-8, f.y.to-band+8
		xs, ys := s.Out, s.Out
		if xs == "" {
			xs, ys = "no answer", "no answer"
		}
		if !m.XOut {
			x, xs = f.x.at(m.X), s.X.Unit.Format(m.X)
		}
		if !m.YOut {
			y, ys = f.y.at(m.Y), s.Y.Unit.Format(m.Y)
		}
		title := m.Title
		if title == "" {
			title = m.Name + "\n" + s.X.Label + ": " + xs + "\n" + s.Y.Label + ": " + ys
		}
		c.addf(`<path d="%s" data-name="%s"`, shape(g, x, y, 3.5), escape(m.Name))
		if !m.XOut {
			c.addf(` data-x="%g"`, m.X)
		}
		if !m.YOut {
			c.addf(` data-y="%g"`, m.Y)
		}
		c.addf("><title>%s</title></path>\n", escape(title))
	}
	c.WriteString("</g>\n")
}
