package whittle_test

import (
	"context"
	"fmt"

	"whittle.dev"
)

func Example() {
	text := `#include <pthread.h>
#include <assert.h>
int counter;
void *add(void *arg) { counter = counter + 1; return arg; }
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
}`
	o, err := whittle.Check(context.Background(),
		whittle.Task{Sources: []whittle.Source{{Name: "counter.c", Text: text}}}, whittle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Verdict, o.Broken)
	fmt.Println(o.Trace.Message)
	for _, s := range o.Trace.Steps {
		for _, e := range s.Effects {
			if e.Kind == "write" || e.Kind == "violation" {
				fmt.Printf("%s, line %d: %s\n", o.Trace.Threads[s.Thread], s.Line, e)
			}
		}
	}
	// Output:
	// false unreach-call
	// assertion failed: counter == 2, in T0 (main)
	// add, line 4: counter := 1
	// add, line 4: counter := 1
	// main, line 11: VIOLATION assertion failed: counter == 2
}
