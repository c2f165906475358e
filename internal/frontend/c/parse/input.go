package parse

import (
	"fmt"
	"path/filepath"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
)

// Input is an input file with settings of its own, which a compiler knows as
// flags. Those of the configuration apply to it as well, after its own.
type Input struct {
	File string
	// Quote lists directories for #include "file" alone, -iquote; Include those for both forms, -I and
	// -isystem; After those that are searched when the embedded headers have no such file, -idirafter.
	Quote, Include, After []string
	// Undefs are macros that are not defined, -U; Defines, "NAME" or
	// "NAME=VALUE", are defined after that and replace what is predefined.
	Undefs, Defines []string
	// ForceIncludes are included before the file, -include.
	ForceIncludes []string
	// Std is the dialect in gcc's terms, "c99" or "gnu11"; empty: gnu17. It sets the macros that gcc
	// predefines; the language that is accepted is the same for all.
	Std string
	// Freestanding says by __STDC_HOSTED__ that there is no C library.
	Freestanding bool
}

// forUnit returns the configuration that holds for one file.
func (c *Config) forUnit(u Input) *Config {
	own := *c
	own.unit = u
	return &own
}

// quotePaths are searched for #include "file", systemPaths for #include <file>.
func (c *Config) quotePaths() []string {
	paths := append([]string{"@"}, c.unit.Quote...)
	paths = append(paths, c.systemPaths()...)
	for _, f := range append(append([]string(nil), c.unit.ForceIncludes...), c.ForceIncludes...) {
		if filepath.IsAbs(f) {
			// The parser takes all names to be relative to a directory.
			return append(paths, "/")
		}
	}
	return paths
}

func (c *Config) systemPaths() []string {
	paths := append(append([]string(nil), c.unit.Include...), c.Include...)
	return append(append(paths, library.HeaderDir), c.unit.After...)
}

// includesFiles reports whether a file may include others than the embedded headers because of its settings.
func (c *Config) includesFiles() bool {
	return len(c.Include)+len(c.ForceIncludes)+len(c.unit.Quote)+len(c.unit.Include)+len(c.unit.After)+
		len(c.unit.ForceIncludes) > 0
}

// definesMacros reports whether settings define or undefine macros.
func (c *Config) definesMacros() bool {
	return len(c.Defines)+len(c.unit.Defines)+len(c.unit.Undefs) > 0
}

// unitCommand is the text that a unit's own -U and -D stand for.
func (c *Config) unitCommand(b *strings.Builder) error {
	for _, name := range c.unit.Undefs {
		if !isMacroName(name) || strings.Contains(name, "(") {
			return fmt.Errorf("%s: -U %q: not the name of a macro", c.unit.File, name)
		}
		fmt.Fprintf(b, "#undef %s\n", name)
	}
	for _, d := range c.unit.Defines {
		name, value, err := splitDefine(d)
		if err != nil {
			return fmt.Errorf("%s: %w", c.unit.File, err)
		}
		plain, _, _ := strings.Cut(name, "(")
		fmt.Fprintf(b, "#undef %s\n#define %s %s\n", plain, name, value)
	}
	if len(c.unit.Defines) > 0 {
		for _, d := range c.Defines { // replace them
			name, _, err := splitDefine(d)
			if err != nil {
				return err
			}
			plain, _, _ := strings.Cut(name, "(")
			fmt.Fprintf(b, "#undef %s\n", plain)
		}
	}
	return nil
}

// splitDefine reads "NAME=VALUE" or "NAME".
func splitDefine(d string) (name, value string, err error) {
	name, value, ok := strings.Cut(d, "=")
	if !ok {
		value = "1"
	}
	if !isMacroName(name) || strings.ContainsAny(value, "\n\r\x00") {
		return "", "", fmt.Errorf("-D %q: not NAME or NAME=VALUE", d)
	}
	return name, value, nil
}

// Dialects lists the values that Unit.Std can have.
func Dialects() []string {
	return []string{"c89", "c90", "iso9899:1990", "iso9899:199409", "c99", "c9x", "iso9899:1999",
		"iso9899:199x",
		"c11", "c1x", "iso9899:2011", "c17", "c18", "iso9899:2017", "iso9899:2018",
		"gnu89", "gnu90", "gnu99", "gnu9x", "gnu11", "gnu1x", "gnu17", "gnu18"}
}

// stdVersion is __STDC_VERSION__ in a dialect; empty where it is not defined.
func stdVersion(std string) string {
	switch strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(std, "gnu"), "iso9899:"), "c") {
	case "89", "90", "1990":
		return ""
	case "199409":
		return "199409L"
	case "99", "9x", "1999", "199x":
		return "199901L"
	case "11", "1x", "2011":
		return "201112L"
	}
	return "201710L"
}

// ownPreamble returns the preamble of a unit: pre unless its settings change macros that are predefined.
func (c *Config) ownPreamble(pre *prune.Preamble) *prune.Preamble {
	std := c.unit.Std
	if std == "" && !c.unit.Freestanding {
		return pre
	}
	strict := std != "" && !strings.HasPrefix(std, "gnu")
	version := stdVersion(std)
	var b strings.Builder
	for _, line := range strings.SplitAfter(string(pre.Macros.Text), "\n") {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "#define "), " ")
		switch {
		case name == "__STDC_VERSION__" && version == "":
		case name == "__STDC_VERSION__":
			fmt.Fprintf(&b, "#define __STDC_VERSION__ %s\n", version)
		case name == "__STDC_HOSTED__" && c.unit.Freestanding:
			b.WriteString("#define __STDC_HOSTED__ 0\n")
		case name == "__GNUC_STDC_INLINE__" && (version == "" || version == "199409L"):
			b.WriteString("#define __GNUC_GNU_INLINE__ 1\n")
		case strict && (name == "linux" || name == "unix" || name == "i386"):
		default:
			b.WriteString(line)
		}
	}
	if strict {
		b.WriteString("#define __STRICT_ANSI__ 1\n")
	}
	return &prune.Preamble{Macros: prune.Cut([]byte(b.String()), true), Prelude: pre.Prelude}
}

// commandLine is the text that -D and -include stand for.
func commandLine(cfg *Config) (string, error) {
	var b strings.Builder
	if err := cfg.unitCommand(&b); err != nil {
		return "", err
	}
	for _, d := range cfg.Defines {
		name, value, err := splitDefine(d)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, f := range append(append([]string(nil), cfg.unit.ForceIncludes...), cfg.ForceIncludes...) {
		if strings.ContainsAny(f, "\"\n\r\x00") {
			return "", fmt.Errorf("-include %q: bad file name", f)
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	b.WriteString(cfg.Declarations)
	if b.Len() == 0 {
		b.WriteString("\n")
	}
	return b.String(), nil
}

// isMacroName accepts NAME and NAME(a,b).
func isMacroName(s string) bool {
	if i := strings.IndexByte(s, '('); i >= 0 {
		if !strings.HasSuffix(s, ")") {
			return false
		}
		s = s[:i]
	}
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !lex.IsIdent(s[i]) {
			return false
		}
	}
	return true
}
