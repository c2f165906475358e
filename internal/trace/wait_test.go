package trace

import "testing"

func TestWaitFor(t *testing.T) {
	for _, c := range []struct {
		wait Wait
		want string
	}{
		{Wait{}, ""},
		{Wait{Kind: WaitJoin, Child: 2, ChildName: "right"}, "the end of T2 (right)"},
		{Wait{Kind: "wake", Object: "ready"}, "a signal at ready"},
		{Wait{Kind: "lock", Object: "m",
			Holders: []Holder{{Thread: 2, ThreadName: "right", Where: "a.c:3:1"}}},
			"m, held by T2 (right) since a.c:3:1"},
		{Wait{Thread: 1, Kind: "wrlock", Object: "rw", Holders: []Holder{{Thread: 1}, {Thread: 2}}},
			"writing rw, held by itself and by T2"},
		{Wait{Kind: "lock", Object: "m", Holders: []Holder{{Thread: 1, Where: "a.c:3:1", Ended: true}}},
			"m, not given back by T1, which has ended, since a.c:3:1"},
	} {
		if got := c.wait.For(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.wait, got, c.want)
		}
	}
}
