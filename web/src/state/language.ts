/** The reader's language: as the browser says, unless chosen here. The server reads the choice and sends that page. */
import { LOCALE } from '#texts/common'
import { isLanguage, LANGUAGE_COOKIE, type Language } from '../../../src/catalog/languages.js'

const YEAR_SECONDS = 31_536_000

export const language = LOCALE as Language

export function chooseLanguage(chosen: string): void {
  if (!isLanguage(chosen) || chosen === language) return
  // biome-ignore lint/suspicious/noDocumentCookie: the alternative, CookieStore, is not in every browser we serve
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  location.reload()
}
