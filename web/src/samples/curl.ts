import { KEY, outputOf, type SampleRequest, urlOf } from './request.js'

export function curl(request: SampleRequest): string {
  const { method, files, fields, headers, answer, key, isOpen } = request
  const options = [
    ...(method === 'DELETE' ? ['-X DELETE'] : []),
    ...(isOpen ? [] : [`-H "X-Api-Key: ${key ?? `$${KEY}`}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...Object.entries(files).map(([name, file]) => `-F ${shellQuoted(`${name}=@${curlPath(file)}`)}`),
    ...Object.entries(fields).map(([name, value]) => `${formOption(value)} ${shellQuoted(`${name}=${value}`)}`),
    ...(answer === 'picture' ? [`-f -o ${outputOf(request)}`] : []),
    shellQuoted(urlOf(request)),
  ]
  return `curl ${options.join(' \\\n  ')}`
}

/** `-F` gives some characters a special meaning: a leading @ or <, and everything after a semicolon. */
const formOption = (value: string): string => (/^[\w#]?[\w .,-]*$/.test(value) ? '-F' : '--form-string')

/** In `-F name=@…` a comma or semicolon ends the file name unless it is quoted. */
const curlPath = (name: string): string => (/[,;"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name)

const shellQuoted = (text: string): string => (/^[\w@./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
