// Package browser drives Chromium without a window, so that tests can use the pages that whittle writes as
// people do. It is for tests only: every function fails the test that it was given when something goes wrong.
//
//	func TestReport(t *testing.T) {
//		b := browser.Start(t) // skips the test where there is no Chromium
//		p := b.Open(file)
//		p.Click("#next")
//		p.Key("j", "Shift+Tab", "ArrowDown")
//		var step int
//		p.Eval("whittle.step()", &step)
//		p.WaitFor("document.querySelector('.row')")
//		p.SetScheme("dark")
//		p.Screenshot("dark.png", 1280, 800)
//		p.NoErrors()
//	}
//
// A Browser is one process with a fresh profile, a Page one tab of it. The tests of one package should share
// a browser, since a start costs about half a second: give Start the parent test and open pages in subtests
// by b.For(t).Open(file).
//
// Commands go over two pipes (--remote-debugging-pipe), as JSON messages of
// the Chrome DevTools Protocol, each ended by a NUL. So there is no port that
// somebody else could use. Page.Call sends any command of that protocol.
//
// Known limits: Unix only, since the pipes are file descriptors 3 and 4. The sandbox of Chromium is off,
// because it does not work for root, as in containers: open only pages that the test has made.
package browser
