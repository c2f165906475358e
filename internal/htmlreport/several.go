package htmlreport

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"whittle.dev/internal/property"
)

// tabsPage holds one page for each property, of which one is seen at a time. Each is a document of its own,
// so that nothing on it has to know of the others.
var tabsPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("tabs").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
html, body { height: 100%; margin: 0 }
body { display: flex; flex-direction: column; font: 14px/1.4 system-ui, sans-serif; background: #f3f3f3 }
nav { display: flex; flex-wrap: wrap; gap: 2px; padding: 6px 8px 0 }
nav label { padding: 5px 12px; border-radius: 6px 6px 0 0; background: #ddd; cursor: pointer; color: #222 }
nav b { font-weight: 600 }
nav .true b { color: #16692b }
nav .false b { color: #a8071a }
nav .unknown b { color: #7a5200 }
input { position: absolute; opacity: 0 }
iframe { display: none; flex: 1; width: 100%; border: 0; background: #fff }
{{range $i, $t := .Tabs}}#tab{{$i}}:checked ~ nav label[for=tab{{$i}}] { background: #fff }
#tab{{$i}}:focus-visible ~ nav label[for=tab{{$i}}] { outline: 2px solid #36c }
#tab{{$i}}:checked ~ #page{{$i}} { display: block }
{{end}}
@media (prefers-color-scheme: dark) {
body { background: #181818 } nav label { background: #333; color: #ddd } iframe { background: #111 }
{{range $i, $t := .Tabs}}#tab{{$i}}:checked ~ nav label[for=tab{{$i}}] { background: #000 }
{{end}}nav .true b { color: #6c6 } nav .false b { color: #f77 } nav .unknown b { color: #fc6 }
}
</style>
</head>
<body>
{{range $i, $t := .Tabs}}<input type="radio" name="tab" id="tab{{$i}}"{{if $t.Chosen}} checked{{end}}>
{{end}}<nav>
{{range $i, $t := .Tabs}}<label for="tab{{$i}}" class="{{$t.Word}}">{{$t.Name}} <b>{{$t.Word}}</b></label>
{{end}}</nav>
{{range $i, $t := .Tabs}}<iframe id="page{{$i}}" title="{{$t.Name}}" srcdoc="{{$t.Page}}"></iframe>
{{end}}</body>
</html>
`))
})

// tab is what is told about one property.
type tab struct {
	Name, Word, Page string
	Chosen           bool
}

// WriteSeveral writes one page about several properties, each of them a tab. The one that is seen at first is
// the first that is violated, else the first that is open.
func WriteSeveral(w io.Writer, reports []Report) error {
	var view struct {
		Title string
		Tabs  []tab
	}
	chosen, best := 0, 3
	rank := map[property.Kind]int{property.False: 0, property.Unknown: 1, property.True: 2}
	for i, r := range reports {
		var b strings.Builder
		if err := r.Write(&b); err != nil {
			return fmt.Errorf("%s: %w", r.Summary.Property, err)
		}
		kind := r.Summary.Result.Verdict.Kind
		view.Tabs = append(view.Tabs, tab{Name: string(r.Summary.Property), Word: kind.String(),
			Page: b.String()})
		if rank[kind] < best {
			chosen, best = i, rank[kind]
		}
	}
	view.Tabs[chosen].Chosen, view.Title = true, reports[chosen].title()
	return tabsPage().Execute(w, view)
}
