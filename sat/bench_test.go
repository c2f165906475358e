package sat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// circuit builds a CNF from gates.
type circuit struct{ cnf }

func (c *circuit) input() int {
	c.vars++
	return c.vars
}

func (c *circuit) clause(lits ...int) { c.clauses = append(c.clauses, lits) }

func (c *circuit) and(a, b int) int {
	x := c.input()
	c.clause(-x, a)
	c.clause(-x, b)
	c.clause(x, -a, -b)
	return x
}

func (c *circuit) xor(a, b int) int {
	x := c.input()
	c.clause(-x, a, b)
	c.clause(-x, -a, -b)
	c.clause(x, -a, b)
	c.clause(x, a, -b)
	return x
}

func (c *circuit) add(a, b, carry int) (sum, out int) {
	t := c.xor(a, b)
	return c.xor(t, carry), -c.and(-c.and(a, b), -c.and(t, carry))
}

// multiply is the product modulo 2^n, by rows or by columns.
func (c *circuit) multiply(a, b []int, zero int, columns bool) []int {
	n := len(a)
	cols := make([][]int, n)
	for i := range n {
		for j := range n - i {
			cols[i+j] = append(cols[i+j], c.and(a[j], b[i]))
		}
	}
	var product []int
	for i := range n {
		col := cols[i]
		for len(col) > 1 {
			third := zero
			take := 2
			if columns && len(col) > 2 {
				third, take = col[2], 3
			}
			sum, carry := c.add(col[0], col[1], third)
			if columns {
				col = append(col[take:], sum)
			} else {
				col = append([]int{sum}, col[take:]...)
			}
			if i+1 < n {
				cols[i+1] = append(cols[i+1], carry)
			}
		}
		product = append(product, col[0])
	}
	return product
}

// miter asks whether two multipliers differ.
func miter(n int) cnf {
	c := &circuit{}
	zero := c.input()
	c.clause(-zero)
	var a, b []int
	for range n {
		a, b = append(a, c.input()), append(b, c.input())
	}
	p, q := c.multiply(a, b, zero, false), c.multiply(b, a, zero, true)
	var differ []int
	for i := range p {
		differ = append(differ, c.xor(p[i], q[i]))
	}
	c.clause(differ...)
	return c.cnf
}

func (f cnf) write(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	fmt.Fprintf(w, "p cnf %d %d\n", f.vars, len(f.clauses))
	for _, c := range f.clauses {
		for _, l := range c {
			fmt.Fprintf(w, "%d ", l)
		}
		fmt.Fprintln(w, 0)
	}
	return errors.Join(w.Flush(), file.Close())
}

// BenchmarkCNF compares with the solvers of the system, if there are any.
func BenchmarkCNF(b *testing.B) {
	for _, in := range []struct {
		name string
		f    cnf
		want Status
	}{
		{"pigeons8", pigeons(8), Unsat},
		{"miter7", miter(7), Unsat},
		{"random200", randomCNF(rand.New(rand.NewSource(1)), 200, 860, 3), Unknown},
		{"random225", randomCNF(rand.New(rand.NewSource(2)), 225, 960, 3), Unknown},
	} {
		b.Run(in.name+"/whittle", func(b *testing.B) {
			for b.Loop() {
				s := New(Config{})
				load(s, in.f)
				if got := s.Solve(context.Background()); in.want != Unknown && got != in.want {
					b.Fatal(got)
				}
			}
		})
		for _, args := range [][]string{{"cadical", "-q", "-n"}, {"minisat", "-verb=0"}} {
			path, err := exec.LookPath(args[0])
			if err != nil {
				continue
			}
			file := filepath.Join(b.TempDir(), in.name+".cnf")
			if err := in.f.write(file); err != nil {
				b.Fatal(err)
			}
			b.Run(in.name+"/"+args[0], func(b *testing.B) {
				for b.Loop() {
					// The exit code is the answer: 10 or 20.
					err := exec.Command(path, append(args[1:], file)...).Run()
					var exit *exec.ExitError
					if !errors.As(err, &exit) || exit.ExitCode() != 10 && exit.ExitCode() != 20 {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkSmall asks many small queries of one solver, as engines do.
func BenchmarkSmall(b *testing.B) {
	s := New(Config{})
	r := rand.New(rand.NewSource(1))
	load(s, randomCNF(r, 200, 400, 3))
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		act := s.NewVar()
		for range 3 {
			s.AddClause(act.Neg(), FromDimacs(1+r.Intn(200)), FromDimacs(-1-r.Intn(200)))
		}
		s.Solve(ctx, act.Pos())
		s.AddClause(act.Neg())
	}
}

// BenchmarkUnroll deepens a bounded model check step by step in one solver: a random circuit with a state,
// whose target is assumed at each depth. Frozen variables are those that the next step names.
func BenchmarkUnroll(b *testing.B) {
	for _, mode := range []string{"eliminate", "frozen", "keep"} {
		b.Run(mode, func(b *testing.B) {
			for b.Loop() {
				r := rand.New(rand.NewSource(3))
				s := New(Config{NoEliminate: mode == "keep"})
				c := &circuit{}
				const bits = 32
				var state []int
				for range bits {
					state = append(state, c.input())
				}
				wiring := make([]int, 6*bits)
				for i := range wiring {
					wiring[i] = r.Intn(1 << 20)
				}
				for range 14 {
					in := []int{c.input(), c.input(), c.input(), c.input()}
					nets := append(append([]int{}, state...), in...)
					for _, w := range wiring {
						n := len(nets)
						x, y := nets[n-1-w%min(n, 50)], nets[n-1-w/1024%min(n, 70)]
						if w&1 == 0 {
							nets = append(nets, c.xor(x, y))
						} else {
							nets = append(nets, c.and(x, -y))
						}
					}
					state = nets[len(nets)-bits:]
					load(s, c.cnf)
					c.clauses = nil
					if mode == "frozen" {
						for _, l := range state {
							s.Freeze(Var(l))
						}
					}
					s.Solve(context.Background(), toLits(state[:24])...)
					for i := range 8 {
						s.Solve(context.Background(), FromDimacs(state[i]), FromDimacs(state[i+9]),
							FromDimacs(-state[i+4]))
					}
				}
				st := s.Statistics()
				b.ReportMetric(float64(st.Conflicts), "conflicts")
				b.ReportMetric(float64(st.Eliminated), "eliminated")
				b.ReportMetric(float64(st.Restored), "restored")
			}
		})
	}
}
