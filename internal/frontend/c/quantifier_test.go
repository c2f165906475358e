package c_test

import (
	"context"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// TestQuantifiers compares quantifiers over ranges with what they say.
func TestQuantifiers(t *testing.T) {
	for text, want := range map[string]int{
		"__CPROVER_forall { int i; (0 <= i && i < 5) ==> a[i] == i * i }":            1,
		"__CPROVER_forall { int i; (0 <= i && i < 6) ==> a[i] == i * i }":            0,
		"__CPROVER_forall { int i; i >= 1 && i <= n ==> a[i] > 0 }":                  1,
		"__CPROVER_forall { int i; i > -1 && n > i ==> a[i] > 0 }":                   0,
		"__CPROVER_forall { int i; (5 <= i && i < 5) ==> 0 }":                        1,
		"__CPROVER_forall { int i; (0 <= i && i < 5 && i != 2) ==> a[i] != 4 }":      1,
		"__CPROVER_forall { unsigned char k; (k <= 255) ==> k < 256 }":               1,
		"__CPROVER_forall { int k; (2147483646 <= k && k <= 2147483647) ==> k > 0 }": 1,
		"__CPROVER_exists { unsigned k; k < 5 && a[k] == 9 }":                        1,
		"__CPROVER_exists { int k; (k >= 0 && k <= 4) && a[k] == 10 }":               0,
		"__CPROVER_exists { int k; 0 <= k && k < n && a[k] == 16 }":                  0,
		"!__CPROVER_exists { int k; 0 <= k && k < n && a[k] == 16 }":                 1,
		"EACH(a, 5)": 1,
		"__CPROVER_forall { int j; (0 <= j && j < 3) ==> __CPROVER_exists { int k; (0 <= k && k < 5) && " +
			"a[k] == j * j } }": 1,
		"__CPROVER_exists { int j; 0 <= j && j < 5 && __CPROVER_forall { int k; (0 <= k && k < 5) ==> " +
			"a[k] <= a[j] } }": 1,
	} {
		src := "#define EACH(p, n) __CPROVER_forall { \\\n int i; \\\n (0 <= i && i < (n)) ==> " +
			"(p)[i] >= 0 }\n" +
			"int a[6] = {0, 1, 4, 9, 16, 7};\nint main(void) { int n = 4; return " + text + "; }"
		p, diags, err := c.Load(context.Background(), c.Config{Files: []string{"q.c"}, DataModel: c.LP64,
			Property: property.UnreachCall, Read: func(string) ([]byte, error) { return []byte(src), nil }})
		if err != nil {
			t.Errorf("%s: %v %v", text, err, diags.Err())
			continue
		}
		o, _, err := interp.Run(context.Background(), p, interp.RunOptions{Seed: 1, MaxSteps: 10_000})
		if err != nil || o.Status != want {
			t.Errorf("%s: %d, want %d (%v)", text, o.Status, want, err)
		}
	}
}
