package bmc_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/property"
)

func TestDebug(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("SEED"))
	if err != nil {
		t.Skip()
	}
	p := newRandomProgram(int64(n))
	cfa.Fprint(os.Stdout, p)
	res, err := bmc.New(bmc.Config{}).Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
	fmt.Println(res.Verdict, res.Why, err)
	if res.Trace != nil {
		for _, k := range res.Trace.Schedule {
			fmt.Println(k)
		}
		for _, k := range res.Trace.Inputs {
			fmt.Println(k)
		}
		fmt.Println("violation", res.Trace.Violation)
	}
}
