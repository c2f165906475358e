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
			if e.Object == "counter" {
				fmt.Printf("thread %d, line %d: %s (%s)\n", s.Thread, s.Line, e, e.Kind)
			}
		}
	}
	// Output:
	// false unreach-call
	// assertion failed: counter == 2, in T0 (main)
	// thread 2, line 4: counter is 0 (read)
	// thread 1, line 4: counter is 0 (read)
	// thread 1, line 4: counter := 1 (write)
	// thread 2, line 4: counter := 1 (write)
	// thread 0, line 11: counter is 1 (T1) (read)
}
