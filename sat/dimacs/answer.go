package dimacs

import (
	"bufio"
	"io"
	"strconv"

	"whittle.dev/sat"
)

// columns is the most that stands on a line with values.
const columns = 78

// WriteStatus writes the line with the answer, "s SATISFIABLE" for example.
func WriteStatus(w io.Writer, st sat.Status) error {
	line := "s UNKNOWN\n"
	switch st {
	case sat.Sat:
		line = "s SATISFIABLE\n"
	case sat.Unsat:
		line = "s UNSATISFIABLE\n"
	}
	_, err := io.WriteString(w, line)
	return err
}

// WriteModel writes the values of the variables 1 to len(model), model[v-1] that
// of v, on lines that begin with v and have at most 78 columns; a 0 ends them.
func WriteModel(w io.Writer, model []bool) error {
	b := bufio.NewWriter(w)
	col := 0
	var num []byte
	value := func(n int) {
		num = strconv.AppendInt(append(num[:0], ' '), int64(n), 10)
		if col > 0 && col+len(num) > columns {
			b.WriteByte('\n')
			col = 0
		}
		if col == 0 {
			b.WriteByte('v')
			col = 1
		}
		b.Write(num)
		col += len(num)
	}
	for i, positive := range model {
		if positive {
			value(i + 1)
		} else {
			value(-i - 1)
		}
	}
	value(0)
	b.WriteByte('\n')
	return b.Flush()
}
