package prune

import "testing"

// TestOutline checks where texts are cut.
func TestOutline(t *testing.T) {
	checkPieces(t, []cutText{
		{"int f(a) int a; { return 0; }", "!,!", "f a a,!"},
		{"int f(void) { return \"}\"[0]; } int x;", "!,!", "f,x"},
		{"#define M(x) x\nint y;", "!,!", "M,y"},
		{"MAKE(f, int)\nMAKE(g, int)\n", "!", "f,g"},
		{"typedef int T; static T (y);", "T,!", "T,T"},
		{"struct s {\n#pragma pack(1)\nint a; };\nstruct t { int b; };", "!,t t", "s s,t t"},
		{"#define S \"/*\"\nint a; /* */", "!,!", "S,a"},
		{"#define S 1 // /*\nint a; /* */", "!,!", "S,a"},
		{"int f(void) {\n#if 1\n}\n#endif\n", "!,!", "f,!"},
	})
}
