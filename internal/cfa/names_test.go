package cfa

import "testing"

func TestLeadsToOwn(t *testing.T) {
	n := &Names{Own: []string{"vtable for ", "__whittle_"}}
	for value, want := range map[string]bool{
		"&vtable for Task+16": true, "&__whittle_x": true, "vtable for Task": false, "&task": false,
		"17": false, "": false,
	} {
		if got := n.LeadsToOwn(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
	if (*Names)(nil).LeadsToOwn("&x") {
		t.Error("names that are not there say something")
	}
}
