package compdb

import (
	"path"
	"slices"
	"strings"
)

// What is known of the flags of gcc and clang.

// valueFlags have a value, in the next word or, if they are in joinedFlags
// too, in the same. A flag stands before its own prefixes.
var valueFlags = []string{
	"-include-pch", "-include", "-imacros", "-isystem", "-isysroot", "-iquote", "-idirafter", "-imultilib",
	"-iprefix", "-iwithprefixbefore", "-iwithprefix",
	"-D", "-U", "-I", "-x", "-target", "-arch",
	"-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-u", "-T", "-z", "-B", "-A", "-e",
	"-Xlinker", "-Xassembler", "-mllvm", "--param", "--sysroot", "-aux-info", "-dumpbase", "-dumpdir",
	"-wrapper", "-specs",
}

var joinedFlags = []string{"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-D",
	"-U", "-I", "-x", "-o", "-MF", "-MT", "-MQ", "-L", "-l", "-u", "-T", "-z", "-B", "-A", "-isysroot",
	"-iwithprefixbefore", "-iwithprefix"}

// longForms are other spellings.
var longForms = map[string]string{
	"--define-macro": "-D", "--undefine-macro": "-U", "--include-directory": "-I", "--include": "-include",
	"--language": "-x", "--target": "-target",
	"--imacros": "-imacros", "--output": "-o", "--sysroot": "--sysroot", "-specs": "-specs",
	"--include-directory-after": "-idirafter",
}

// meaningfulValued are those of valueFlags that change the meaning of a program and are not supported.
var meaningfulValued = []string{"-include-pch", "-imacros", "-iprefix", "-iwithprefix", "-iwithprefixbefore",
	"-arch", "-A"}

// meaningful begin with a letter whose flags are else harmless.
var meaningful = []string{
	"-funsigned-char", "-fno-signed-char", "-funsigned-bitfields", "-fno-signed-bitfields", "-fshort-enums",
	"-fshort-wchar", "-fshort-double",
	"-fpack-struct", "-ftrapv", "-fms-extensions", "-fplan9-extensions", "-fgnu89-inline", "-fopenmp",
	"-fopenacc", "-fcilkplus", "-fgnu-tm",
	"-finstrument-functions", "-fblocks", "-fplugin", "-fobjc", "-fmodules", "-fcoroutines", "-fexec-charset",
	"-fwide-exec-charset",
	"-m16", "-mx32", "-miamcu", "-mlong-double-", "-mms-bitfields", "-malign-double", "-mabi=",
	"-mbig-endian", "-mlong64", "-mlong32", "-mint8", "-mshort",
}

// harmless are whole flags.
var harmless = []string{"-c", "-S", "-E", "-v", "-w", "-s", "-p", "-pg", "-P", "-C", "-CC", "-H", "-Q",
	"-pipe", "-static", "-shared", "-rdynamic", "-pie", "-no-pie",
	"-nostdinc", "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-Xclang", "-Xpreprocessor", "-nolibc",
	"-static-libgcc", "-no-canonical-prefixes", "-Qunused-arguments"}

// harmlessPrefixes begin flags that cannot change what is checked: warnings,
// optimisation, debugging, dependencies, code generation.
var harmlessPrefixes = []string{"-W", "-O", "-g", "-f", "-m", "-M", "-pedantic", "-save-temps",
	"-std-default=", "-d", "-R", "-resource-dir", "--param=", "-ftemplate", "-print-", "--warn-"}

func isHarmless(flag string) bool {
	for _, m := range meaningful {
		// "-fshort-enums" and "-mabi=ilp32", but not "-fblocks-runtime-optional".
		if flag == m || strings.HasPrefix(flag, m) &&
			(strings.HasSuffix(m, "=") || strings.HasSuffix(m, "-") || flag[len(m)] == '=') {
			return false
		}
	}
	return slices.Contains(harmless, flag) ||
		slices.ContainsFunc(harmlessPrefixes, func(p string) bool { return strings.HasPrefix(flag, p) })
}

// targets gives the data model of the processors that the built-in headers are for.
var targets = map[string]string{"x86_64": "LP64", "amd64": "LP64", "i386": "ILP32", "i486": "ILP32",
	"i586": "ILP32", "i686": "ILP32"}

// wrappers run the compiler whose name is the next word.
var wrappers = []string{"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache"}

// compiler takes the compiler off a command and tells its plain name and the
// target that is part of it, as in i686-linux-gnu-gcc-12.
func compiler(args []string) (name, target string, rest []string) {
	for len(args) > 1 && slices.Contains(wrappers, baseName(args[0])) && !strings.HasPrefix(args[1], "-") {
		args = args[1:]
	}
	name = baseName(args[0])
	if base, version, ok := cutLast(name, "-"); ok && strings.Trim(version, "0123456789.") == "" {
		name = base
	}
	if prefix, base, ok := cutLast(name, "-"); ok && strings.Count(prefix, "-") > 0 &&
		slices.Contains([]string{"gcc", "cc", "clang", "g++", "c++"}, base) {
		name, target = base, prefix
	}
	return name, target, args[1:]
}

func baseName(file string) string { return strings.TrimSuffix(path.Base(file), ".exe") }

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// languageOf tells the language of a file that a compiler of this name gets,
// with -x: "c", "preprocessed", or the name of another one.
func languageOf(compiler, x, file string) string {
	switch x {
	case "c":
		return "c"
	case "cpp-output":
		return "preprocessed"
	case "", "none":
	default:
		return x
	}
	ext := path.Ext(file)
	if strings.HasSuffix(compiler, "++") && (ext == ".c" || ext == ".i") {
		return "c++"
	}
	switch ext {
	case ".c":
		return "c"
	case ".i":
		return "preprocessed"
	case ".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".ii":
		return "c++"
	case ".s", ".S", ".sx":
		return "assembler"
	case ".m":
		return "objective-c"
	case ".cu":
		return "cuda"
	case ".h":
		return "c-header"
	}
	return "unknown"
}
