package dpr

import "fmt"

// Sentence is what the automaton reads.
type Sentence struct {
	Text  string
	Valid bool
}

// Sentences are those of the lengths of table 2, in its order, and two longer ones.
func Sentences() []Sentence {
	return []Sentence{
		{"+271828.18284", true}, {"-3141592.65358", true}, {"16180339887.498948", true},
		{"+577215664901.532860", true}, {"-1414213562373.095048", true},
		{"12345678901", false}, {"+12345.67890x", false}, {"-31415.92.6535", false},
		{"+577215664x153286060", false},
		{"+1732050807568877293527446341.5058723669", true},
		{"+17320508075688772935274463415058723669x", false},
	}
}

// Automaton returns the program that reads a sentence: optional sign, digits, a point, digits. In each
// state it is a choice whether the next character is another one of the same kind, or begins the next
// part.
func Automaton(sentence string) string {
	return head + fmt.Sprintf(automaton, sentence, len(sentence))
}

const automaton = `static const char text[] = "%s";

int main(void) {
    int state = 0; /* 0 start, 1 sign, 2 digits, 3 point, 4 decimals */
    for (int i = 0; i < %d; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9';
        if (__VERIFIER_nondet_int()) {
            if (state == 0 && (c == '+' || c == '-'))
                state = 1;
            else if (state <= 1 && digit)
                state = 2;
            else if (state == 2 && c == '.')
                state = 3;
            else if (state == 3 && digit)
                state = 4;
            else
                return 0;
        } else if (!digit || state != 2 && state != 4) {
            return 0;
        }
    }
    if (state == 4)
        reach_error();
    return 0;
}
`
