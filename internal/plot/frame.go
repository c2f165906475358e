package plot

// frame is the plane between two axes.
type frame struct {
	x, y span
}

// The plane's distance from the edges of the drawing, without the labels of the vertical axis.
const (
	padTop    = 14
	padRight  = 18
	padBottom = 44
)

// newFrame settles both axes. top is the room of the legend, band that for marks beyond the ends.
func newFrame(c *canvas, x, y Axis, xs, ys []float64, top, band float64) frame {
	bottom := c.height - padBottom
	ys2 := y.settle(ys, bottom, top+padTop+band)
	left := 0.0
	for _, t := range ys2.ticks() {
		left = max(left, textWidth(t.label, tickSize))
	}
	left += 14
	if y.Label != "" {
		left += fontSize + 8
	}
	return frame{x.settle(xs, left, c.width-padRight-band), ys2}
}

// draw draws the grid, the axes and their labels.
func (f frame) draw(c *canvas) {
	left, right, top, bottom := f.x.from, f.x.to, f.y.to, f.y.from
	c.WriteString(`<g style="stroke:var(--line);stroke-width:1" shape-rendering="crispEdges">` + "\n")
	xt, yt := f.x.ticks(), f.y.ticks()
	for _, t := range xt {
		x := crisp(f.x.at(t.value))
		c.addf(`<path d="M%s %sV%s"%s/>`+"\n", num(x), num(bottom), num(top), faint(t))
	}
	for _, t := range yt {
		y := crisp(f.y.at(t.value))
		c.addf(`<path d="M%s %sH%s"%s/>`+"\n", num(left), num(y), num(right), faint(t))
	}
	c.addf(`<path d="M%s %sV%sH%s" style="fill:none;stroke:var(--muted)"/>`+"\n</g>\n", num(crisp(left)),
		num(top), num(crisp(bottom)), num(right))

	c.addf(`<g style="fill:var(--muted);font-size:%dpx">`+"\n", tickSize)
	end := -1e9
	for _, t := range xt {
		x, w := f.x.at(t.value), textWidth(t.label, tickSize)
		if t.label == "" || x-w/2 < end { // it would run into the one before
			continue
		}
		end = x + w/2 + 6
		c.text(x, bottom+16, "middle", "", t.label)
	}
	for _, t := range yt {
		c.text(left-6, f.y.at(t.value)+4, "end", "", t.label)
	}
	c.WriteString("</g>\n")
	c.text((left+right)/2, c.height-8, "middle", "", f.x.Label)
	if f.y.Label != "" {
		c.addf(`<text transform="translate(%s %s) rotate(-90)" text-anchor="middle">%s</text>`+"\n",
			num(fontSize), num((top+bottom)/2), escape(f.y.Label))
	}
}

// faint is the style of the line of a minor tick.
func faint(t tick) string {
	if t.label == "" {
		return ` stroke-opacity="0.45"`
	}
	return ""
}

// empty says that there is nothing to see.
func (f frame) empty(c *canvas) {
	c.text((f.x.from+f.x.to)/2, (f.y.from+f.y.to)/2, "middle", "fill:var(--muted)", "no data")
}

// entry is one line of a legend: a sample and a name.
type entry struct {
	name   string
	sample func(x, y float64) // draws a sample 24 wide whose middle is at height y
}

// The sizes of a legend.
const (
	legendRow    = 18
	legendSample = 30
)

// legendHeight returns the room that a legend takes.
func legendHeight(width float64, entries []entry) float64 {
	rows := layLegend(width, entries, func(float64, float64, entry) {})
	return float64(rows) * legendRow
}

// drawLegend draws the legend at the top, in rows.
func (c *canvas) drawLegend(entries []entry) {
	layLegend(c.width, entries, func(x, y float64, e entry) {
		e.sample(x, y)
		c.text(x+legendSample, y+4, "start", "", shorten(e.name, fontSize, c.width-x-legendSample))
	})
}

// layLegend calls place for each entry and returns the number of rows.
func layLegend(width float64, entries []entry, place func(x, y float64, e entry)) int {
	if len(entries) == 0 {
		return 0
	}
	const left = 8
	x, rows := float64(left), 1
	for _, e := range entries {
		w := legendSample + textWidth(e.name, fontSize) + 18
		if x > left && x+w > width {
			x, rows = left, rows+1
		}
		place(x, float64(rows)*legendRow-legendRow/2+2, e)
		x += w
	}
	return rows
}
