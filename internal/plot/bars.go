package plot

import "strconv"

// Bars shows amounts as horizontal bars, one below the other; a bar may consist of several parts.
type Bars struct {
	// Title is the accessible name; the page writes the visible one.
	Title string
	Unit  Unit
	Bars  []Bar
	// Parts names the parts of bars, for the legend; none: bars have one part and no legend.
	Parts []Group
	// Width is the size; 0: the usual one. The height follows from the number of bars.
	Width float64
}

// Bar is one bar.
type Bar struct {
	Name string
	// Values are the amounts of the parts, in the order of Bars.Parts.
	Values []float64
	// Color is the CSS variable without dashes of a bar of one part, "good"; empty: that of the part.
	Color string
}

// The sizes of bars.
const (
	barRow   = 24
	barThick = 15
)

// SVG draws the chart.
func (b Bars) SVG() string {
	width := or(b.Width, defWidth)
	c := begin(b.Title, width, 1)
	var legend []entry
	for i, g := range b.Parts {
		legend = append(legend, entry{g.Name, func(x, y float64) {
			c.addf(`<rect x="%s" y="%s" width="14" height="12" style="fill:%s"/>`+"\n", num(x+10), num(y-6),
				b.color(i, Bar{}))
		}})
	}
	top := legendHeight(width, legend) + 6
	c = begin(b.Title, width, top+barRow*float64(max(1, len(b.Bars)))+6)
	c.drawLegend(legend)

	left, most := 0.0, 0.0
	for _, bar := range b.Bars {
		left, most = max(left, textWidth(bar.Name, fontSize)), max(most, bar.sum())
	}
	left = min(left+12, width*0.45)
	if len(b.Bars) == 0 {
		c.text(width/2, top+16, "middle", "fill:var(--muted)", "no data")
	}
	room := width - left - 80 // the amount stands after the bar
	for i, bar := range b.Bars {
		y := top + barRow*float64(i)
		c.text(left-8, y+barRow/2+4, "end", "", shorten(bar.Name, fontSize, left-8))
		x := left
		for j, v := range bar.Values {
			if !finite(v) || v <= 0 {
				continue
			}
			w := max(v/most*room, 1)
			title := bar.Name + ": " + b.Unit.Format(v)
			if j < len(b.Parts) {
				title = bar.Name + ", " + b.Parts[j].Name + ": " + b.Unit.Format(v)
			}
			c.addf(
				`<rect x="%s" y="%s" width="%s" height="%d" style="fill:%s" data-name="%s" data-x="%g"><title>%s</title></rect>`+"\n",
				num(x), num(y+(barRow-barThick)/2), num(w), barThick, b.color(j, bar), escape(bar.Name), v,
				escape(title))
			x += w
		}
		c.text(x+6, y+barRow/2+4, "start", "fill:var(--muted)", b.Unit.Format(bar.sum()))
	}
	c.addf(`<path d="M%s %sV%s" style="stroke:var(--muted)" shape-rendering="crispEdges"/>`+"\n",
		num(crisp(left)), num(top), num(c.height-6))
	return c.end()
}

// sum adds the parts that are drawn.
func (b Bar) sum() float64 {
	s := 0.0
	for _, v := range b.Values {
		if finite(v) && v > 0 {
			s += v
		}
	}
	return s
}

// color is the colour of the i-th part of a bar.
func (b Bars) color(i int, bar Bar) string {
	name := "c" + strconv.Itoa(i%8)
	if i < len(b.Parts) && b.Parts[i].Color != "" {
		name = b.Parts[i].Color
	}
	if bar.Color != "" && len(bar.Values) == 1 {
		name = bar.Color
	}
	return "var(--" + name + ")"
}
