/** Pages of the reference: written by hand down to a mark, below it by a script. Tests compare pages and scripts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The page as it should be; what is above the mark is kept. */
export function withReference(page: string, script: string, reference: string): string {
  const mark = `<!-- From here on written by scripts/${script} -->`
  const [introduction = ''] = page.split(mark)
  return `${introduction}${mark}\n\n${reference}\n`
}

/** Writes the page, where the script at this address is the one that was called. */
export async function writeReference(
  scriptUrl: string,
  pageName: string,
  reference: (page: string) => string | Promise<string>,
): Promise<void> {
  if (process.argv[1] !== fileURLToPath(scriptUrl)) return
  const file = new URL(`../docs/${pageName}`, import.meta.url)
  writeFileSync(file, await reference(readFileSync(file, 'utf8')))
}

/** A cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
    .replaceAll('| --- ', '|---')
    .replaceAll('|--- |', '|---|')
