/** The Compose files, compared with the schema of the Compose specification. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { kitIsInstalled, kitPackages } from '../support/kit.js'
import { projectFile } from '../support/project.js'

interface Compose {
  readonly services: Readonly<Record<string, { readonly depends_on?: object; readonly volumes?: readonly string[] }>>
  readonly volumes: object
}
const compose = (name: string): Compose =>
  parse(readFileSync(projectFile(`deploy/${name}`), 'utf8'), { merge: true }) as Compose

function schemaErrors(document: object): string[] {
  const file = path.join(kitPackages, 'dclint/schemas/compose.schema.json')
  // It names its draft in a way that validators do not know.
  const { $schema: _draft, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe.each(['compose.yaml', 'compose.fleet.yaml'])('%s', (name) => {
  test.skipIf(!kitIsInstalled)('is what Compose understands', () => {
    const document = compose(name)
    expect(schemaErrors(document)).toEqual([])
    const [[service, definition]] = Object.entries(document.services) as [[string, object]]
    const misspelt = { ...document, services: { [service]: { ...definition, readonly: true } } }
    expect(schemaErrors(misspelt)).toEqual([`/services/${service} must NOT have additional properties`])
  })

  test('names services and volumes that it has', () => {
    const { services, volumes } = compose(name)
    const wanted = Object.values(services).flatMap(({ depends_on: needed = [] }) =>
      Array.isArray(needed) ? needed : Object.keys(needed),
    )
    expect(wanted.filter((it) => !(it in services))).toEqual([])
    const mounted = Object.values(services).flatMap(({ volumes: some = [] }) => some.map((it) => it.split(':')[0]!))
    expect(mounted.filter((it) => !it.startsWith('.') && !(it in volumes))).toEqual([])
  })
})
