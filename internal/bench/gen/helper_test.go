package gen

import (
	"bytes"
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"
)

// checkSuite looks at what all suites have in common.
func checkSuite(t *testing.T, suite []Instance, read func(t *testing.T, text []byte, want Answer)) {
	t.Helper()
	names := map[string]bool{}
	texts := map[[32]byte]string{}
	good := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, in := range suite {
		if names[in.Name] || !good.MatchString(in.Name) || !strings.HasPrefix(in.Name, in.Family+"-") {
			t.Errorf("the name %q is there twice, or odd", in.Name)
		}
		names[in.Name] = true
		var one, two bytes.Buffer
		if err := in.Write(&one); err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if err := in.Write(&two); err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s is not the same the second time", in.Name)
		}
		_, body, _ := bytes.Cut(one.Bytes(), []byte("\n"))
		sum := sha256.Sum256(body)
		if other := texts[sum]; other != "" {
			t.Errorf("%s and %s are the same", other, in.Name)
		}
		texts[sum] = in.Name
		read(t, one.Bytes(), in.Want)
	}
}
