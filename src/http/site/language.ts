/** Which language the page is served in: as chosen there, else as the browser asks. */
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import {
  FIRST_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  preferredLanguage,
} from '../../catalog/languages.js'

/** What answers in several languages vary by. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie'

export function languageOf({ headers }: FastifyRequest): Language {
  const chosen = fastifyCookie.parse(headers.cookie ?? '')[LANGUAGE_COOKIE]
  return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language'])
}

/** The page's file in a language: the first one is at the root, others in folders of their own. */
export const documentIn = (language: Language): string =>
  language === FIRST_LANGUAGE ? 'index.html' : `${language}/index.html`
