package browser

import (
	"os"
)

// Resize sets the size of the window in pixels.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	p.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": false}, nil)
}

// SetScheme makes "light" or "dark" the colours that the system prefers.
func (p *Page) SetScheme(scheme string) {
	p.t.Helper()
	p.SetMedia("", map[string]string{"prefers-color-scheme": scheme})
}

// SetMedia sets the medium, "screen" or "print" (empty: as it is), and features
// of the system, such as prefers-reduced-motion. Those not named are as they were at first.
func (p *Page) SetMedia(medium string, features map[string]string) {
	p.t.Helper()
	type feature struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	list := []feature{}
	for name, value := range features {
		list = append(list, feature{name, value})
	}
	p.Call("Emulation.setEmulatedMedia", map[string]any{"media": medium, "features": list}, nil)
}

// PNG takes a picture of the window.
func (p *Page) PNG() []byte {
	p.t.Helper()
	p.Settle()
	var shot struct{ Data []byte }
	p.Call("Page.captureScreenshot", map[string]any{"format": "png", "optimizeForSpeed": false}, &shot)
	return shot.Data
}

// Screenshot sets the size of the window and writes a picture of it.
func (p *Page) Screenshot(file string, width, height int) {
	p.t.Helper()
	p.Resize(width, height)
	p.write(file, p.PNG())
}

// PDF prints the page as a PDF file on A4 paper.
func (p *Page) PDF(file string) {
	p.t.Helper()
	var pdf struct{ Data []byte }
	p.Call("Page.printToPDF", map[string]any{"paperWidth": 8.27, "paperHeight": 11.69,
		"printBackground": true, "preferCSSPageSize": true}, &pdf)
	p.write(file, pdf.Data)
}

func (p *Page) write(file string, data []byte) {
	p.t.Helper()
	if err := os.WriteFile(file, data, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
