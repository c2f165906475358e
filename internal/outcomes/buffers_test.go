package outcomes

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/frontend/litmus"
	"whittle.dev/internal/testing/testflag"
)

// TestBuffers compares the outcomes of random x86 programs in TSO with those of threads with store buffers,
// as Owens, Sarkar and Sewell describe them ("A better x86 memory model: x86-TSO", section 3).
func TestBuffers(t *testing.T) {
	weak, total := 0, 0
	for seed := range testflag.Seeds(24) {
		m := randomMachine(rand.New(rand.NewSource(seed)))
		text := m.litmus()
		test, err := litmus.Read("random.litmus", text)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Explore(t.Context(), test, axioms.TSO)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range table.Rows {
			got = append(got, fmt.Sprint(r.Values))
		}
		want := m.outcomes(true)
		slices.Sort(got)
		if !table.Complete || !slices.Equal(got, want) {
			t.Errorf("seed %d (complete: %t): outcomes %v, with store buffers %v\n%s", seed,
				table.Complete, got, want, text)
		}
		total += len(want)
		if len(want) > len(m.outcomes(false)) {
			weak++
		}
	}
	t.Logf("%d outcomes, %d programs with more than in sequential consistency", total, weak)
	if weak == 0 {
		t.Error("no program tells the buffers from sequential consistency")
	}
}

// instruction is one of the x86 instructions below; a register has the number of the thread's registers.
type instruction struct {
	op              string // store, constant, load, xchg or fence
	place, register int
	value           int64 // of constant
}

const (
	machineRegisters = 2
	machinePlaces    = 3
)

type machine struct {
	places  int
	threads [][]instruction
}

func randomMachine(r *rand.Rand) *machine {
	m := &machine{places: 2 + r.Intn(machinePlaces-1), threads: make([][]instruction, 2+r.Intn(2))}
	buffering := r.Intn(2) == 0 // threads write a place first and read another one last
	for t := range m.threads {
		n := 2
		if t == 0 || len(m.threads) == 2 {
			n += r.Intn(2)
		}
		for i := range n {
			op := machineOps[r.Intn(len(machineOps))]
			place := r.Intn(m.places)
			switch {
			case buffering && i == 0:
				op, place = "constant", t%m.places
			case buffering && i == n-1:
				op, place = "load", (t+1)%m.places
			}
			m.threads[t] = append(m.threads[t], instruction{op: op, place: place,
				register: r.Intn(machineRegisters), value: 1 + r.Int63n(2)})
		}
	}
	return m
}

var (
	machineRegister = []string{"EAX", "EBX"}
	machinePlace    = []string{"x", "y", "z"}
	machineOps      = []string{"store", "constant", "constant", "load", "load", "load", "xchg", "fence"}
)

// litmus spells the program; its condition names the registers that memory is read into, and all places.
func (m *machine) litmus() string {
	var b strings.Builder
	b.WriteString("X86 random\n{}\n")
	rows := 0
	for t, code := range m.threads {
		rows = max(rows, len(code))
		fmt.Fprintf(&b, "%sP%d", separator(t), t)
	}
	b.WriteString(";\n")
	for row := range rows {
		for t, code := range m.threads {
			b.WriteString(separator(t))
			if row < len(code) {
				b.WriteString(code[row].x86())
			}
		}
		b.WriteString(";\n")
	}
	var terms []string
	for t := range m.threads {
		for r, name := range machineRegister {
			if m.reads(t, r) {
				terms = append(terms, fmt.Sprintf("%d:%s=9", t, name))
			}
		}
	}
	for _, p := range machinePlace[:m.places] {
		terms = append(terms, p+"=9")
	}
	fmt.Fprintf(&b, "exists (%s)\n", strings.Join(terms, ` /\ `))
	return b.String()
}

// reads reports whether a thread reads memory into a register.
func (m *machine) reads(t, register int) bool {
	return slices.ContainsFunc(m.threads[t], func(i instruction) bool {
		return i.register == register && (i.op == "load" || i.op == "xchg")
	})
}

func separator(t int) string {
	if t == 0 {
		return ""
	}
	return " | "
}

func (i instruction) x86() string {
	place, register := machinePlace[i.place], machineRegister[i.register]
	switch i.op {
	case "store":
		return fmt.Sprintf("MOV [%s],%s", place, register)
	case "constant":
		return fmt.Sprintf("MOV [%s],$%d", place, i.value)
	case "load":
		return fmt.Sprintf("MOV %s,[%s]", register, place)
	case "xchg":
		return fmt.Sprintf("XCHG [%s],%s", place, register)
	}
	return "MFENCE"
}

// write is a write that waits in a store buffer.
type write struct {
	place int
	value int64
}

// machineThread is the state of a thread.
type machineThread struct {
	next      int
	registers [machineRegisters]int64
	buffer    []write
}

type machineState struct {
	memory  [machinePlaces]int64
	threads []machineThread
}

// outcomes runs the machine in all ways: the values of registers, then of places, as in the condition.
func (m *machine) outcomes(buffered bool) []string {
	out, seen := map[string]bool{}, map[string]bool{}
	var visit func(s machineState)
	visit = func(s machineState) {
		key := fmt.Sprint(s)
		if seen[key] {
			return
		}
		seen[key] = true
		over := true
		for t := range s.threads {
			if len(s.threads[t].buffer) > 0 {
				over = false
				n := s.clone()
				th := &n.threads[t]
				n.memory[th.buffer[0].place] = th.buffer[0].value
				th.buffer = th.buffer[1:]
				visit(n)
			}
			if s.threads[t].next < len(m.threads[t]) {
				over = false
				n := s.clone()
				if n.step(&n.threads[t], m.threads[t][s.threads[t].next], buffered) {
					visit(n)
				}
			}
		}
		if over {
			var values []int64
			for t, th := range s.threads {
				for r, v := range th.registers {
					if m.reads(t, r) {
						values = append(values, v)
					}
				}
			}
			out[fmt.Sprint(append(values, s.memory[:m.places]...))] = true
		}
	}
	visit(machineState{threads: make([]machineThread, len(m.threads))})
	return slices.Sorted(maps.Keys(out))
}

func (s machineState) clone() machineState {
	s.threads = slices.Clone(s.threads)
	return s
}

// step executes an instruction unless it has to wait for an empty buffer.
func (s *machineState) step(t *machineThread, i instruction, buffered bool) bool {
	t.next++
	switch i.op {
	case "store", "constant":
		v := i.value
		if i.op == "store" {
			v = t.registers[i.register]
		}
		if !buffered {
			s.memory[i.place] = v
			return true
		}
		t.buffer = append(slices.Clip(t.buffer), write{i.place, v})
	case "load":
		v := s.memory[i.place]
		for _, w := range t.buffer {
			if w.place == i.place {
				v = w.value
			}
		}
		t.registers[i.register] = v
	case "xchg":
		s.memory[i.place], t.registers[i.register] = t.registers[i.register], s.memory[i.place]
		return len(t.buffer) == 0
	default:
		return len(t.buffer) == 0
	}
	return true
}
