/**
 * A browser that opens an address that leads nowhere gets the site's own page for that, still as a 404. Programs, and the
 * pictures and scripts of pages, do not ask for HTML and get the error as data.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { FIRST_LANGUAGE, isLanguage, LANGUAGES, type Language } from '../../catalog/languages.js'
import type { ShowError } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { documentIn, LANGUAGE_HEADERS, languageOf } from './language.js'
import { pageHeaders } from './security-headers.js'

export function notFoundPage(parts: Pick<HttpParts, 'addresses' | 'builtPages'>): ShowError | undefined {
  const pages = new Map<Language, Buffer>()
  for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
    const file = path.join(parts.builtPages, documentIn(language))
    if (existsSync(file)) pages.set(language, readFileSync(file))
  }
  const first = pages.get(FIRST_LANGUAGE)
  if (!first) return undefined
  return ({ kind }, request, reply) => {
    if (kind !== 'not_found') return false
    reply.header('Vary', 'Accept')
    if (!wantsPage(request)) return false
    reply
      .header('Vary', `Accept, ${LANGUAGE_HEADERS}`)
      .code(404)
      .headers({ ...pageHeaders(parts), 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(pages.get(languageOf(request)) ?? first)
    return true
  }
}

const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
