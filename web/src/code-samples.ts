/** The exact calls for what was done here, in the words of curl, Node and Python. The key is never written out. */

export type Operation = 'remove' | 'id-photo' | 'portrait-style'

export interface Call {
  readonly origin: string
  readonly operation: Operation
  /** Of the photo. */
  readonly fileName: string
  /** Besides the photo, in the order in which they are to be read. */
  readonly fields: Readonly<Record<string, string>>
}

export interface CodeSample {
  readonly language: 'curl' | 'Node' | 'Python'
  readonly code: string
}

const KEY = 'SILHOUETTE_API_KEY'

export const codeSamples = (call: Call): readonly CodeSample[] => [
  { language: 'curl', code: curl(call) },
  { language: 'Node', code: node(call) },
  { language: 'Python', code: python(call) },
]

/** For somebody who has no key yet. */
export const quickStart = (origin: string): string =>
  [
    `export ${KEY}=sk_…`,
    '',
    curl({ origin, operation: 'remove', fileName: 'photo.jpg', fields: { size: 'preview' } }),
  ].join('\n')

const addressOf = ({ origin, operation }: Call): string => `${origin}/v1/${operation}`

function curl(call: Call): string {
  return [
    `curl -H "X-Api-Key: $${KEY}"`,
    `-F ${inShell(`image_file=@${curlPath(call.fileName)}`)}`,
    ...Object.entries(call.fields).map(([name, value]) => `${formOption(value)} ${inShell(`${name}=${value}`)}`),
    addressOf(call),
  ].join(' \\\n  ')
}

/** In `-F` some signs have a meaning of their own: a leading @ or <, and what follows a semicolon. */
const formOption = (value: string): string => (/^[\w#]?[\w .,-]*$/.test(value) ? '-F' : '--form-string')

/** Inside `-F name=@…` a comma or semicolon ends the file name, unless it is quoted. */
const curlPath = (name: string): string => (/[,;"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name)

const inShell = (text: string): string => (/^[\w@./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

function node(call: Call): string {
  const fields = Object.entries(call.fields).map(([name, value]) => `form.append('${name}', ${inScript(value)})`)
  return `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('image_file', await openAsBlob(${inScript(call.fileName)}))
${fields.map((line) => `${line}\n`).join('')}
const reply = await fetch('${addressOf(call)}', {
  method: 'POST',
  headers: { 'X-Api-Key': process.env.${KEY} },
  body: form,
})
const answer = await reply.json()
if (!reply.ok) throw new Error(answer.errors.message)
console.log(answer.url)`
}

const inScript = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`

function python(call: Call): string {
  const fields = Object.entries(call.fields).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`)
  return `import os
import requests

reply = requests.post(
    "${addressOf(call)}",
    headers={"X-Api-Key": os.environ["${KEY}"]},
    files={"image_file": open(${JSON.stringify(call.fileName)}, "rb")},
    data={
${fields.join('\n')}
    },
    timeout=120,
)
answer = reply.json()
if not reply.ok:
    raise RuntimeError(answer["errors"]["message"])
print(answer["url"])`
}
