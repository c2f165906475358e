package harness

import (
	"fmt"
	"strings"
)

// unwarned are the warnings that gcc gives of a program, with -Wall and -Wextra as well: who builds a program
// that repeats a violation has seen those of the checked program.
var unwarned = strings.Fields(`
	builtin-declaration-mismatch attributes implicit-function-declaration discarded-qualifiers unused-value
	int-conversion incompatible-pointer-types pointer-to-int-cast int-to-pointer-cast format
	address-of-packed-member unused-parameter unused-variable unused-but-set-variable
	unused-but-set-parameter unused-function unused-label unused-local-typedefs unused-result
	sign-compare type-limits implicit-fallthrough cast-function-type maybe-uninitialized uninitialized
	missing-field-initializers missing-braces override-init old-style-declaration
	missing-parameter-type empty-body clobbered shift-negative-value implicit-int return-type
	parentheses misleading-indentation dangling-else char-subscripts switch enum-compare array-bounds
	stringop-overflow stringop-overread stringop-truncation use-after-free free-nonheap-object
	dangling-pointer nonnull nonnull-compare infinite-recursion address bool-compare bool-operation
	int-in-bool-context logical-not-parentheses memset-elt-size memset-transposed-args
	sizeof-pointer-memaccess sizeof-array-argument sizeof-pointer-div tautological-compare
	sequence-point strict-aliasing restrict volatile-register-var unknown-pragmas main
	format-overflow format-truncation overflow div-by-zero return-local-addr
	shift-count-overflow shift-count-negative array-parameter vla-parameter mismatched-dealloc
	zero-length-bounds array-compare absolute-value deprecated-declarations comment invalid-memory-model`)

// pragmas writes what the compiler is to do, and not to warn of. A compiler need not know all warnings.
func pragmas(b *strings.Builder) {
	b.WriteString("#pragma GCC optimize (\"wrapv\", \"no-strict-aliasing\")\n")
	b.WriteString("#pragma GCC diagnostic ignored \"-Wpragmas\"\n")
	for _, warning := range unwarned {
		fmt.Fprintf(b, "#pragma GCC diagnostic ignored \"-W%s\"\n", warning)
	}
}
