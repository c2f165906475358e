// Package status says what goes on in a cluster, for the terminal.
//
//	c, err := status.Read(ctx, b)
//	err = c.Text(os.Stdout)
package status
