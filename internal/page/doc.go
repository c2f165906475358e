// Package page writes the frame of the HTML pages that whittle makes: one self-contained file, with its
// style, its scripts and its data inside, that loads nothing from anywhere.
//
//	p := page.Page{
//		Title:   "lost_update.c: unreach-call is violated",
//		Body:    body, // template.HTML, made by html/template or page.Fragment
//		Styles:  []string{css},
//		Data:    []page.Data{{ID: "steps", Value: steps}},
//		Scripts: []string{"const steps = whittle.data('steps'); ..."},
//	}
//	err := p.Write(w)
//
// # What a page may rely on
//
// Style: the colour variables --fg, --bg, --muted, --line, --panel, --sunk, --accent, --good, --bad, --warn,
// --mark and the categorical --c0 to --c7 have values for light and dark. A page follows the system until the
// reader chooses with the button in the top bar, which sets data-theme on the root element. On paper a page
// is always light. Classes: panel, badge (with good, bad, warn), toolbar, num (right-aligned digits), muted,
// mono, scroll, visually-hidden, noprint, onlyprint; table.data is a table with lines.
//
// Script: whittle.data(id) parses data; whittle.h(tag, attributes, children...) makes an element, texts as
// texts; whittle.announce(text) speaks to screen readers; whittle.toggleTheme() changes the scheme, and the
// root element gets the event "themechange"; whittle.reducedMotion() says what the reader prefers. Each
// script is one function body: its names are its own. A script that throws is told in the page, and the
// others run all the same.
//
// Tables: table.sortable is sorted by click on a head cell or by Enter and Space on it. The cell's data-value
// is compared, else its text; as numbers if all are numbers. A head cell with data-nosort stays as it is.
//
// Escaping: Title and data are escaped here, also </script> and <!--; Body is trusted, which is why it has
// the type template.HTML. A Content-Security-Policy forbids every request and every script but those of the
// page, by their hashes. So attributes such as onclick do nothing.
//
// Known limits: bytes that are no UTF-8 become U+FFFD in data. Browsers of
// before about 2023 are not supported: they know no color-mix.
package page
