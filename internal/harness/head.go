package harness

import (
	"fmt"
	"strings"
)

// Head is what the comment at the beginning of the C program says.
type Head struct {
	// Output is the name of the C program.
	Output string
	// Files are the names of the files of the checked program.
	Files []string
	// Version is that of whittle.
	Version string
	// ILP32 says that the program is one for 32 bits.
	ILP32 bool
}

// maxSegments bounds the lines about the schedule.
const maxSegments = 40

func (p *plan) head(b *strings.Builder, h Head) {
	line := func(format string, args ...any) {
		text := comment(fmt.Sprintf(format, args...))
		if text != "" {
			text = " " + text
		}
		b.WriteString(" *" + text + "\n")
	}
	program := strings.TrimSuffix(h.Output, ".c")
	if !strings.ContainsRune(program, '/') {
		program = "./" + program
	}
	b.WriteString("/*\n")
	line("This is %s with a schedule: written by whittle %s.", strings.Join(h.Files, ", "), h.Version)
	line("")
	line("    %s %s -o %s && %s", h.build(), h.Output, strings.TrimSuffix(h.Output, ".c"), program)
	line("")
	if p.end == endsNormally {
		line("It is expected to end by itself.")
	} else {
		said := ", with this on standard error"
		if p.end == endsFailing {
			said = "" // in the words of the C library, or shorter ones
		}
		line("It is expected to fail (abort)%s:", said)
		for _, text := range strings.Split(p.expected(), "\n") {
			line("    %s", text)
		}
	}
	if len(p.undefined) > 0 {
		line("")
		line("NOT REPLAYABLE without this file: the violation rests on undefined behaviour, which a")
		line("compiler need not let happen:")
		for _, u := range p.undefined {
			line("    %s", u)
		}
	}
	line("")
	line("Threads run one at a time. Where several threads use a variable the program calls a hook")
	line("before and behind each read and each write, and there the next thread goes on:")
	line("W_LOAD(7, x) is a read of x at hook 7. The tables at the end of this file say who comes when")
	line("to which hook, and which values inputs have. If the program comes to another hook than the")
	line("schedule says it tells so (\"diverged\") and ends with status 3. Signed arithmetic wraps.")
	line("")
	line("In gdb lines are those of the checked program:")
	line("    gdb %s", program)
	line("    (gdb) break whittle_fail            stop where it fails")
	line("    (gdb) break %-22s  stop at a line; continue comes to the next visit", p.lastLine())
	line("    (gdb) run")
	line("    (gdb) info threads                  one of them runs, the others wait in a hook")
	line("    (gdb) thread apply all backtrace    above the frames whittle_... is the program")
	line("")
	line("The schedule:")
	p.segments(line)
	b.WriteString(" */\n")
}

// lastLine is the place of the last step as a debugger wants it.
func (p *plan) lastLine() string {
	if n := len(p.tr.Steps); n > 0 {
		at := where(&p.tr.Steps[n-1])
		if i := strings.LastIndexByte(at, ':'); i > 0 {
			return at[:i] // without the column
		}
	}
	return "FILE:LINE"
}

// segments says which thread runs from where to where.
func (p *plan) segments(line func(string, ...any)) {
	n := 0
	for i := 0; i < len(p.entries); {
		j := i
		for j+1 < len(p.entries) && p.entries[j+1].thread == p.entries[i].thread {
			j++
		}
		if n++; n > maxSegments {
			line("    ... (see the table whittle_schedule)")
			return
		}
		if i == j {
			line("    %s", p.words(p.entries[i]))
		} else {
			line("    %s", p.words(p.entries[i]))
			if j > i+1 {
				line("      ... %d more steps", j-i-1)
			}
			line("      then %s", p.words(p.entries[j]))
		}
		i = j + 1
	}
	if p.last >= 0 && p.end != endsInRace {
		text, _, _ := strings.Cut(p.expected(), "\n")
		line("    %s goes on: %s", p.threadName(p.last), text)
	}
}
