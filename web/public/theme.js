// Runs before the first paint, so that a chosen theme does not flash in the other one. A classic script of its own: the
// content policy allows none inside the page. `src/state/theme.ts` is its other half.
try {
  const theme = localStorage.getItem('silhouette.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the system's theme it is.
}
