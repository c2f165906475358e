package settle

import "whittle.dev/internal/property"

// OwnLowering reports whether a property needs a program made for it alone, with waiting that nothing but a
// signal ends, or with what follows memory that was never written.
func OwnLowering(p property.Property) bool {
	return p == property.NoDeadlock || p == property.Termination || p == property.NoStarvation ||
		p == property.NoUninitialisedUse || p == property.NoGoroutineLeak
}

// CommonLowering is what the program is lowered for that properties have in common.
func CommonLowering(p property.Property) property.Property {
	if common := p.Only(func(q property.Property) bool { return !OwnLowering(q) }); common != "" {
		return common
	}
	return p
}
