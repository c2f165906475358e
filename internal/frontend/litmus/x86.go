package litmus

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	column   = regexp.MustCompile(`^P\d+$`)
	constant = regexp.MustCompile(`^\$?(-?\d+)$`)
	register = regexp.MustCompile(`^%?([A-Za-z]\w*)$`)
	memory   = regexp.MustCompile(`^\[\s*(\w+)\s*\]$`)
)

// columns reads the threads of an x86 test: rows of instructions that end with a semicolon, the first of them
// with the names of the threads.
func (r *reader) columns(from, to int) error {
	from += len(r.text[from:to]) - len(strings.TrimLeft(r.text[from:to], " \t\n;"))
	for at := from; at < to; {
		end := at + strings.IndexByte(r.text[at:to]+";", ';')
		row := r.text[at:end]
		if strings.TrimSpace(row) == "" {
			at = end + 1
			continue
		}
		line, _ := r.position(at + blanks(row))
		head := len(r.test.Threads) == 0
		for i, cell := range strings.Split(row, "|") {
			cell = strings.TrimSpace(cell)
			if head {
				if !column.MatchString(cell) {
					return r.wrong(at, "%q is no name of a thread, as P0 is", cell)
				}
				r.test.Threads = append(r.test.Threads, Thread{Line: line})
				continue
			}
			if i >= len(r.test.Threads) {
				return r.wrong(at, "more columns than threads")
			}
			t := &r.test.Threads[i]
			code, err := r.instruction(t, cell, at)
			if err != nil {
				return err
			}
			t.Body += fmt.Sprintf("#line %d\n\t%s\n", line, code)
		}
		at = end + 1
	}
	if len(r.test.Threads) == 0 {
		return r.wrong(from, "a test without threads")
	}
	return nil
}

// instruction makes C of an instruction.
func (r *reader) instruction(t *Thread, text string, at int) (string, error) {
	op, args, _ := strings.Cut(strings.Join(strings.Fields(text), " "), " ")
	op = strings.ToUpper(op)
	var a, b string
	if args != "" {
		a, b, _ = strings.Cut(args, ",")
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	}
	place := func(s string) string {
		if m := memory.FindStringSubmatch(s); m != nil {
			r.test.place(m[1])
			return "&" + m[1]
		}
		return ""
	}
	operand := func(s string) string {
		if m := constant.FindStringSubmatch(s); m != nil {
			return m[1]
		}
		if m := register.FindStringSubmatch(s); m != nil {
			return t.register(strings.ToUpper(m[1]), "int")
		}
		return ""
	}
	target := func(s string) string {
		if constant.MatchString(s) {
			return ""
		}
		return operand(s)
	}
	switch op {
	case "":
		return ";", nil
	case "MFENCE":
		return "atomic_thread_fence(memory_order_seq_cst);", nil
	case "SFENCE":
		return "atomic_thread_fence(memory_order_release);", nil
	case "LFENCE":
		return "atomic_thread_fence(memory_order_acquire);", nil
	case "MOV", "MOVL", "MOVQ":
		switch {
		case place(a) != "" && operand(b) != "":
			return fmt.Sprintf("atomic_store_explicit(%s, %s, memory_order_relaxed);", place(a),
				operand(b)), nil
		case target(a) != "" && place(b) != "":
			return fmt.Sprintf("%s = atomic_load_explicit(%s, memory_order_relaxed);", target(a),
				place(b)), nil
		case target(a) != "" && operand(b) != "":
			return fmt.Sprintf("%s = %s;", target(a), operand(b)), nil
		}
	case "XCHG", "XCHGL", "XCHGQ":
		if place(a) == "" {
			a, b = b, a
		}
		if place(a) != "" && target(b) != "" {
			return fmt.Sprintf("%s = atomic_exchange_explicit(%s, %[1]s, memory_order_seq_cst);", target(b),
				place(a)), nil
		}
	}
	return "", r.wrong(at+blanks(r.text[at:]), "the instruction %q is not understood", text)
}

// register finds or makes the register of a name.
func (t *Thread) register(name, typ string) string {
	for _, v := range t.Registers {
		if v.Name == name {
			return name
		}
	}
	t.Registers = append(t.Registers, Register{Name: name, Type: typ, Value: "0"})
	return name
}
