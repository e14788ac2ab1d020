/** `jobs create`: addresses are handed over, and the server is asked later what became of them. */
import { readFileSync } from 'node:fs'
import { JOB_OPERATIONS, type JobOperation } from '../../catalog/job-operations.js'
import type { JobParameters } from '../../client/index.js'
import { oneOf } from '../../parameters/words.js'
import { STANDARD } from '../batch/destination.js'
import { ANY_SERVER_OPTIONS } from '../batch/server-access.js'
import {
  answer,
  type Command,
  jsonOption,
  optionalText,
  print,
  textOption,
  textsOf,
  UsageError,
  type Values,
} from '../command.js'
import { withServer } from './server.js'

const OPERATIONS = Object.keys(JOB_OPERATIONS) as JobOperation[]

export const createCommand: Command = {
  name: 'jobs create',
  group: 'Photos',
  summary: 'Hand over addresses of photos to a server; prints the id of the job',
  about:
    `OPERATION is ${OPERATIONS.join(', ')}. The server downloads each URL, up to 1,000, and processes it behind ` +
    'requests that somebody waits for; each finished photo is charged once. docs/jobs.md says more.',
  options: {
    urls: textOption('FILE', 'Addresses, one per line, instead of URL; - for standard input'),
    param: textOption('NAME=VALUE', 'A parameter of the operation, such as size=full; may be repeated', {
      multiple: true,
    }),
    ...ANY_SERVER_OPTIONS,
    ...jsonOption,
  },
  operand: { name: 'words', label: 'OPERATION URL', many: true, choices: OPERATIONS },
  examples: [
    'jobs create remove https://shop.example/1.jpg --param size=full',
    'jobs create remove --urls photos.txt --param preset=amazon',
  ],
  run: withServer(async (client, values) => {
    const [operation, ...named] = textsOf(values, 'words')
    if (operation === undefined) throw new UsageError(`The operation is missing: ${OPERATIONS.join(', ')}`)
    const wanted = { ...parametersIn(values), image_urls: addressesIn(values, named) }
    // The server checks the parameters, in its own words.
    const parameters = wanted as unknown as JobParameters<JobOperation>
    const { replayed: _replayed, ...job } = await client.jobs.create(
      oneOf(OPERATIONS).read(operation, 'OPERATION'),
      parameters,
    )
    answer(values, job, () => print(job.id))
  }),
}

function parametersIn(values: Values): Record<string, string> {
  const pairs = textsOf(values, 'param').map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === undefined) throw new UsageError(`--param must be NAME=VALUE, such as size=full; got '${text}'`)
    return [name, value]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

function addressesIn(values: Values, named: readonly string[]): readonly string[] {
  const file = optionalText(values, 'urls')
  if (file !== undefined && named.length > 0) throw new UsageError('Give either URLs or --urls FILE')
  const addresses = file === undefined ? named : linesIn(file)
  if (addresses.length === 0) throw new UsageError('The addresses are missing: name URLs, or a file of them by --urls')
  return addresses
}

function linesIn(file: string): string[] {
  try {
    const text = readFileSync(file === STANDARD ? 0 : file, 'utf8')
    return text.split('\n').flatMap((line) => line.trim() || [])
  } catch {
    throw new UsageError(`--urls ${file} cannot be read`)
  }
}
