/** Writes the reference of routes in docs/api.md from the API document. */

import {
  type DocumentAnswer as Answer,
  isGiven,
  isPhoto,
  type DocumentOperation as Operation,
} from '../web/src/reference/read-document.js'
import { type ApiDocument, createSchemaReader, type Field, withoutDefault } from '../web/src/reference/schemas.js'
import { values } from '../web/src/texts/en/reference.js'
import { apiDocument } from './api-document.js'
import { table, withReference, writeReference } from './reference-page.js'

/** The page with its reference as it should be. */
export async function apiReference(page: string): Promise<string> {
  const document = (await apiDocument()) as ApiDocument<Operation>
  const describe = createWriter(document)
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(`${method.toUpperCase()} ${path}`, operation)),
  )
  return withReference(page, 'api-reference.ts', routes.join('\n\n'))
}

function createWriter(document: ApiDocument<Operation>) {
  const { fieldsOf, valuesOf } = createSchemaReader(document, values)
  /** Routes have most of their refusals, and some their parameters, in common: told once, by whom. */
  const told = new Map<string, string>()
  const once = (route: string, what: string, text: string): string => {
    const first = told.get(text)
    if (first !== undefined) return `${what} are those of \`${first}\`.`
    told.set(text, route)
    return text
  }
  const row = ({ name, required, schema, description }: Field): string[] => {
    const said = withoutDefault(description ?? schema.description ?? '')
    return [
      `\`${name}\`${required ? ', required' : ''}`,
      valuesOf(schema),
      said.default === undefined ? '–' : `\`${said.default}\``,
      said.text,
    ]
  }
  const parametersOf = ({ parameters = [], requestBody }: Operation): string => {
    const outside = parameters.map((parameter) => ({ ...parameter, name: `${parameter.name}\` (${parameter.in}) \`` }))
    const [body] = Object.values(requestBody?.content ?? {})
    const fields = body ? fieldsOf(body.schema) : []
    const rows = [...fields.filter(isPhoto), ...fields.filter((field) => !isPhoto(field)), ...outside].map(row)
    return table(['Parameter', 'Values', 'Default', 'Meaning'], rows).replaceAll(' ``', '')
  }
  const headersOf = ({ headers = {} }: Answer): string =>
    Object.keys(headers)
      .map((name) => `\`${name}\``)
      .join(', ')
  const fieldsIn = ({ content = {} }: Answer): string => {
    const fields = Object.values(content).flatMap(({ schema }) => (schema ? fieldsOf(schema) : []))
    return [...new Set(fields.map(({ name }) => `\`${name}\``))].join(', ')
  }
  const success = (status: string, answer: Answer): string => {
    const types = Object.keys(answer.content ?? {}).map((type) => `\`${type}\``)
    const [fields, headers] = [fieldsIn(answer), headersOf(answer)]
    return [
      `${[`**${status}**`, ...types].join(', ')}. ${answer.description}`,
      ...(fields ? [`Fields: ${fields}.`] : []),
      ...(headers ? [`Headers: ${headers}.`] : []),
    ].join(' ')
  }
  return (route: string, operation: Operation): string => {
    const { summary, description = '', requestBody, responses } = operation
    const answers = Object.entries(responses)
    const [given, refused] = [answers.filter(isGiven), answers.filter((entry) => !isGiven(entry))]
    const encodings = Object.keys(requestBody?.content ?? {}).map((type) => `\`${type}\``)
    const parts = [
      `## ${route}`,
      `${summary}. ${description}`.trim(),
      ...(encodings.length > 0 ? [`Body: ${encodings.join(', ')}.`] : []),
      ...(requestBody || operation.parameters ? [once(route, 'Parameters', parametersOf(operation))] : []),
      ...given.map(([status, answer]) => success(status, answer)),
      ...(refused.length > 0
        ? [
            once(
              route,
              'Errors',
              table(
                ['Status', 'Error'],
                refused.map(([status, { description: text }]) => [status === 'default' ? 'others' : status, text]),
              ),
            ),
          ]
        : []),
    ]
    return parts.join('\n\n')
  }
}

await writeReference(import.meta.url, 'api.md', apiReference)
