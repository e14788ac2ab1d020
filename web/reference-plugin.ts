/** Gives the page what is drawn from the API document when it is built: the reference, and what its search finds. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

interface Built {
  readonly routes: unknown
  readonly index: unknown
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCRIPT = fileURLToPath(new URL('../scripts/print-reference.ts', import.meta.url))
const ROUTES = '\0virtual:api-routes'
const INDEX = '\0virtual:search-index'

export function apiReference(conditions: readonly string[]): Plugin {
  let built: Promise<Built> | undefined
  return {
    name: 'api-reference',
    resolveId: (id) => ([ROUTES, INDEX].includes(`\0${id}`) ? `\0${id}` : undefined),
    load: async (id) => {
      if (id !== ROUTES && id !== INDEX) return undefined
      built ??= build(conditions)
      const { routes, index } = await built
      return `export default ${JSON.stringify(id === ROUTES ? routes : index)}`
    },
  }
}

/** By a process of its own: the document is put together by the server's own sources, in the words of that language. */
async function build(conditions: readonly string[]): Promise<Built> {
  const flags = conditions.map((condition) => `--conditions=${condition}`)
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--import', 'tsx', SCRIPT], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as Built
}
