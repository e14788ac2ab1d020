/** The call behind a result as curl, Node and Python code. The key is never written out. */

export type Operation = 'remove' | 'id-photo' | 'portrait-style'

export interface Call {
  readonly origin: string
  readonly operation: Operation
  /** The photo's. */
  readonly fileName: string
  /** All fields but the photo, in the order to show them. */
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

/** For readers who have no key yet. */
export const quickStart = (origin: string): string =>
  [
    `export ${KEY}=sk_…`,
    '',
    curl({ origin, operation: 'remove', fileName: 'photo.jpg', fields: { size: 'preview' } }),
  ].join('\n')

const urlOf = ({ origin, operation }: Call): string => `${origin}/v1/${operation}`

function curl(call: Call): string {
  return [
    `curl -H "X-Api-Key: $${KEY}"`,
    `-F ${shellQuoted(`image_file=@${curlPath(call.fileName)}`)}`,
    ...Object.entries(call.fields).map(([name, value]) => `${formOption(value)} ${shellQuoted(`${name}=${value}`)}`),
    urlOf(call),
  ].join(' \\\n  ')
}

/** `-F` gives some characters a special meaning: a leading @ or <, and everything after a semicolon. */
const formOption = (value: string): string => (/^[\w#]?[\w .,-]*$/.test(value) ? '-F' : '--form-string')

/** In `-F name=@…` a comma or semicolon ends the file name unless it is quoted. */
const curlPath = (name: string): string => (/[,;"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name)

const shellQuoted = (text: string): string => (/^[\w@./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

function node(call: Call): string {
  const fields = Object.entries(call.fields).map(([name, value]) => `form.append('${name}', ${jsString(value)})`)
  return `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('image_file', await openAsBlob(${jsString(call.fileName)}))
${fields.map((line) => `${line}\n`).join('')}
const reply = await fetch('${urlOf(call)}', {
  method: 'POST',
  headers: { 'X-Api-Key': process.env.${KEY} },
  body: form,
})
const answer = await reply.json()
if (!reply.ok) throw new Error(answer.errors.message)
console.log(answer.url)`
}

const jsString = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`

function python(call: Call): string {
  const fields = Object.entries(call.fields).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`)
  return `import os
import requests

reply = requests.post(
    "${urlOf(call)}",
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
