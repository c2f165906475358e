package page

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // styles and scripts are files beside this one
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"whittle.dev/internal/lazy"
)

// Page is one self-contained HTML page.
type Page struct {
	// Title stands in the window's title; Heading, or Title if it is empty, in the bar on top.
	Title, Heading string
	// Bar is put into the bar on top, after the heading: navigation, for example.
	Bar template.HTML
	// Body is the content of the main element.
	Body template.HTML
	// Styles are style sheets after the base style.
	Styles []string
	// Data are values that scripts read by whittle.data(ID).
	Data []Data
	// Scripts run in this order when all of the page is there.
	Scripts []string
}

// Data is a value that a page carries for its scripts, as JSON.
type Data struct {
	// ID is the id of the element: letters, digits and "-".
	ID    string
	Value any
}

//go:embed base.css
var baseCSS string

//go:embed light.css
var lightCSS string

//go:embed dark.css
var darkCSS string

//go:embed theme.js
var themeJS string

//go:embed base.js
var baseJS string

// style is the base style: the colours of both schemes, then the rules. Dark
// is for screens only, so that paper stays white.
func style() string {
	return ":root{" + lightCSS + "}\n" +
		"@media screen{:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}\n" +
		":root[data-theme=dark]{" + darkCSS + "color-scheme:dark}}\n" +
		"@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){" + darkCSS + "}}\n" +
		baseCSS
}

// goodID is what an ID may look like.
var goodID = lazy.Regexp(`^[A-Za-z][A-Za-z0-9-]*$`)

// Write writes the page.
func (p Page) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if err := p.write(out); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return nil
}

func (p Page) write(out *bufio.Writer) error {
	scripts := []string{themeJS, baseJS}
	for _, s := range p.Scripts {
		scripts = append(scripts, wrapScript(s))
	}
	for _, s := range scripts {
		if err := safeInside(s, "script"); err != nil {
			return err
		}
	}
	esc := template.HTMLEscapeString
	out.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy(scripts))
	out.WriteString("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta " +
		"name=\"generator\" content=\"whittle\">\n")
	fmt.Fprintf(out, "<title>%s</title>\n", esc(p.Title))
	for _, s := range append([]string{style()}, p.Styles...) {
		if err := safeInside(s, "style"); err != nil {
			return err
		}
		fmt.Fprintf(out, "<style>\n%s\n</style>\n", strings.TrimSpace(s))
	}
	fmt.Fprintf(out, "<script>%s</script>\n</head>\n<body>\n", scripts[0])
	heading := p.Heading
	if heading == "" {
		heading = p.Title
	}
	out.WriteString("<a class=\"skip\" href=\"#main\">Skip to the content</a>\n")
	fmt.Fprintf(out, "<header class=\"bar\"><span class=\"brand\" aria-hidden=\"true\">whittle</span><span "+
		"class=\"heading\">%s</span>%s", esc(heading), p.Bar)
	out.WriteString("<button type=\"button\" class=\"theme\" id=\"theme\" hidden></button></header>\n")
	out.WriteString("<noscript><p class=\"noscript\">This page needs JavaScript for its interactive parts. " +
		"It loads nothing from the network.</p></noscript>\n")
	fmt.Fprintf(out, "<main id=\"main\" tabindex=\"-1\">\n%s\n</main>\n<div id=\"live\" "+
		"class=\"visually-hidden\" aria-live=\"polite\"></div>\n", p.Body)
	seen := map[string]bool{"main": true, "live": true, "theme": true}
	for _, d := range p.Data {
		if !goodID().MatchString(d.ID) || seen[d.ID] {
			return fmt.Errorf("%q cannot be the id of data", d.ID)
		}
		seen[d.ID] = true
		// Marshal escapes <, > and &, so nothing in the data can end the element or begin a comment.
		text, err := json.Marshal(d.Value)
		if err != nil {
			return fmt.Errorf("data %s: %w", d.ID, err)
		}
		fmt.Fprintf(out, "<script type=\"application/json\" id=\"%s\">", d.ID)
		out.Write(text)
		out.WriteString("</script>\n")
	}
	for _, s := range scripts[1:] {
		fmt.Fprintf(out, "<script>%s</script>\n", s)
	}
	_, err := out.WriteString("</body>\n</html>\n")
	return err
}

// wrapScript makes a script the body of a function. An error is shown in the page.
func wrapScript(s string) string {
	return "\nwhittle.run(() => {\n\"use strict\";\n" + strings.TrimSpace(s) + "\n});\n"
}

// policy is the Content-Security-Policy of a page with these scripts: no
// requests at all, and no other scripts.
func policy(scripts []string) string {
	var b strings.Builder
	b.WriteString("default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
		"form-action 'none'; script-src")
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		b.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return b.String()
}

// safeInside refuses text that would end its element early. Scripts and
// styles are ours, so that is a defect of whittle.
func safeInside(text, element string) error {
	lower := strings.ToLower(text)
	for _, bad := range []string{"</" + element, "<!--"} {
		if strings.Contains(lower, bad) {
			return fmt.Errorf("a %s contains %q", element, bad)
		}
	}
	if strings.ContainsAny(text, "\r\x00") {
		// A browser reads other characters, and the hash would not fit.
		return fmt.Errorf("a %s contains a carriage return or NUL", element)
	}
	return nil
}

// Fragment executes a template and returns the text as HTML for a page.
func Fragment(t *template.Template, data any) (template.HTML, error) {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("HTML: %w", err)
	}
	return template.HTML(b.String()), nil // html/template has escaped what it was given
}
