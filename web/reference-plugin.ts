/** Gives the page what `npm run build` drew from the API document: the reference, and what its search finds. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { REFERENCE, ROOT } from '../scripts/build/places.js'
import type { Language } from '../src/catalog/languages.js'

type Built = Record<Language, { readonly routes: unknown; readonly index: unknown }>

const ROUTES = '\0virtual:api-routes'
const INDEX = '\0virtual:search-index'

export function apiReference(language: Language): Plugin {
  return {
    name: 'api-reference',
    resolveId: (id) => ([ROUTES, INDEX].includes(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => {
      if (id !== ROUTES && id !== INDEX) return undefined
      const built = JSON.parse(readFileSync(path.join(ROOT, REFERENCE), 'utf8')) as Built
      const { routes, index } = built[language]
      return `export default ${JSON.stringify(id === ROUTES ? routes : index)}`
    },
  }
}
