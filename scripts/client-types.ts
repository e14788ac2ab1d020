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

type Operations = Record<string, { readonly responses: Record<string, object> }>
type Document = { readonly paths: Record<string, Operations> }

const mapped = <T, U>(values: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** The client calls no alias, and throws refusals as errors: both would only repeat what is there. */
function withoutRepetitions({ paths: { '/v1.0/removebg': _alias, ...paths }, ...rest }: Document): Document {
  const answered = (responses: Record<string, object>): Record<string, object> =>
    Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400))
  const short = mapped(paths, (operations) =>
    mapped(operations, (operation) => ({ ...operation, responses: answered(operation.responses) })),
  )
  return { ...rest, paths: short }
}

export async function clientTypes(): Promise<string> {
  const document = withoutRepetitions((await apiDocument()) as Document)
  const nodes = await openapiTS(JSON.stringify(document), {
    immutable: true,
    transform: ({ format }: SchemaObject) => (format === 'binary' ? BLOB : undefined),
  })
  return HEAD + astToString(nodes)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CLIENT_TYPES, await clientTypes())
