/** The data files in catalog/: each is read and validated once, on first use. */
import { readFileSync } from 'node:fs'

export function readOnce<T>(file: string, parse: (data: unknown) => T): () => T {
  let parsed: T | undefined
  return () => {
    parsed ??= parse(JSON.parse(readFileSync(new URL(`../../catalog/${file}`, import.meta.url), 'utf8')))
    return parsed
  }
}
