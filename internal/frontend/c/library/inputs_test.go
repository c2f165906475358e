package library

import "testing"

// TestInputName: people read no names that only the models have.
func TestInputName(t *testing.T) {
	for function, want := range map[string]string{"rand": "rand()", "fwrite_mayfail": "fwrite()",
		"__whittle_scarce_mayfail": "resources are lacking", "__whittle_not_joinable": "not joinable",
		"pipe_pipes": "pipe()", "pthread_barrier_wait_left": "pthread_barrier_wait()",
		"__whittle_from_stream_streams": "a character that is read"} {
		if got := InputName(function); got != want {
			t.Errorf("%s: got %q, want %q", function, got, want)
		}
	}
}
