/** The reference and its search index, from the API document of a server with default settings. */
import { formatNames, styleNames } from '#texts/catalog'
import { idPhotoCatalog } from '../src/catalog/id-photo-formats.js'
import { styleEntries } from '../src/catalog/styles.js'
import { type DocumentOperation, type Route, readDocument } from '../web/src/reference/read-document.js'
import type { ApiDocument } from '../web/src/reference/schemas.js'
import type { SearchEntry } from '../web/src/reference/search.js'
import { searchIndex } from '../web/src/reference/search-index.js'
import { apiDocument } from './api-document.js'

export async function builtReference(): Promise<{ routes: readonly Route[]; index: readonly SearchEntry[] }> {
  const routes = readDocument((await apiDocument()) as ApiDocument<DocumentOperation>)
  const index = searchIndex(routes, {
    styles: styleEntries().map(({ id, name }) => styleNames[id] ?? name),
    'id-photos': idPhotoCatalog().specs.map(({ id, name }) => formatNames[id] ?? name),
  })
  return { routes, index }
}
