package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
)

// The shadow is a program in C that has the functions of the modules with the calls that they make, and
// nothing else; see c.Foreign. A result of several parts is written to an object of the caller, whose address
// is passed before the arguments; variable arguments are passed by the address of what they are in.

// foreign is what the C front end is given.
func (l *lowerer) foreign() c.Foreign {
	runtime := ""
	if l.isCxx() {
		runtime = l.runtimeOf()
	}
	if l.isRust() {
		runtime += rustText
	}
	return c.Foreign{Shadow: l.shadow(), Sites: sharedSites, Runtime: runtime, Lower: l.lower, Place: l.place,
		Largest: l.largest, Words: l.passesLists, Name: l.nameOf, Library: l.isLibrary}
}

// signature writes the declaration of a function of a type; ok is false if C cannot say it.
func signature(m *ir.Module, name string, t *ir.Type, defined bool) (text string, ok bool) {
	ptr := m.Layout.PointerBits()
	result := "void"
	var params []string
	switch parts, ok := valueParts(m.Layout, t.Elem); {
	case !ok:
		return "", false
	case len(parts) == 1:
		if result, _ = carrier(parts[0], ptr); result == "" {
			return "", false
		}
	case len(parts) > 1:
		params = append(params, "void *__r")
	}
	for _, f := range t.Fields {
		parts, ok := valueParts(m.Layout, f)
		if !ok {
			return "", false
		}
		for _, p := range parts {
			s, _ := carrier(p, ptr)
			if s == "" {
				return "", false
			}
			params = append(params, fmt.Sprintf("%s __p%d", s, len(params)))
		}
	}
	switch {
	case t.Variadic && defined:
		params = append(params, "void *__v")
	case t.Variadic && len(params) > 0:
		params = append(params, "...")
	case len(params) == 0 && !t.Variadic && !defined: // what is defined may ignore arguments that it gets
		params = []string{"void"}
	}
	return result + " " + name + "(" + strings.Join(params, ", ") + ")", true
}

// shadow writes the program in C as far as the C front end has to know it.
func (l *lowerer) shadow() string {
	var head, body strings.Builder
	included := map[string]bool{}
	include := func(h string) {
		if h != "" && !included[h] {
			included[h] = true
			fmt.Fprintf(&head, "#include <%s>\n", h)
		}
	}
	for _, s := range l.outside {
		h := c.HeaderOf(libraryName(s.name))
		include(h)
		if h != "" || s.fn == nil || s.shadow == "" || strings.HasPrefix(s.name, "__builtin") {
			continue
		}
		if text, ok := signature(s.m, s.shadow, s.fn.Type, false); ok {
			weak := ""
			if s.fn.Linkage == ir.ExternWeak {
				weak = "__attribute__((weak)) "
			}
			fmt.Fprintf(&body, "extern %s%s;\n", weak, text)
		}
	}
	if l.mayHaveKinds() {
		include("pthread.h")
		body.WriteString("pthread_mutex_t __any_kind = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n")
	}
	if l.throwing() {
		body.WriteString(exceptionDecls)
		fmt.Fprintf(&body, "static void %s(void) {\n%s}\n", sharedSites, exceptionSites)
	}
	for _, s := range l.tls {
		l.shadowOfTLS(&body, s)
	}
	for _, s := range l.reached {
		if text, ok := signature(s.m, s.shadow, s.fn.Type, true); ok {
			fmt.Fprintf(&body, "%s%s;\n", l.attributes(s), text)
		}
	}
	for _, s := range l.reached {
		l.shadowOf(&body, s)
	}
	return head.String() + body.String()
}

// attributes says that a function runs before or after main.
func (l *lowerer) attributes(s *symbol) (text string) {
	for _, sp := range l.special {
		if sp.symbol == s {
			word := "constructor"
			if sp.destroys {
				word = "destructor"
			}
			text += fmt.Sprintf("__attribute__((%s(%d))) ", word, sp.priority)
		}
	}
	return text
}

// shadowOfTLS declares a thread-local variable: an array, whose address the functions ask for.
func (l *lowerer) shadowOfTLS(b *strings.Builder, s *symbol) {
	size, ok := s.m.Layout.Size(s.v.Type)
	bytes := make([]byte, min(max(size, 1), 1<<16))
	if !ok || s.v.Init.Kind == ir.None || size > 1<<16 || !constantBytes(s.m.Layout, bytes, s.v.Init) {
		s.shadow = ""
		return
	}
	align := max(s.v.Align, 1)
	fmt.Fprintf(b, "_Thread_local unsigned char %s[%d] __attribute__((aligned(%d))) = {", s.shadow,
		len(bytes), align)
	if s.v.Init.Kind == ir.Zero {
		bytes = bytes[:1]
	}
	for _, c := range bytes {
		fmt.Fprintf(b, "%d,", c)
	}
	fmt.Fprintf(b, "};\nstatic void *__at_%s(void) { return %s; }\n", s.shadow, s.shadow)
}

// constantBytes writes a constant that holds no addresses to memory.
func constantBytes(l *ir.Layout, to []byte, v ir.Value) bool {
	switch v.Kind {
	case ir.Zero, ir.Null, ir.Undef, ir.Poison:
		return true
	case ir.Bytes:
		copy(to, v.X.Name)
		return true
	case ir.ConstInt, ir.ConstFloat:
		if v.X != nil || v.Type.Kind == ir.Vector {
			return false
		}
		size, _ := l.StoreSize(v.Type)
		for i := range size {
			to[i] = byte(v.N >> (8 * i))
		}
		return size <= 8
	case ir.Aggregate:
		for i, e := range v.X.Elems {
			off, ok := offsetOf(l, v.Type, i)
			if !ok || off >= uint64(len(to)) || !constantBytes(l, to[off:], e) {
				return false
			}
		}
		return true
	}
	return false
}

// offsetOf is where an element of a constant lies.
func offsetOf(l *ir.Layout, t *ir.Type, i int) (uint64, bool) {
	switch t.Kind {
	case ir.Struct:
		return l.Offset(t, i), i < len(t.Fields)
	case ir.Array, ir.Vector:
		size, ok := l.Size(t.Elem)
		return size * uint64(i), ok && (t.Kind == ir.Array || !isBitwise(t.Elem))
	}
	return 0, false
}

// shadowOf defines a function with its calls.
func (l *lowerer) shadowOf(b *strings.Builder, s *symbol) {
	text, ok := signature(s.m, s.shadow, s.fn.Type, true)
	body, err := s.fn.Body()
	if !ok || err != nil {
		return // a call of it is not supported
	}
	fmt.Fprintf(b, "%s {\n", text)
	if s.name == l.entry() && len(s.fn.Params) > 1 && isRead(body, 1) {
		b.WriteString("(void)(__p1 == 0);\n")
	}
	if s.name == l.entry() {
		l.mentionVariables(b)
	}
	used := usedSlots(body)
	again := repeated(body)
	for i, block := range body.Blocks {
		for j := range block.Instrs {
			in := &block.Instrs[j]
			for _, a := range in.Args {
				l.mention(b, s.m, a)
			}
			if in.Call == nil || isIntrinsic(in) && !isMemory(in) && mathFunction(in) == "" {
				continue
			}
			text, ok := l.calls(s.m, body, in, label(i, j), in.Res >= 0 && used[in.Res])
			switch {
			case ok && again[i]:
				fmt.Fprintf(b, "for (;;) {%s}\n", text)
			case ok:
				fmt.Fprintf(b, "%s\n", text)
			}
		}
	}
	b.WriteString("}\n")
}

// mentionVariables has the variables stand in the shadow that the C front end makes.
func (l *lowerer) mentionVariables(b *strings.Builder) {
	for _, t := range l.tls {
		if t.shadow != "" {
			fmt.Fprintf(b, "(void)__at_%s();\n", t.shadow)
		}
	}
	for _, s := range l.outside {
		if s.v != nil && c.HeaderOf(s.name) != "" {
			fmt.Fprintf(b, "(void)&%s;\n", s.name)
		}
	}
}

// mention has functions whose addresses are used stand in the shadow.
func (l *lowerer) mention(b *strings.Builder, m *ir.Module, v ir.Value) {
	switch v.Kind {
	case ir.Global:
		s := l.lookup(m, v.X.Name)
		switch {
		case s == nil:
		case s.fn != nil:
			if s.isDeclared() {
				fmt.Fprintf(b, "(void)(%s == 0);\n", s.shadow)
			}
		case s.v != nil && s.v.Init.Kind != ir.None && holdsGlobal(s.v.Init):
			l.mentionOnce(b, s)
		}
	case ir.Aggregate, ir.Expr:
		for _, e := range v.X.Elems {
			l.mention(b, m, e)
		}
	}
}

// mentionOnce mentions what the initialiser of a variable leads to.
func (l *lowerer) mentionOnce(b *strings.Builder, s *symbol) {
	if !s.mentioned {
		s.mentioned = true
		l.mention(b, s.m, s.v.Init)
	}
}

func holdsGlobal(v ir.Value) bool {
	switch v.Kind {
	case ir.Global:
		return true
	case ir.Aggregate, ir.Expr:
		for _, e := range v.X.Elems {
			if holdsGlobal(e) {
				return true
			}
		}
	}
	return false
}
