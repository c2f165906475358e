package browser

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const testPage = `<!doctype html><title>test page</title>
<style>body{margin:0;background:#00ff00}@media (prefers-color-scheme:dark){body{background:#0000ff}}@media print{body{background:#fff}}</style>
<button id="b" style="position:absolute;top:2000px">press</button><input id="i">
<script>
let keys = [], clicks = 0, moved = 0;
addEventListener("keydown", e => keys.push((e.shiftKey ? "S-" : "") + (e.ctrlKey ? "C-" : "") + e.key));
addEventListener("mousemove", e => { if (e.buttons === 1) moved++; });
b.onclick = () => clicks++;
</script>`

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a page.html")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestBrowser(t *testing.T) {
	b := Start(t)
	file := write(t, testPage)

	t.Run("values", func(t *testing.T) {
		p := b.For(t).Open(file + "#step=3")
		var got struct {
			Title, Hash string
			N           []int
		}
		p.Eval("Promise.resolve({title: document.title, hash: location.hash, n: [1, 2]})", &got)
		if got.Title != "test page" || got.Hash != "#step=3" || len(got.N) != 2 {
			t.Errorf("got %+v", got)
		}
		if p.Text("#b") != "press" || p.Count("button") != 1 {
			t.Error("text or count is wrong")
		}
		p.NoErrors()
	})

	t.Run("input", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Click("#b")
		p.Key("j", "ArrowDown", "Shift+Tab", "Control+a", "?", "Space", "Enter")
		var got struct {
			Keys   string
			Clicks int
		}
		p.Eval("({keys: keys.join(' '), clicks})", &got)
		// Space and Enter press the button, which has the focus... unless Shift+Tab moved it.
		if want := "j ArrowDown S-Tab C-a ?   Enter"; got.Keys != want || got.Clicks < 1 {
			t.Errorf("got %+v, want the keys %q", got, want)
		}
		p.Click("#i")
		p.Type("text")
		p.Key("s", "Backspace", "s")
		var value string
		if p.Eval("i.value", &value); value != "texts" {
			t.Errorf("the field has %q", value)
		}
		p.Drag(10, 10, 60, 40)
		var moved int
		if p.Eval("moved", &moved); moved == 0 {
			t.Error("nothing was dragged")
		}
	})

	t.Run("errors", func(t *testing.T) {
		p := b.For(t).Open(write(t, `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
			<script>console.error("one", 1); setTimeout(() => { throw new Error("two") }); console.log("fine")</script><img src="https://example.org/three.png">`))
		p.WaitFor("document.images.length")
		p.Settle()
		text := strings.Join(p.Errors(), "\n")
		for _, want := range []string{"one", "two", "three.png"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in:\n%s", want, text)
			}
		}
		if strings.Contains(text, "fine") {
			t.Errorf("console.log is no error:\n%s", text)
		}
	})

	t.Run("pictures", func(t *testing.T) {
		p := b.For(t).Open(file)
		for _, c := range []struct {
			scheme string
			want   color.Color
		}{{"light", color.RGBA{0, 255, 0, 255}}, {"dark", color.RGBA{0, 0, 255, 255}}} {
			p.SetScheme(c.scheme)
			name := filepath.Join(t.TempDir(), "shot.png")
			p.Screenshot(name, 300, 200)
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if size := img.Bounds().Size(); size.X != 300 || size.Y != 200 {
				t.Errorf("the picture is %v", size)
			}
			r, g, bl, _ := img.At(250, 150).RGBA()
			wr, wg, wb, _ := c.want.RGBA()
			if r != wr || g != wg || bl != wb {
				t.Errorf("%s: the background is %v", c.scheme, img.At(250, 150))
			}
		}
		name := filepath.Join(t.TempDir(), "page.pdf")
		p.PDF(name)
		if data, err := os.ReadFile(name); err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) {
			t.Errorf("no PDF: %v, %.20q", err, data)
		}
	})
}
