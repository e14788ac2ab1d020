import { KEY, outputOf, type SampleRequest, urlOf } from './request.js'

export function php(request: SampleRequest): string {
  const { method, files, fields, headers, answer, key, isOpen } = request
  const given = [
    ...(isOpen ? [] : [key === undefined ? `'X-Api-Key: ' . getenv('${KEY}')` : text(`X-Api-Key: ${key}`)]),
    ...Object.entries(headers).map(([name, value]) => text(`${name}: ${value}`)),
  ]
  const body = [
    ...Object.entries(files).map(([name, file]) => `        '${name}' => new CURLFile(${text(file)}),`),
    ...Object.entries(fields).map(([name, value]) => `        '${name}' => ${text(value)},`),
  ]
  return [
    '<?php',
    `$call = curl_init(${text(urlOf(request))});`,
    'curl_setopt_array($call, [',
    ...(given.length > 0 ? [`    CURLOPT_HTTPHEADER => [${given.join(', ')}],`] : []),
    ...(method === 'DELETE' ? ["    CURLOPT_CUSTOMREQUEST => 'DELETE',"] : []),
    ...(method === 'POST' ? ['    CURLOPT_POSTFIELDS => [', ...body, '    ],'] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 120,',
    ']);',
    '$answer = curl_exec($call);',
    'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 400) {',
    '    throw new RuntimeException($answer);',
    '}',
    ending(request, answer),
  ].join('\n')
}

function ending(request: SampleRequest, answer: SampleRequest['answer']): string {
  if (answer === 'picture') return `file_put_contents('${outputOf(request)}', $answer);`
  return answer === 'url' ? 'echo json_decode($answer)->url, PHP_EOL;' : 'print_r(json_decode($answer));'
}

const text = (value: string): string => `'${value.replaceAll(/['\\]/g, '\\$&')}'`
