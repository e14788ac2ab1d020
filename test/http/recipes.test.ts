/** The step of n8n and Make in docs/recipes.md, sent as its table says it: those programs themselves are not run. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { multipart, PHOTO, useApp } from './app.js'

const app = useApp()
const [, section = ''] = readFileSync(projectFile('docs/recipes.md'), 'utf8').split('## n8n and Make\n')

/** What is to be typed in a row of the table: 1 is n8n's column, 2 that of Make. */
const typed = (row: string, column: 1 | 2): string[] => {
  const line = section.split('\n').find((it) => it.startsWith(`| ${row} |`)) ?? ''
  return [...(line.split('|')[column + 1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
}

test.each([
  ['n8n', 1],
  ['Make', 2],
] as const)('%s: address, method, key and fields are those of the API', async (_, column) => {
  const { key } = await app.caller()
  const [url] = typed('Address', 1) // Make's is the same
  const [method] = typed('Method', column)
  const [header] = typed('Key', column)
  const [photo] = typed('Photo', column)
  const [name, value] = typed('Parameters', column)
  const { headers, payload } = multipart({ [photo!]: PHOTO, [name!]: value! })
  const answer = await app.inject({
    method: method as 'POST',
    url: new URL(url!).pathname,
    headers: { ...headers, [header!]: key },
    payload,
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.headers['x-credits-charged']).toBe('1')
})
