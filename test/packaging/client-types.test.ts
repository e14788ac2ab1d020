import { readFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { apiDocument } from '../../scripts/api-document.js'
import { CLIENT_TYPES, clientTypes } from '../../scripts/client-types.js'

test('the types of the client are those of the API document; npx tsx scripts/client-types.ts writes them', async () => {
  expect((await clientTypes()) === (await readFile(CLIENT_TYPES, 'utf8'))).toBe(true)
})

test('others who generate types get the same: closed sets of values, and nothing demanded that has a default', async () => {
  const types = astToString(await openapiTS(JSON.stringify(await apiDocument())))
  expect(types).toContain('size?: "preview" | "full" | "auto";')
  expect(types).toContain('channels?: "rgba" | "alpha";')
  expect(types).not.toMatch(/^\s*(size|format|crop|strength|preview): (?!string;)/m)
  expect(types).toContain('"Retry-After"?: number;')
})
