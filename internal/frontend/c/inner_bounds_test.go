package c_test

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestInnerBounds: an index that leads out of an inner array is told, if nothing else explains it.
func TestInnerBounds(t *testing.T) {
	const head = "struct s { int a[4]; int b; int last[1]; } x, *p = &x; int m[2][3]; int k; union { int " +
		"a[2]; int b[4]; } u;\nint main(void) { "
	for _, tc := range []struct {
		statement string
		warned    bool
	}{
		{"x.a[4] = 1;", true},
		{"p->a[-1] = 1;", true},
		{"k = m[0][3];", true},
		{"int *q = &x.a[5]; k = q != 0;", true},
		{"int *q = &x.a[4]; k = q != 0;", false}, // behind the end
		{"x.a[3] = m[1][2];", false},
		{"p->last[2] = 1;", false}, // which may have been given more memory
		{"u.a[2] = 1;", false},
		{"x.a[k] = 1;", false}, // not known here
		{"k = sizeof x.a[7];", false},
	} {
		cfg := c.Config{Files: []string{"t.c"}, Property: property.ValidMemsafety,
			Read: func(name string) ([]byte, error) {
				if name != "t.c" {
					return nil, fs.ErrNotExist
				}
				return []byte(head + tc.statement + " return 0; }\n"), nil
			}}
		for _, p := range []property.Property{property.ValidMemsafety, property.UnreachCall} {
			cfg.Property = p
			_, diags, err := c.Load(t.Context(), cfg)
			var out bytes.Buffer
			diags.Print(&out)
			warned := strings.Contains(out.String(), "index over the end of ")
			if err != nil || warned != (tc.warned && p == property.ValidMemsafety) {
				t.Errorf("%s, %s: %v\n%s", tc.statement, p, err, out.String())
			}
		}
	}
}
