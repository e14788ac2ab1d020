/** Writes the table of settings in docs/settings.md from src/config. */
import { settings } from '../src/config/settings.js'
import { table, withReference, writeReference } from './reference-page.js'

/** The page with its table as it should be. */
export function settingsReference(page: string): string {
  const rows = Object.entries(settings).map(([name, { fallbackText, meaning }]) => [
    `\`${name}\``,
    fallbackText,
    linked(meaning),
  ])
  return withReference(
    page,
    'settings-reference.ts',
    `## All settings\n\n${table(['Name', 'Default', 'Meaning'], rows)}`,
  )
}

/** Pages are named by their path from the repository's root; this one is in the same folder. */
const linked = (text: string): string => text.replaceAll(/docs\/([\w-]+\.md)/g, '[$1]($1)')

await writeReference(import.meta.url, 'settings.md', settingsReference)
