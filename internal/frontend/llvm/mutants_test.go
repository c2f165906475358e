package llvm_test

import (
	"errors"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/clang"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// TestMutants changes words and lines of modules of the example programs: a module becomes a program, or has
// a mistake with a place.
func TestMutants(t *testing.T) {
	compilers := clang.Installed()
	files := examples.Names(t, "../../../examples")
	if len(compilers) == 0 {
		t.Skip("clang is not installed")
	}
	n := 0
	for _, file := range testflag.Some(files, 1) {
		for i, cc := range compilers {
			text, err := clang.Compile(cc, []string{"-O0", "-O1"}[i%2], file)
			if err != nil {
				t.Logf("left out: %v", err)
				continue
			}
			for seed := range testflag.Seeds(12) {
				mutant := mutate(rand.New(rand.NewSource(seed+int64(n))), text)
				if err := load(t, mutant); err != nil {
					t.Errorf("%s, %s, seed %d: %v", file, cc, seed, err)
				}
				n++
			}
		}
	}
	t.Logf("%d modules", n)
}

// load makes a program of a module; its error is one that a module must not have.
func load(t *testing.T, text string) error {
	_, _, err := llvm.Load(t.Context(), llvm.Config{Files: []string{"a.ll"},
		Lowering: c.Config{Property: "valid-deref",
			Read: func(string) ([]byte, error) { return []byte(text), nil }}})
	var place *source.FileError
	if err == nil || errors.As(err, &place) && place.Line > 0 ||
		strings.Contains(err.Error(), "no function") {
		return nil
	}
	return err
}

var (
	tokens = regexp.MustCompile(`\s+|[\w.%@!"-]+|.`)
	others = strings.Fields(`i1 i8 i32 i64 i128 i256 ptr void float x86_fp80 label [3 {1 %0 %1 %2 %3 @x 0 1
		-1 undef poison null zeroinitializer nsw add sub load store br ret call phi switch select freeze alloca
		getelementptr extractvalue insertvalue !dbg 999999999999999999999`)
)

// mutate changes one to three things in the functions of a module.
func mutate(r *rand.Rand, text string) string {
	begin, end := strings.Index(text, "define"), strings.Index(text, "attributes #0")
	if begin < 0 || end < begin {
		return text
	}
	body := text[begin:end]
	for range 1 + r.Intn(3) {
		list := tokens.FindAllString(body, -1)
		k := r.Intn(len(list))
		for strings.TrimSpace(list[k]) == "" {
			k = r.Intn(len(list))
		}
		switch r.Intn(5) {
		case 0:
			list[k] = others[r.Intn(len(others))]
		case 1:
			list[k] = ""
		case 2:
			list[k] = list[r.Intn(len(list))]
		case 3:
			list[k] += " " + others[r.Intn(len(others))]
		case 4:
			lines := strings.SplitAfter(body, "\n")
			i, j := r.Intn(len(lines)), r.Intn(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			list = lines
		}
		body = strings.Join(list, "")
	}
	return text[:begin] + body + text[end:]
}
