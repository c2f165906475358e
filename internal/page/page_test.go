package page

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"regexp"
	"strings"
	"testing"
)

func text(t *testing.T, p Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var nasty = "</script><!-- <script>alert(1)</script> \" ' & \u2028 \x00 \xff <b>"

func TestEscaping(t *testing.T) {
	body, err := Fragment(template.Must(template.New("").Parse(`<p id="p">{{.}}</p>`)), nasty)
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, Page{Title: nasty, Body: body, Data: []Data{{"d", map[string]string{nasty: nasty}}},
		Scripts: []string{"let x = 1;"}})
	for _, bad := range []string{"<b>", "<!-- ", "alert(1)</script>"} {
		if strings.Contains(got, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	data := regexp.MustCompile(
		`(?s)<script type="application/json" id="d">(.*?)</script>`).FindStringSubmatch(got)
	if data == nil {
		t.Fatal("no data")
	}
	var back map[string]string
	if err := json.Unmarshal([]byte(data[1]), &back); err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(nasty, "\xff", "\ufffd")
	if back[want] != want {
		t.Errorf("data came back as %q", back)
	}
}

// TestPolicy: the policy allows exactly the scripts of the page, and no request.
func TestPolicy(t *testing.T) {
	got := text(t, Page{Title: "a", Scripts: []string{"let one = 1;", "let two = 2;"}})
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(got)[1]
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "http") ||
		regexp.MustCompile(`script-src[^;]*unsafe`).MatchString(policy) {
		t.Errorf("policy %s", policy)
	}
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(got, -1)
	if len(scripts) != 4 {
		t.Fatalf("%d scripts, want 4", len(scripts))
	}
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s[1]))
		if hash := base64.StdEncoding.EncodeToString(sum[:]); !strings.Contains(policy, "'sha256-"+hash+"'") {
			t.Errorf("the policy forbids the script %.60q", s[1])
		}
	}
	if n := strings.Count(policy, "sha256-"); n != len(scripts) {
		t.Errorf("%d hashes for %d scripts", n, len(scripts))
	}
	if strings.Contains(got, "http://") || strings.Contains(got, "https://") {
		t.Error("the page names something on the network")
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Page
	}{
		{"id with a quote", Page{Data: []Data{{`a"b`, 1}}}},
		{"empty id", Page{Data: []Data{{"", 1}}}},
		{"id twice", Page{Data: []Data{{"a", 1}, {"a", 2}}}},
		{"id of the frame", Page{Data: []Data{{"main", 1}}}},
		{"data that is no JSON", Page{Data: []Data{{"a", func() {}}}}},
		{"script that ends early", Page{Scripts: []string{`"</SCRIPT>"`}}},
		{"script with a comment", Page{Scripts: []string{`"<!--"`}}},
		{"style that ends early", Page{Styles: []string{`</style>`}}},
		{"script with a carriage return", Page{Scripts: []string{"a\r\nb"}}},
	} {
		if err := c.p.Write(new(strings.Builder)); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	for _, size := range []int{1, 1 << 18} {
		p := Page{Body: template.HTML(strings.Repeat("x", size))}
		if err := p.Write(full{}); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("size %d: error %v", size, err)
		}
	}
}

func TestSameOutput(t *testing.T) {
	p := Page{Title: "a", Data: []Data{{"d", map[string]int{"a": 1, "b": 2, "c": 3}}},
		Styles: []string{"a{}"}}
	if first := text(t, p); text(t, p) != first {
		t.Error("two pages of one value differ")
	}
}
