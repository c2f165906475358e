package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/testing/gcc"
)

var (
	// numberMacro finds macros that stand for a number, or for an expression of numbers.
	numberMacro = regexp.MustCompile(
		`(?m)^#define (\w+) (\(?[-(]*(?:0x[0-9a-fA-F]+|\d+)[UL]*(?:[ )<|]+(?:0x[0-9a-fA-F]+|\d+))?\)?)$`)
	enumList    = regexp.MustCompile(`(?m)\benum \{(.*)\}`)
	enumConst   = regexp.MustCompile(`(\w+) = (\w+)`)
	structName  = regexp.MustCompile(`(?m)^((?:struct|union) \w+) \{`)
	typedefName = regexp.MustCompile(
		`(?m)^(?:typedef [^;{}]*?|} |typedef (?:struct|union|enum)[^;]*\} ?)\b(\w+);$`)
	prototype = regexp.MustCompile(`(?m)^extern [^;{}=\n()]*?[ *](\w+)\([^;{}]*;$`)
)

// ownNames are defined twice, for two data models, or differ from gcc's on purpose.
var ownNames = map[string]bool{
	"SYS_gettid": true, "PTHREAD_STACK_MIN": true, "SYS_futex": true, "va_list": true, "__gnuc_va_list": true,
	"fpos_t": true, "Dl_info": true, "dladdr": true,
}

// notCompared are headers that are our own, that redefine words, or whose functions are generic.
var notCompared = map[string]bool{"iso646.h": true, "bits/whittle.h": true, "bits/pthread.h": true,
	"stdatomic.h": true}

// TestHeadersAgainstGCC compares numbers, sizes, offsets and prototypes of the embedded headers with those of
// the headers that gcc finds. Some of these depend on others, so all are included in one text.
func TestHeadersAgainstGCC(t *testing.T) {
	for _, model := range []DataModel{LP64, ILP32} {
		t.Run(model.String(), func(t *testing.T) {
			flag := map[DataModel]string{LP64: "-m64", ILP32: "-m32"}[model]
			if why := gcc.Missing(flag); why != "" {
				t.Skip(why)
			}
			var includes, facts, prototypes strings.Builder
			for _, header := range headerNames(t) {
				if notCompared[header] {
					continue
				}
				if !strings.HasPrefix(header, "bits/") {
					fmt.Fprintf(&includes, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", header, header)
				}
				wrap := func(b *strings.Builder, write func()) {
					if strings.HasPrefix(header, "bits/") {
						write()
						return
					}
					fmt.Fprintf(b, "#if __has_include(<%s>)\n", header)
					write()
					b.WriteString("#endif\n")
				}
				wrap(&facts, func() { headerFacts(t, &facts, header, model) })
				wrap(&prototypes, func() {
					for _, m := range prototype.FindAllStringSubmatch(headerText(t, header), -1) {
						if !ownNames[m[1]] {
							fmt.Fprintf(&prototypes, "#undef %s\n%s\n", m[1], m[0])
						}
					}
				})
			}
			check(t, flag, "-D_GNU_SOURCE", includes.String()+facts.String())
			// With _GNU_SOURCE the addresses of sockets are transparent unions.
			check(t, flag, "-D_DEFAULT_SOURCE", includes.String()+prototypes.String())
		})
	}
}

// headerFacts writes what a header says as static assertions.
func headerFacts(t *testing.T, facts *strings.Builder, header string, model DataModel) {
	own := headerText(t, header)
	for _, m := range numberMacro.FindAllStringSubmatch(own, -1) {
		if !ownNames[m[1]] {
			fmt.Fprintf(facts, "_Static_assert((%s) == (%s), %q);\n", m[1], m[2], m[1])
		}
	}
	for _, list := range enumList.FindAllStringSubmatch(own, -1) {
		for _, m := range enumConst.FindAllStringSubmatch(list[1], -1) {
			fmt.Fprintf(facts, "_Static_assert(%s == %s, %q);\n", m[1], m[2], m[1])
		}
	}
	layoutFacts(t, facts, header, own, model)
}

// layoutFacts writes what we take the sizes and offsets of a header's types to be.
func layoutFacts(t *testing.T, facts *strings.Builder, header, own string, model DataModel) {
	var types []string
	for _, m := range structName.FindAllStringSubmatch(own, -1) {
		types = append(types, m[1])
	}
	for _, m := range typedefName.FindAllStringSubmatch(own, -1) {
		if !ownNames[m[1]] {
			types = append(types, m[1])
		}
	}
	text := "#include <" + header + ">\n"
	for i, name := range types {
		text += fmt.Sprintf("extern %s *object%d;\n", name, i)
	}
	units, _, err := parsedText(t, Config{DataModel: model}, "t.c", text+"int main(void) { return 0; }\n")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	lay := layout.New(model)
	lay.AddUnit(units[0].AST, units[0].Pack)
	for i, name := range types {
		pointer := units[0].AST.Scope.Nodes[fmt.Sprintf("object%d",
			i)][0].(*cc.Declarator).Type().(*cc.PointerType)
		size, err := lay.Sizeof(pointer.Elem())
		if err != nil {
			continue // a function, or what is not complete
		}
		fmt.Fprintf(facts, "_Static_assert(sizeof(%s) == %d, \"size of %s\");\n", name, size, name)
		fields, _ := lay.Fields(pointer.Elem())
		for _, f := range fields {
			if n := f.Name; n != "" && !strings.HasPrefix(n, "_") {
				fmt.Fprintf(facts, "_Static_assert(offsetof(%s, %s) == %d, \"offset of %s in %s\");\n", name,
					n, f.Offset, n, name)
			}
		}
	}
}

// check says what gcc has to say about a text.
func check(t *testing.T, flag, source, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", flag, source, "-w", "-fsyntax-only", "-fno-builtin",
		file).CombinedOutput(); err != nil {
		t.Errorf("gcc %s %s: its headers differ:\n%s", flag, source, out)
	}
}
