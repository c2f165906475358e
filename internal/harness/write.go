package harness

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/trace"
)

//go:embed runtime/preamble.c
var preamble string

//go:embed runtime/scheduler.c
var runtime string

// write writes the C program.
func (p *plan) write(w io.Writer, h Head) error {
	text, missing := p.src.Print(p.number)
	if err := p.hooked(missing); err != nil {
		return err
	}
	var b strings.Builder
	p.head(&b, h)
	h.flags(&b)
	pragmas(&b)
	b.WriteString(preamble)
	b.WriteString(text)
	fmt.Fprintf(&b, "#line %d %q\n", strings.Count(b.String(), "\n")+2, h.Output)
	p.tables(&b)
	b.WriteString(runtime)
	p.main(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// hooked refuses an execution that comes to a site without the hook that it needs.
func (p *plan) hooked(missing []int) error {
	for _, e := range p.entries {
		if e.site == endSite {
			continue
		}
		for _, m := range missing {
			if p.sites[e.site-1] == m {
				return p.refuse(&p.tr.Steps[e.step], "%s cannot be written with a hook",
					p.src.Sites()[m].Text)
			}
		}
	}
	return nil
}

// tables writes the schedule and the inputs.
func (p *plan) tables(b *strings.Builder) {
	b.WriteString("\n/* The hooks by number. */\nstatic const char *const whittle_sites[] = {\n\t\"\",\n")
	sites := p.src.Sites()
	for n, i := range p.sites {
		fmt.Fprintf(b, "\t%s, /* %d */\n", quote(p.place(i)+" ("+sites[i].Text+")"), n+1)
	}
	b.WriteString(
		"};\n\n/* The schedule: which thread comes to which hook; -1 is the end of the thread. */\n")
	b.WriteString("static const struct { int thread, stuck, site; } whittle_schedule[] = {\n")
	for i, e := range p.entries {
		stuck := 0
		if e.stuck {
			stuck = 1
		}
		fmt.Fprintf(b, "\t{%d, %d, %d},", e.thread, stuck, e.site)
		if i < maxComments {
			fmt.Fprintf(b, " /* %s */", comment(p.words(e)))
		}
		b.WriteString("\n")
	}
	b.WriteString("\t{-1, 0, 0}\n};\n\n/* The inputs, in the order in which each thread asks for them. */\n")
	b.WriteString(
		"static const struct { int thread, site; unsigned long long value[2]; } whittle_inputs[] = {\n")
	for _, in := range p.inputs {
		fmt.Fprintf(b, "\t{%d, %d, {%#xULL, %#xULL}},\n", in.thread, in.site, in.lo, in.hi)
	}
	b.WriteString("\t{-1, 0, {0, 0}}\n};\n\n/* Bytes that are read before they are written. */\n")
	b.WriteString("static const struct { int thread, site, times; unsigned long offset; unsigned char " +
		"value; } whittle_bytes[] = {\n")
	for _, c := range p.bytes {
		fmt.Fprintf(b, "\t{%d, %d, %d, %d, %d},\n", c.thread, c.site, c.times, c.offset, c.value)
	}
	b.WriteString("\t{-1, 0, 0, 0, 0}\n};\n\n/* The objects that have the address of one that is gone, and " +
		"those: the nth of a thread. */\n")
	b.WriteString("static const struct { int thread, nth, place; unsigned long size; } " +
		"whittle_reuses[] = {\n")
	reuses := p.reuses()
	for _, r := range reuses {
		fmt.Fprintf(b, "\t{%d, %d, %d, %d},\n", r.thread, r.nth, r.place, r.size)
	}
	b.WriteString("\t{-1, 0, 0, 0}\n};\n\n/* The threads: the id, whether it runs at all, and a name " +
		"for debuggers. */\n")
	b.WriteString(
		"static const struct { unsigned long id; int runs; const char *name; } whittle_created[] = {")
	runs := map[int]int{}
	for _, e := range p.entries {
		runs[e.thread] = 1
	}
	if p.last >= 0 {
		runs[p.last] = 1
	}
	for i, id := range p.ids {
		name := p.threadName(i)
		fmt.Fprintf(b, "\n\t{%d, %d, %s},", id, runs[i], quote(name[:min(len(name), 15)]))
	}
	b.WriteString("\n};\n\n")
	b.WriteString("enum { W_NORMAL, W_FAILS, W_RACE, W_DEADLOCK, W_UNDEFINED, W_ASSUMES, W_CUT };\n")
	aborts := 0
	if p.aborts {
		aborts = 1
	}
	for _, d := range []struct {
		name  string
		value int
	}{
		{"W_ENTRIES", len(p.entries)}, {"W_INPUTS", len(p.inputs)}, {"W_BYTES", len(p.bytes)},
		{"W_REUSES", len(reuses)},
		{"W_THREADS", len(p.ids)}, {"W_SITES", len(p.sites)}, {"W_LAST", p.last}, {"W_EXPECT", int(p.end)},
		{"W_ASSERTION_ENDS", aborts},
	} {
		fmt.Fprintf(b, "#define %s %d\n", d.name, d.value)
	}
	fmt.Fprintf(b, "#define W_ENDING %s\n", quote(p.expected()))
}

// maxComments bounds the entries of the schedule that are explained.
const maxComments = 2000

func (p *plan) place(site int) string {
	return p.src.Program().Files.Format(p.src.Sites()[site].Pos)
}

// words describes an entry of the schedule.
func (p *plan) words(e entry) string {
	s := &p.tr.Steps[e.step]
	name := p.threadName(e.thread)
	switch {
	case e.site == endSite:
		return name + " ends"
	case e.stuck:
		return name + " waits for ever: " + where(s)
	}
	what := ""
	switch s.Kind {
	case trace.KindLoad:
		what = "reads " + s.Object
	case trace.KindStore:
		what = "writes " + s.Object
	case trace.KindBegin:
		what = "makes one step: " + shorten(s.Source)
		if s.Sync != nil {
			what = strings.TrimSpace(string(s.Sync.Kind) + " " + s.Sync.Object)
		}
	case trace.KindSpawn:
		what = fmt.Sprintf("starts T%d (%s)", s.Child, s.Message)
	case trace.KindJoin:
		what = fmt.Sprintf("joins T%d", s.Child)
	}
	if (s.Kind == trace.KindLoad || s.Kind == trace.KindStore) && s.Value != nil {
		what += ": " + s.Value.String()
	}
	return name + " " + what + ", " + where(s)
}

func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

func where(s *trace.Step) string {
	if s.UserWhere != "" {
		return s.UserWhere
	}
	return s.Where
}

// threadName names a thread as the printed traces do, with its first function.
func (p *plan) threadName(t int) string {
	if p.names == nil {
		p.names = p.tr.ThreadNames()
	}
	if t < len(p.names) && p.names[t] != "" {
		return fmt.Sprintf("T%d %s", t, p.names[t])
	}
	return fmt.Sprintf("T%d", t)
}

// expected says how the program ends.
func (p *plan) expected() string {
	last := ""
	if n := len(p.tr.Steps); n > 0 {
		s := &p.tr.Steps[n-1]
		last = where(s)
		if s.Kind == trace.KindViolation || s.Kind == trace.KindUB {
			last += ": " + s.Message
		}
	}
	switch p.end {
	case endsFailing:
		return last
	case endsInRace:
		r, _ := trace.FindRace(p.tr)
		return fmt.Sprintf("data race on %s:\n%s\n%s", r.Second.Object, p.side(r.First), p.side(r.Second))
	case endsInDeadlock:
		text := "deadlock: no thread can go on"
		for _, e := range p.entries {
			if s := &p.tr.Steps[e.step]; e.stuck {
				text += fmt.Sprintf("\n  %s waits at %s: %s", p.threadName(e.thread), where(s), s.Source)
			}
		}
		return text
	case endsUndefined:
		return "undefined behaviour at " + last
	case endsAssuming:
		return "an assumption does not hold"
	case endsCut:
		return "the program is not followed further"
	}
	return "the program ends by itself"
}

// side is an access of a race in words.
func (p *plan) side(a trace.RaceAccess) string {
	verb := "reads"
	if a.Write {
		verb = "writes"
	}
	return fmt.Sprintf("  %s %s it at %s: %s", p.threadName(a.Thread), verb, a.Where, a.Source)
}

// main writes the function main.
func (p *plan) main(b *strings.Builder) {
	name := p.src.EntryName()
	args := append([]string(nil), p.args...)
	if n, known := p.src.ArgumentCount(); known && p.src.EntryParams() > 0 {
		args = append([]string{fmt.Sprint(n)}, args...)
	}
	for len(args) < p.src.EntryParams() {
		args = append(args, "0")
	}
	list := strings.Join(args, ", ")
	if p.src.MakesVector() && len(args) > 1 {
		b.WriteString("\nextern void *whittle_argv(int) __asm__(\"whittle_lib___whittle_argv\");\n")
		args[1] = "whittle_argv(" + args[0] + ")"
		list = strings.Join(args, ", ")
	}
	fmt.Fprintf(b, "\n/* The entry function of the program, whatever its type. */\nextern int "+
		"whittle_entry() __asm__(%q);\n", name)
	end := p.src.AtEnd("atexit") + "whittle_exit"
	result := fmt.Sprintf("int status = whittle_entry(%s);\n\t%s(status);", list, end)
	if !p.src.EntryReturns() {
		result = fmt.Sprintf("whittle_entry(%s);\n\t%s(0);", list, end)
	}
	fmt.Fprintf(b, "\nint main(void)\n{\n\t%s\n}\n", result)
}

// quote makes a C string of a text.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == '?' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// comment makes a text fit into a comment.
func comment(s string) string {
	s = strings.ReplaceAll(s, "*/", "* /")
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}
