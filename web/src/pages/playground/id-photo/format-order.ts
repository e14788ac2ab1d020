/** The order in which formats are offered: those used last, the visitor's countries, international ones, the rest by name. */
import { LOCALE } from '#texts/common'
import type { Spec } from '../../../api/types.js'

interface Visitor {
  /** Ids, the latest first. */
  readonly used: readonly string[]
  /** Those of the browser, the preferred one first. */
  readonly languages: readonly string[]
}

const INTERNATIONAL = ['INT', 'EU']

export function orderFormats(specs: readonly Spec[], { used, languages }: Visitor): readonly Spec[] {
  const { compare } = new Intl.Collator(LOCALE, { numeric: true })
  const ordered = [
    ...used.flatMap((id) => specs.filter((spec) => spec.id === id)),
    ...[...languages.map(countryOf), ...INTERNATIONAL].flatMap((code) =>
      specs.filter(({ country }) => country === code),
    ),
    ...specs.toSorted((a, b) => compare(a.name, b.name)),
  ]
  return [...new Set(ordered)]
}

/** That of the language where it names none: `de-AT` is Austria, `de` Germany. */
const countryOf = (language: string): string | undefined => new Intl.Locale(language).maximize().region
