/** How contact sheets look: the colours of the product's pages, web/src/style/tokens.css, for light and for dark. */
export const CONTACT_SHEET_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #101113);
  --surface: light-dark(#ffffff, #17181b);
  --sunken: light-dark(#f3f3f1, #0b0c0d);
  --line: light-dark(#e5e4e0, #2b2d31);
  --ink: light-dark(#1a1b1e, #eeeef0);
  --ink-soft: light-dark(#5d5f66, #a3a6ad);
  --accent: light-dark(#0f766e, #3ec9b6);
  --danger: light-dark(#b3261e, #ff8a80);
  --danger-soft: light-dark(#fdecea, #3a1a18);
  --warning: light-dark(#8a5300, #f0b866);
  --warning-soft: light-dark(#fdf3e2, #33260f);
  --check: light-dark(#ecebe7, #2b2d31);
}
* { box-sizing: border-box; margin: 0; }
body {
  padding: 2rem clamp(1rem, 4vw, 3rem) 4rem;
  background: var(--ground);
  color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
h1 { font-size: 1.5rem; letter-spacing: -0.01em; }
header p { margin-left: auto; color: var(--ink-soft); }
h2 { margin: 2.25rem 0 0.875rem; font-size: 1.0625rem; }
h2 span { color: var(--ink-soft); font-weight: 400; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
article { padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
article.wide { grid-column: 1 / -1; }
h3 { font-size: 0.9375rem; font-weight: 600; overflow-wrap: anywhere; }
.reason, .error { margin-top: 0.5rem; padding: 0.375rem 0.625rem; border-radius: 7px; overflow-wrap: anywhere; }
.reason { background: var(--warning-soft); color: var(--warning); }
.error { background: var(--danger-soft); color: var(--danger); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.75rem; margin-top: 0.75rem; }
.wide .pictures { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
figure a {
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 7px;
  background: repeating-conic-gradient(var(--check) 0 25%, var(--surface) 0 50%) 0 0 / 20px 20px;
  color: var(--accent);
  overflow-wrap: anywhere;
}
figure:first-child a { background: var(--sunken); }
figure a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
img { width: 100%; height: 100%; min-height: 0; object-fit: contain; }
figcaption { margin-top: 0.375rem; color: var(--ink-soft); font-size: 0.8125rem; }
figcaption b { color: var(--ink); font-weight: 600; }
@media print { article { break-inside: avoid; } }
`
