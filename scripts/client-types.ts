/**
 * The types of the TypeScript client, drawn from the API document: `npx tsx scripts/client-types.ts` writes them after a
 * change to the API; a test fails while they are stale.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript'
import ts from 'typescript'
import { apiDocument } from './api-document.js'

export const CLIENT_TYPES = fileURLToPath(new URL('../src/client/api-types.ts', import.meta.url))

const HEAD = '/** Drawn from the API document by scripts/client-types.ts; do not edit. */\n\n'

const BLOB = ts.factory.createTypeReferenceNode('Blob')

export async function clientTypes(): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(await apiDocument()), {
    immutable: true,
    transform: ({ format }: SchemaObject) => (format === 'binary' ? BLOB : undefined),
  })
  return HEAD + astToString(nodes)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CLIENT_TYPES, await clientTypes())
