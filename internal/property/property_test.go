package property

import (
	"strings"
	"testing"
)

func TestParseRoundTrip(t *testing.T) {
	for _, p := range Known() {
		got, err := Parse(string(p))
		if err != nil || got != p {
			t.Errorf("Parse(%q) = %q, %v", p, got, err)
		}
		v, err := ParseVerdict(Violated(p).String())
		if err != nil || v != Violated(p) {
			t.Errorf("ParseVerdict(%q) = %v, %v", Violated(p), v, err)
		}
	}
	if _, err := Parse("reach"); err == nil || !strings.Contains(err.Error(), "unreach-call") {
		t.Errorf("Parse(reach): the error %v does not list the known properties", err)
	}
}

func TestCovers(t *testing.T) {
	if !ValidMemsafety.Covers(ValidFree) || ValidMemsafety.Covers(UnreachCall) ||
		!NoOverflow.Covers(NoOverflow) || !Join(NoOverflow, ValidMemsafety).Covers(ValidFree) ||
		!Default().Covers(Join(NoOverflow, UnreachCall)) || NoOverflow.Covers(Default()) {
		t.Error("Covers is wrong")
	}
}
