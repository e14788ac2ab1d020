/** Light or dark: the system's choice, unless somebody chose here. `public/theme.js` applies it before the first paint. */
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
    // Storage is forbidden: the choice lasts as long as this page.
  }
}

function readTheme(): Theme {
  const applied = document.documentElement.dataset.theme
  return applied === 'light' || applied === 'dark' ? applied : 'system'
}
