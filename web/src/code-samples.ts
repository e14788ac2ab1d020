/** Calls as code, in several languages. A key is written out only where the caller gives one. */
import { curl } from './samples/curl.js'
import { client, node } from './samples/javascript.js'
import { php } from './samples/php.js'
import { python } from './samples/python.js'
import { KEY, type SampleRequest } from './samples/request.js'

export type Operation = 'remove' | 'id-photo' | 'portrait-style'

export interface Call {
  readonly origin: string
  readonly operation: Operation
  /** The photo's. */
  readonly fileName: string
  /** All fields but the photo, in the order to show them. */
  readonly fields: Readonly<Record<string, string>>
}

const writers = { curl, TypeScript: client, Node: node, Python: python, PHP: php }

export interface CodeSample {
  readonly language: keyof typeof writers
  readonly code: string
}

export const requestSamples = (request: SampleRequest): readonly CodeSample[] =>
  (Object.keys(writers) as CodeSample['language'][]).flatMap((language) => {
    const code = writers[language](request)
    return code === undefined ? [] : [{ language, code }]
  })

const CLIENT_METHODS: Readonly<Record<Operation, string>> = {
  remove: 'remove',
  'id-photo': 'idPhoto',
  'portrait-style': 'portraitStyle',
}

export const codeSamples = ({ origin, operation, fileName, fields }: Call): readonly CodeSample[] =>
  requestSamples({
    method: 'POST',
    origin,
    path: `/v1/${operation}`,
    files: { image_file: fileName },
    fields,
    headers: {},
    answer: 'url',
    client: { method: CLIENT_METHODS[operation] },
  })

/** For readers who have no key yet. */
export const quickStart = (origin: string): string =>
  [
    `export ${KEY}=sk_…`,
    '',
    codeSamples({ origin, operation: 'remove', fileName: 'photo.jpg', fields: { size: 'preview' } })[0]!.code,
  ].join('\n')
