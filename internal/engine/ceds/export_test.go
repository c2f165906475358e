package ceds

// RenewAfter returns a configuration whose workers give up their terms and take all states from bytes again
// whenever they have made n terms.
func (c Config) RenewAfter(n int) Config {
	c.renew = n
	return c
}
