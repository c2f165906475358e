// Package plot draws charts as SVG text: Lines (time series, quantile plots), Scatter (two values of each
// task against each other) and Bars (counts). The text is made for being put into an HTML page.
//
// Colours are the CSS variables of the page (--fg, --muted, --line, --bg, --good, --bad, --warn, --accent and
// --c0 to
// --c7), so a chart follows the page's light or dark scheme and its print rules without being made again.
// Series differ in dashes and marks differ in shape as well, since colours alone are lost in print and on
// some eyes.
//
// # Example
//
//	chart := plot.Lines{
//		Title: "Clauses over time",
//		X:     plot.Axis{Label: "time", Unit: plot.Time},
//		Y:     plot.Axis{Label: "clauses", Scale: plot.Log},
//		Series: []plot.Series{{Name: "bmc", Points: []plot.Point{{X: 0.1, Y: 1200}, {X: 0.4, Y: 56000}}}},
//	}
//	io.WriteString(w, chart.SVG())
//
// A chart is a value without state; the same value gives the same text. Each point carries its text as a
// <title>, which browsers show while the pointer rests on it, and its values as attributes data-name, data-x
// and data-y.
//
// # Known limits
//
// Widths of texts are estimated from the letters, since there is no font here; very long names may run out of
// their room. Values that are not finite are left out. On a logarithmic axis values that are not positive
// stand at the lower end.
package plot
