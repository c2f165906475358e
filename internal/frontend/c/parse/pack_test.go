package parse

import (
	"testing"

	"modernc.org/cc/v4"
)

// TestPack checks where #pragma pack is in force.
func TestPack(t *testing.T) {
	const text = `int a;
#pragma pack(push, 1)
int b;
#pragma pack(2)
int c;
#pragma pack(push, name, 4)
int d;
#pragma pack(pop, name)
int e;
#pragma pack(pop)
int f;
#pragma pack(8)
int g;
#pragma pack()
int h;
`
	units, _, err := parseText(t, Config{Needs: inMain}, "t.c", text)
	if err != nil {
		t.Fatal(err)
	}
	u := units[0]
	for name, want := range map[string]uint64{"a": 0, "b": 1, "c": 2, "d": 4, "e": 2, "f": 0, "g": 8,
		"h": 0} {
		if got := u.Pack(u.AST.Scope.Nodes[name][0].(*cc.Declarator).Position()); got != want {
			t.Errorf("at %s the limit is %d, want %d", name, got, want)
		}
	}
	for _, bad := range []string{"#pragma pack(3)\nint x;\n", "#pragma pack(show)\nint x;\n",
		"_Pragma(\"pack(1)\") int x;\n"} {
		if _, _, err := parseText(t, Config{Needs: inMain}, "t.c", bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
