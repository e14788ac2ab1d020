/** The reference and its search index, from the API document of a server with default settings. */
import { idPhotoCatalog } from '../src/catalog/id-photo-formats.js'
import type { Language } from '../src/catalog/languages.js'
import { styleEntries } from '../src/catalog/styles.js'
import { type DocumentOperation, type Route, readDocument } from '../web/src/reference/read-document.js'
import type { ApiDocument } from '../web/src/reference/schemas.js'
import type { SearchEntry } from '../web/src/reference/search.js'
import { searchIndex } from '../web/src/reference/search-index.js'
import * as germanNames from '../web/src/texts/de/catalog.js'
import * as germanGuide from '../web/src/texts/de/guide.js'
import * as germanWords from '../web/src/texts/de/reference.js'
import * as englishNames from '../web/src/texts/en/catalog.js'
import * as englishGuide from '../web/src/texts/en/guide.js'
import * as englishWords from '../web/src/texts/en/reference.js'
import { apiDocument } from './api-document.js'

export interface Reference {
  readonly routes: readonly Route[]
  readonly index: readonly SearchEntry[]
}

interface Texts {
  readonly words: typeof englishWords
  readonly guide: typeof englishGuide
  readonly names: typeof englishNames
}

/** In every language of the page: they differ in their words, not in the document. */
export async function builtReference(): Promise<Readonly<Record<Language, Reference>>> {
  const document = (await apiDocument()) as ApiDocument<DocumentOperation>
  return {
    en: inWords(document, { words: englishWords, guide: englishGuide, names: englishNames }),
    de: inWords(document, { words: germanWords, guide: germanGuide, names: germanNames }),
  }
}

function inWords(document: ApiDocument<DocumentOperation>, { words, guide, names }: Texts): Reference {
  const routes = readDocument(document, words.values)
  const named = {
    styles: styleEntries().map(({ id, name }) => names.styleNames[id] ?? name),
    'id-photos': idPhotoCatalog().specs.map(({ id, name }) => names.formatNames[id] ?? name),
  }
  return { routes, index: searchIndex(routes, { guide, search: words.search, named }) }
}
