package modular

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// growing is proved by lemmas, exclusive by the table alone.
const (
	growing = `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	unsigned old = x;
	if (old < 0xffffffff)
		x = old + 1;
	pthread_mutex_unlock(&m);
	if (x < old) reach_error();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	exclusive = `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
)

// TestCorruptCertificates: a certificate in which something is missing or wrong is not accepted.
func TestCorruptCertificates(t *testing.T) {
	all := 0
	for _, text := range []string{growing, exclusive} {
		p := compiled.Program(t, compiled.File("a.c", text))
		res, err := New(Config{}).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || res.Verdict != property.Holds() {
			t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
		}
		good := res.Proof.(proof).cert
		if err := refused(t, good); err != nil {
			t.Fatalf("the certificate is refused: %v", err)
		}
		list := corruptions(good)
		all += len(list)
		for _, c := range list {
			var wrong *certificate.Error
			if err := refused(t, c.cert); !errors.As(err, &wrong) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	if all < 200 {
		t.Errorf("only %d corrupted certificates", all)
	}
	t.Logf("%d corrupted certificates", all)
}

// refused checks a certificate.
func refused(t *testing.T, c *certificate.Certificate) error {
	t.Helper()
	_, err := c.Check(t.Context(), native.New(c.Sys.Terms, native.Config{}))
	return err
}

type corrupted struct {
	name string
	cert *certificate.Certificate
}

// corruptions are certificates with one defect each.
func corruptions(good *certificate.Certificate) []corrupted {
	var out []corrupted
	add := func(name string, change func(c *certificate.Certificate)) {
		c := *good
		c.Near, c.Lemmas, c.Moves = maps.Clone(c.Near), maps.Clone(c.Lemmas), maps.Clone(c.Moves)
		change(&c)
		out = append(out, corrupted{name, &c})
	}
	st := good.Sys.Terms
	for v := range good.Lemmas {
		add("a view is missing", func(c *certificate.Certificate) { delete(c.Lemmas, v) })
		for i, t := range good.Lemmas[v] {
			wrong := slices.Clone(good.Lemmas[v])
			wrong[i] = st.Not(t)
			add("a lemma claims the contrary", func(c *certificate.Certificate) { c.Lemmas[v] = wrong })
		}
		add("a lemma claims too much", func(c *certificate.Certificate) {
			c.Lemmas[v] = append(slices.Clone(c.Lemmas[v]), st.False())
		})
	}
	for at, moves := range good.Moves {
		if _, occurs := good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]; !occurs {
			continue
		}
		add("a step is missing", func(c *certificate.Certificate) { c.Moves[at] = moves[1:] })
		for i, m := range moves {
			for seat := range good.Seats {
				if seat == m.Seat {
					continue
				}
				wrong := slices.Clone(moves)
				wrong[i].Seat = seat
				add("a step leads elsewhere", func(c *certificate.Certificate) { c.Moves[at] = wrong })
			}
			if len(good.Stores) > 1 {
				wrong := slices.Clone(moves)
				wrong[i].Store = (m.Store + 1) % len(good.Stores)
				add("a step leaves another store", func(c *certificate.Certificate) { c.Moves[at] = wrong })
			}
		}
	}
	for at, seats := range good.Near {
		for _, other := range seats {
			if other < at.Seat || len(good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]) > 0 {
				continue
			}
			add("a pair is missing", func(c *certificate.Certificate) {
				for _, pair := range [][2]int{{at.Seat, other}, {other, at.Seat}} {
					k := certificate.Control{Store: at.Store, Seat: pair[0]}
					c.Near[k] = slices.DeleteFunc(slices.Clone(c.Near[k]),
						func(s int) bool { return s == pair[1] })
				}
			})
		}
		if len(seats) > 0 && len(good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]) == 0 {
			add("all pairs of a place are missing", func(c *certificate.Certificate) {
				for other, near := range c.Near {
					if other.Store == at.Store {
						c.Near[other] = slices.DeleteFunc(slices.Clone(near),
							func(s int) bool { return s == at.Seat })
					}
				}
				c.Near[at] = nil
			})
		}
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(good.Lemmas)),
		func(l []term.Term) bool { return len(l) > 0 }) {
		add("all lemmas are empty", func(c *certificate.Certificate) {
			for v := range c.Lemmas {
				c.Lemmas[v] = nil
			}
		})
	}
	add("views of two threads are missing", func(c *certificate.Certificate) { c.K = 2 })
	return out
}
