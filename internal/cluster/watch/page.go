package watch

import (
	"context"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/status"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/page"
	"whittle.dev/internal/plot"
)

//go:embed status.html
var pageText string

//go:embed status.css
var pageStyle string

// again has the page loaded anew after a while, unless somebody reads the details of something.
const again = `setTimeout(() => { if (!document.querySelector("details[open]")) location.reload(); }, 5000);`

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("status").Parse(pageText))
})

// view is what the page shows.
type view struct {
	Tasks, Done, PerMinute int
	Workers                []*wire.Beat
	Slots                  int
	Runs                   []runView
	Last                   []entryView
	Failures               int
}

// newest is how many runs are shown at once: a busy server has hundreds, and what goes on stands below.
const newest = 10

// Newest are the runs that are shown at once.
func (v view) Newest() []runView { return v.Runs[:min(newest, len(v.Runs))] }

// Older are the runs before.
func (v view) Older() []runView { return v.Runs[min(newest, len(v.Runs)):] }

type runView struct {
	status.Run
	Percent                               int
	Right, Wrong, Unknown, Failed, Others int
	Violated                              int
	CPU, Begun                            string
	Bad, Violations                       []entryView
}

type entryView struct {
	entry
	Time, Used string
	Report     string // where the report of a violation is; empty: it is none
}

// Write writes the page about a cluster.
func (t *Tally) Write(ctx context.Context, w io.Writer, b *bus.Bus, now time.Time) error {
	runs, err := b.Runs(ctx)
	if err != nil {
		return err
	}
	v := view{}
	if v.Workers, err = b.Beats(ctx); err != nil {
		return err
	}
	for _, x := range v.Workers {
		v.Slots += x.Slots
	}
	t.mu.Lock()
	v.PerMinute = t.perMinute(now)
	for _, r := range slices.Backward(runs) {
		x := t.run(r)
		v.Tasks += x.Total
		v.Done += x.Done
		v.Failures += x.Wrong + x.Failed
		v.Runs = append(v.Runs, x)
	}
	for _, e := range slices.Backward(t.last) {
		v.Last = append(v.Last, e.view())
	}
	t.mu.Unlock()
	body, err := page.Fragment(pageTemplate(), v)
	if err != nil {
		return err
	}
	return page.Page{Title: "whittle cluster", Heading: "whittle cluster", Body: body,
		Styles: []string{pageStyle}, Scripts: []string{again}}.Write(w)
}

// run is the view of a run.
func (t *Tally) run(r *wire.Run) runView {
	x := runView{Run: status.Run{Run: r}, Begun: r.Created.UTC().Format("2006-01-02 15:04")}
	c := t.runs[r.Name]
	if c == nil {
		return x
	}
	for _, n := range c.scores {
		x.Done += n
	}
	x.Right, x.Wrong, x.Unknown = c.scores[tasks.Right], c.scores[tasks.Wrong], c.scores[tasks.Unknown]
	x.Failed, x.Others, x.Violated = c.scores[tasks.Failed], c.scores[tasks.Unjudged], c.violated
	x.CPU = plot.Time.Format(c.cpu)
	x.Percent = 100 * x.Done / max(r.Total, 1)
	for _, e := range slices.Backward(c.bad) {
		x.Bad = append(x.Bad, e.view())
	}
	for _, e := range slices.Backward(c.violations) {
		x.Violations = append(x.Violations, e.view())
	}
	return x
}

// IsBad reports whether somebody should look at a result.
func (e entryView) IsBad() bool { return e.Score == tasks.Wrong || e.Score == tasks.Failed }

func (e entry) view() entryView {
	v := entryView{entry: e, Time: e.At.UTC().Format(time.TimeOnly), Used: plot.Time.Format(e.Wall)}
	if e.isViolation() {
		v.Report = "report/" + e.Run + "/" + e.ID
	}
	return v
}
