/**
 * The languages of the account page. Each is a folder of `web/src/texts` and a separate build, so that a page loads
 * only its own.
 */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES
export const FIRST_LANGUAGE: Language = 'en'

/** The cookie that holds a reader's choice. */
export const LANGUAGE_COOKIE = 'silhouette_language'

export const isLanguage = (word: string | undefined): word is Language =>
  word !== undefined && Object.hasOwn(LANGUAGES, word)

/** As requested by the header `Accept-Language`: `de-AT, fr;q=0.8`. Regions do not matter; the first of equals wins. */
export function preferredLanguage(header = ''): Language {
  const wanted = header
    .split(',')
    .map((entry) => {
      const [tag = '', ...rest] = entry.split(';').map((part) => part.trim())
      const weight = rest.find((part) => part.startsWith('q='))
      return { language: tag.split('-')[0]!.toLowerCase(), weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => (language === '*' ? FIRST_LANGUAGE : language))
  return wanted.find(isLanguage) ?? FIRST_LANGUAGE
}
