/** Gives the page what is drawn from the API document when it is built: the reference, and what its search finds. */
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import type { Plugin } from 'vite'

interface Built {
  readonly routes: unknown
  readonly index: unknown
}

const ROUTES = '\0virtual:api-routes'
const INDEX = '\0virtual:search-index'

export function apiReference(): Plugin {
  let built: Promise<Built> | undefined
  return {
    name: 'api-reference',
    resolveId: (id) => ([ROUTES, INDEX].includes(`\0${id}`) ? `\0${id}` : undefined),
    load: async (id) => {
      if (id !== ROUTES && id !== INDEX) return undefined
      built ??= build()
      const { routes, index } = await built
      return `export default ${JSON.stringify(id === ROUTES ? routes : index)}`
    },
  }
}

/** Through tsx: the document is put together by the server's own sources. */
async function build(): Promise<Built> {
  const file = fileURLToPath(new URL('../scripts/built-reference.ts', import.meta.url))
  const { builtReference } = (await tsImport(file, import.meta.url)) as { builtReference: () => Promise<Built> }
  return builtReference()
}
