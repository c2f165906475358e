package trace

import (
	"testing"
)

func TestValueString(t *testing.T) {
	tests := []struct {
		v    Value
		want string
	}{
		{Value{Bits: 1}, "true"},
		{Value{}, "false"},
		{Value{Bits: 255, Width: 8}, "255"},
		{Value{Bits: 255, Width: 8, Signed: true}, "-1"},
		{Value{Bits: 1 << 63, Width: 64, Signed: true}, "-9223372036854775808"},
		{Value{Bits: 1 << 63, Width: 64}, "9223372036854775808"},
		{Value{High: 1, Width: 128}, "18446744073709551616"},
		{Value{Bits: ^uint64(0), High: ^uint64(0), Width: 128, Signed: true}, "-1"},
		{Value{Bits: 4096, Width: 64, Name: "&x"}, "&x"},
	}
	for _, tt := range tests {
		if got := tt.v.String(); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.v, got, tt.want)
		}
	}
}
