// Runs before the first paint, so that the wrong theme never flashes. A separate classic script, because the content
// security policy forbids inline ones. `src/state/theme.ts` is its other half.
try {
  const theme = localStorage.getItem('silhouette.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: fall back to the system theme.
}
