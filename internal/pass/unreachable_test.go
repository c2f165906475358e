package pass_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
)

func TestUnreachable(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	m := s.main
	m.Emit(cfa.Assign{Dst: s.a, Value: s.n(3)})
	yes, no := m.Branch(s.Terms.BVUlt(s.v(s.a), s.n(2)))
	m.At = yes
	m.Emit(cfa.Violation{Property: "unreach-call"})
	m.At = no
	m.Emit(cfa.Store{Addr: s.x, Value: s.n(1)})
	m.Emit(cfa.Assume{Cond: s.Terms.Eq(s.v(s.a), s.n(4))})
	m.Emit(cfa.Store{Addr: s.x, Value: s.n(2)})
	m.Emit(cfa.Return{})
	q := run(t, s.Program, pass.Options{}, "unreachable")
	text := listing(q, q.Procs[q.Entry])
	if strings.Contains(text, "violation") || strings.Contains(text, ":= #x02") ||
		!strings.Contains(text, ":= #x01\nassume false\n") {
		t.Errorf("got\n%s", text)
	}
	if got := listing(q, q.Procs[s.f.Proc.ID]); !strings.HasPrefix(got, "unsupported") {
		t.Errorf("the unused procedure is\n%s", got)
	}
}
