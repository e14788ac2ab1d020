/** The language of the page: by name or, where there is little room, by code. */
import { shell } from '#texts/shell'
import { LANGUAGES } from '../../../src/catalog/languages.js'
import { chooseLanguage, language } from '../state/language.js'

export function LanguageSwitch({ short = false }: { short?: boolean }) {
  return (
    <select
      class="language-switch"
      aria-label={shell.language}
      value={language}
      onChange={(event) => chooseLanguage(event.currentTarget.value)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code} title={name}>
          {short ? code.toUpperCase() : name}
        </option>
      ))}
    </select>
  )
}
