/** Light or dark: as the system says, unless chosen here. `public/theme.js` applies the choice before the first paint. */
import { createStore } from './store.js'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'silhouette.theme'

export const theme = createStore<Theme>(readTheme())

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  try {
    if (chosen === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, chosen)
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

function readTheme(): Theme {
  const applied = document.documentElement.dataset.theme
  return applied === 'light' || applied === 'dark' ? applied : 'system'
}
