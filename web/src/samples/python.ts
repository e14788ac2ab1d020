import { KEY, outputOf, type SampleRequest, urlOf } from './request.js'

export function python(request: SampleRequest): string {
  const { method, files, fields, headers, answer, key, isOpen } = request
  const given = [
    ...(isOpen ? [] : [`"X-Api-Key": ${key === undefined ? `os.environ["${KEY}"]` : text(key)}`]),
    ...Object.entries(headers).map(([name, value]) => `${text(name)}: ${text(value)}`),
  ]
  const opened = Object.entries(files).map(([name, file]) => `"${name}": open(${text(file)}, "rb")`)
  const data = Object.entries(fields).map(([name, value]) => `        "${name}": ${text(value)},`)
  return [
    ...(key === undefined && !isOpen ? ['import os'] : []),
    'import requests',
    '',
    `reply = requests.${method.toLowerCase()}(`,
    `    ${text(urlOf(request))},`,
    ...(given.length > 0 ? [`    headers={${given.join(', ')}},`] : []),
    ...(opened.length > 0 ? [`    files={${opened.join(', ')}},`] : []),
    ...(data.length > 0 ? ['    data={', ...data, '    },'] : []),
    '    timeout=120,',
    ')',
    'if not reply.ok:',
    '    raise RuntimeError(reply.text)',
    ...(answer === 'picture'
      ? [`open("${outputOf(request)}", "wb").write(reply.content)`]
      : [`print(reply.json()${answer === 'url' ? '["url"]' : ''})`]),
  ].join('\n')
}

const text = (value: string): string => JSON.stringify(value)
