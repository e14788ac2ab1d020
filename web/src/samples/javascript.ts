/** With nothing but Node, and with our own client. */
import { KEY, outputOf, type SampleRequest, urlOf } from './request.js'

export function node(request: SampleRequest): string {
  const { method, files, fields, headers, answer, key, isOpen } = request
  const names = Object.keys(files)
  const sendsForm = method === 'POST'
  const given = [
    ...(isOpen ? [] : [`'X-Api-Key': ${key === undefined ? `process.env.${KEY}` : text(key)}`]),
    ...Object.entries(headers).map(([name, value]) => `${text(name)}: ${text(value)}`),
  ]
  const form = [
    'const form = new FormData()',
    ...names.map((name) => `form.append('${name}', await openAsBlob(${text(files[name]!)}))`),
    ...Object.entries(fields).map(([name, value]) => `form.append('${name}', ${text(value)})`),
    '',
  ]
  return lines([
    ...(names.length > 0 ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(answer === 'picture' ? ["import { writeFile } from 'node:fs/promises'"] : []),
    ...(names.length > 0 || answer === 'picture' ? [''] : []),
    ...(sendsForm ? form : []),
    `const reply = await fetch(${text(urlOf(request))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(given.length > 0 ? [`  headers: { ${given.join(', ')} },`] : []),
    ...(sendsForm ? ['  body: form,'] : []),
    '})',
    ...(answer === 'picture'
      ? [
          'if (!reply.ok) throw new Error(await reply.text())',
          `await writeFile('${outputOf(request)}', Buffer.from(await reply.arrayBuffer()))`,
        ]
      : [
          'const answer = await reply.json()',
          'if (!reply.ok) throw new Error(JSON.stringify(answer.errors))',
          `console.log(${answer === 'url' ? 'answer.url' : 'answer'})`,
        ]),
  ])
}

export function client(request: SampleRequest): string | undefined {
  const { origin, files, fields, headers, answer, client: call, key, method } = request
  if (!call) return undefined
  const fromNode = [
    ...(Object.keys(files).length > 0 ? ['readFile'] : []),
    ...(answer === 'picture' ? ['writeFile'] : []),
  ]
  const parameters = [
    ...Object.entries(files).map(([name, file]) => `  ${name}: await readFile(${text(file)}),`),
    ...Object.entries(fields).map(([name, value]) => `  ${name}: ${text(value)},`),
  ]
  const repeating = headers['Idempotency-Key']
  const options = repeating === undefined ? '' : `, { idempotencyKey: ${text(repeating)} }`
  const plain = `await silhouette.${call.method}(${given(call.given)})`
  return lines([
    ...(fromNode.length > 0 ? [`import { ${fromNode.join(', ')} } from 'node:fs/promises'`] : []),
    "import { Silhouette } from '@silhouette-image/client' // in Silhouette’s repository: clients/typescript",
    '',
    'const silhouette = new Silhouette({',
    `  server: ${text(origin)},`,
    `  key: ${key === undefined ? `process.env.${KEY}` : text(key)},`,
    '})',
    ...(method !== 'POST'
      ? [method === 'GET' ? `console.log(${plain})` : plain]
      : [
          `const result = await silhouette.${call.method}({`,
          ...parameters,
          `}${options})`,
          answer === 'picture'
            ? `await writeFile('${outputOf(request)}', Buffer.from(await result.picture.arrayBuffer()))`
            : 'console.log(result.url)',
        ]),
  ])
}

/** Numbers as such: the client has types for them. */
function given(value: string | Readonly<Record<string, string>> = {}): string {
  if (typeof value === 'string') return text(value)
  const named = Object.entries(value).map(([name, it]) => `${name}: ${/^\d+$/.test(it) ? it : text(it)}`)
  return named.length === 0 ? '' : `{ ${named.join(', ')} }`
}

const lines = (parts: readonly string[]): string => parts.join('\n')

const text = (value: string): string => `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
