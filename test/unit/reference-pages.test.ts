/** Pages that scripts write from the code say what the code says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiReference } from '../../scripts/api-reference.js'
import { errorReference } from '../../scripts/error-reference.js'
import { settingsReference } from '../../scripts/settings-reference.js'
import { settings } from '../../src/config/settings.js'
import { createSchemaReader, type Schema } from '../../web/src/reference/schemas.js'
import { values } from '../../web/src/texts/en/reference.js'
import { projectFile } from '../support/project.js'

test.each([
  ['docs/api.md', 'api-reference.ts', apiReference],
  ['docs/errors.md', 'error-reference.ts', errorReference],
  ['docs/settings.md', 'settings-reference.ts', settingsReference],
])('%s is what npx tsx scripts/%s writes', async (name, script, reference) => {
  const page = readFileSync(projectFile(name), 'utf8')
  expect(page).toContain(`written by scripts/${script}`)
  expect(page).toBe(await reference(page))
})

test('what is written by hand stays, every setting has its row, and pages beside it are linked', () => {
  const page = settingsReference('# By hand\n\n<!-- From here on written by scripts/settings-reference.ts -->\n\nold\n')
  expect(page).toMatch(/^# By hand\n/)
  expect(page).not.toContain('old\n')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(Object.keys(settings))
  expect(page).toContain('see [fleet.md](fleet.md)')
})

describe('schemas of the API document', () => {
  const File: Schema = { type: 'string', format: 'binary', description: 'The photo.' }
  const { fieldsOf, valuesOf } = createSchemaReader({ components: { schemas: { File } } }, values)

  test('fields are found in references and in all groups; those of one group only are not required', () => {
    const size: Schema = { type: 'string', enum: ['small', 'large'] }
    const body: Schema = {
      allOf: [
        { properties: { size }, required: ['size'] },
        {
          oneOf: [
            { properties: { file: { $ref: '#/components/schemas/File' }, url: false }, required: ['file'] },
            { properties: { url: { type: 'string' }, file: false }, required: ['url'] },
          ],
        },
      ],
    }
    expect(fieldsOf(body)).toEqual([
      { name: 'size', required: true, schema: size },
      { name: 'file', required: false, schema: File },
      { name: 'url', required: false, schema: { type: 'string' } },
    ])
  })

  test.each<[Schema, string]>([
    [{ $ref: '#/components/schemas/File' }, 'a file'],
    [{ type: 'string', enum: ['png', 'jpg'] }, '`png`, `jpg`'],
    [{ type: 'string', enum: Array.from({ length: 53 }, (_, i) => `s${i}`) }, '`s0`, `s1`, `s2`, `s3` and 49 more'],
    [{ anyOf: [{ type: 'string', enum: ['a4'] }, { type: 'string' }] }, '`a4`'],
    [{ type: 'integer', minimum: 10, maximum: 200 }, 'a number from 10 to 200'],
    [{ type: 'string', maxLength: 500 }, 'text, at most 500 characters'],
  ])('%j is %s', (schema, words) => {
    expect(valuesOf(schema)).toBe(words)
  })
})
