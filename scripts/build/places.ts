/** Where things are, as seen from the root of the repository. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What the build remembers. In dist, so that it goes where dist goes. */
export const NOTES = 'dist/.made'
/** What the page shows of the API document, in every language. */
export const REFERENCE = `${NOTES}/reference.json`
export const PAGE = 'dist/web/index.html'

/** The file itself, or all files in the folder. */
export function filesIn(name: string, root = ROOT): string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return [name]
  return readdirSync(path.join(root, name)).flatMap((entry) => filesIn(`${name}/${entry}`, root))
}
