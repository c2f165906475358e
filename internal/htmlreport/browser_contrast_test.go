package htmlreport

import (
	"strings"
	"testing"

	"whittle.dev/internal/testing/browser"
)

// contrast checks that texts can be read: a contrast of at least 4.5 (WCAG AA).
func contrast(t *testing.T, p *browser.Page, scheme string) {
	t.Helper()
	p.Settle()
	var low []string
	p.Eval(`(() => {
		const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
		const light = ([r, g, b]) => [r, g, b].map((v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
		const ground = (e) => { const layers = []; for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3]) layers.push(c); if (c[3] === 255) break; }
			return layers.reverse().reduce((under, c) => c.slice(0, 3).map((v, i) => (v * c[3] + under[i] * (255 - c[3])) / 255), [255, 255, 255]); };
		const out = [];
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement;
			if (!walk.currentNode.textContent.trim() || !e.offsetParent || e.closest("script,style,[hidden],.visually-hidden,dialog,svg")) continue;
			const style = getComputedStyle(e);
			let alpha = 1;
			for (let x = e; x; x = x.parentElement) alpha *= Number(getComputedStyle(x).opacity);
			const back = ground(e), c = rgba(style.color), text = c.slice(0, 3).map((v, i) => v * alpha + back[i] * (1 - alpha));
			const a = light(text) + .05, b = light(back) + .05, ratio = Math.max(a, b) / Math.min(a, b);
			if (ratio < 4.5) out.push(ratio.toFixed(2) + " " + (e.className || e.tagName) + ": " + walk.currentNode.textContent.trim().slice(0, 30));
		}
		return [...new Set(out)];
	})()`, &low)
	if len(low) > 0 {
		t.Errorf("%s: contrasts that are too low:\n%s", scheme, strings.Join(low, "\n"))
	}
}
