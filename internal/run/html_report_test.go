package run_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/browser"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// reportPage is the HTML page of a check.
func reportPage(t *testing.T, task run.Task, opt run.Options, command ...string) (run.Outcome,
	string) {
	t.Helper()
	opt.Timeout, opt.BugDir = hang, t.TempDir()
	o, err := run.Check(t.Context(), task, opt)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := o.WriteReport(&b, command); err != nil {
		t.Fatal(err)
	}
	return o, b.String()
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		file string
		opt  run.Options
		kind property.Kind
		want []string
	}{
		{"lost_update.c", run.Options{}, property.False,
			[]string{"Assertion failed: counter == 2<", "by T0 (main) <code>assert(counter == 2);",
				`<code id="command">whittle check &#39;lost update.c&#39;</code>`,
				`"name":"examples/updates/lost_update.c"`, `id="data-trace"`}},
		{"data_race.c", run.Options{}, property.False, []string{"Data race on shared"}},
		{"lost_update_mutex.c", run.Options{}, property.True,
			[]string{"unreach-call holds", "Every execution ends"}},
		{"goto_loop.c", run.Options{Engine: "bmc", MaxUnwind: 1,
			Set: map[string]string{"bmc.intervals": "off"}}, property.Unknown,
			[]string{"unreach-call is undecided"}},
	} {
		name := examples.File(t, "examples", c.file)
		h := examples.Read(t, name)
		o, page := reportPage(t, run.Task{Files: []string{name}, Property: string(h.Property)}, c.opt,
			"whittle",
			"check", "lost update.c")
		if o.Verdict.Kind != c.kind {
			t.Errorf("%s: verdict %s", c.file, o.Verdict)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %q in the page", c.file, want)
			}
		}
		if (c.kind != property.False) == strings.Contains(page, `id="data-trace"`) {
			t.Errorf("%s: a page has a trace if and only if there is a violation", c.file)
		}
	}
}

// TestScreenshots takes the pictures of the documentation, and checks that they show something in either
// scheme.
func TestScreenshots(t *testing.T) {
	b := browser.Start(t)
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	images := filepath.Join(root, "docs", "images")
	if !testflag.Update() {
		images = t.TempDir()
	}
	manual, err := os.ReadFile(filepath.Join("docs", "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	stock := filepath.Join(t.TempDir(), "stock.c")
	_, text, _ := strings.Cut(string(manual), "<!-- file: stock.c -->\n```c\n")
	text, _, _ = strings.Cut(text, "```\n")
	if err := os.WriteFile(stock, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		picture, program, scheme, address string
		height                            int
		do                                func(p *browser.Page)
		engine                            string
	}{
		{"report-trace.png", "examples/waiting/first_reader_broken.c", "light", "", 800, nil, ""},
		{"report-dark.png", "examples/updates/lost_update.c", "dark", "#step=7", 700, nil, ""},
		{"report-flow.png", stock, "light", "#section=cfa", 660, func(p *browser.Page) {
			p.Eval(
				`(s => { s.selectedIndex = [...s.options].findIndex(o => o.text.startsWith("sell")); s.dispatchEvent(new Event("change")) })(document.getElementById("cfa-fn"))`, nil)
			p.Key("n", "n")
			p.Eval(`document.activeElement.blur()`, nil)
		}, ""},
		{"slab-elevator.png", "examples/systems/elevator.vmt", "light", "#section=abstraction", 1400, nil,
			"slab"},
	} {
		dir, name := filepath.Split(c.program)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		t.Chdir(dir)
		command := []string{"whittle", "check", "--report", "out.html", name}
		opt := run.Options{Engine: c.engine}
		if c.engine != "" {
			command, opt.Explain = slices.Insert(command, 2, "--engine", c.engine), true
		}
		asked := "unreach-call"
		if filepath.Ext(name) == ".vmt" {
			asked = ""
		}
		_, page := reportPage(t, run.Task{Files: []string{name}, Property: asked}, opt, command...)
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		p := b.Open(file + c.address)
		p.SetScheme(c.scheme)
		p.Resize(1280, c.height)
		p.Settle()
		if c.do != nil {
			c.do(p)
		}
		out := filepath.Join(images, c.picture)
		writePicture(t, out, p.PNG())
		p.NoErrors()
		checkPicture(t, out, c.height, c.scheme == "dark")
	}
}

// writePicture writes a picture with the 256 colours that it has most of, which is a third of what the
// browser makes.
func writePicture(t *testing.T, file string, data []byte) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	count := map[color.RGBA]int{}
	rgba := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	r := img.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			count[rgba(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(256, len(colours))] {
		palette = append(palette, c)
	}
	small, nearest := image.NewPaletted(r, palette), map[color.RGBA]uint8{}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := rgba(x, y)
			i, ok := nearest[c]
			if !ok {
				i = uint8(palette.Index(c))
				nearest[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// checkPicture checks that a picture has the size that it should have, is dark or not, and is not empty.
func checkPicture(t *testing.T, file string, height int, dark bool) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > 200_000 {
		t.Errorf("%s: too large for a README: %v, %v", file, info.Size(), err)
	}
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[color.Color]bool{}
	light, all := 0, 0
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 3 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 3 {
			c := img.At(x, y)
			seen[c] = true
			all++
			if r, g, b, _ := c.RGBA(); r+g+b > 3*0x8000 {
				light++
			}
		}
	}
	if img.Bounds().Dx() != 1280 || img.Bounds().Dy() != height || len(seen) < 100 ||
		(light < all/2) != dark {
		t.Errorf("%s: %v, %d colours, %d of %d points are light", file, img.Bounds().Size(), len(seen), light,
			all)
	}
}
