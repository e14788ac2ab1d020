/** System, light or dark. */
import { shell } from '#texts/shell'
import { useStore } from '../state/store.js'
import { chooseTheme, theme, themes } from '../state/theme.js'
import { Segmented } from './segmented.js'

export function ThemeSwitch() {
  const chosen = useStore(theme)
  const choices = themes.map((value) => ({ value, label: shell.themes[value] }))
  return <Segmented legend={shell.theme} choices={choices} value={chosen} onChange={chooseTheme} />
}
