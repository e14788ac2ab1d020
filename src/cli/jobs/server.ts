/** The server whose jobs a command is about. What it refuses is told in a sentence. */
import { AppError } from '../../base/errors.js'
import { Silhouette, SilhouetteError } from '../../client/index.js'
import type { Config } from '../../config/config.js'
import { anyServerAccessIn } from '../batch/server-access.js'
import { type Command, optionalText, UsageError, type Values } from '../command.js'

type Run = (client: Silhouette, values: Values) => Promise<void>

export const withServer =
  (run: Run): Command['run'] =>
  async (values: Values, config: Config) => {
    const client = new Silhouette(anyServerAccessIn(values, config))
    try {
      await run(client, values)
    } catch (error) {
      throw error instanceof SilhouetteError ? inWords(error, client.server) : error
    }
  }

export const ID_OPERAND = { name: 'id', label: 'ID' } as const

export function idIn(values: Values): string {
  const id = optionalText(values, ID_OPERAND.name)
  if (id === undefined) throw new UsageError('The id of the job is missing; silhouette jobs lists them')
  return id
}

function inWords({ status, message, cause }: SilhouetteError, server: string): Error {
  switch (status) {
    case 400:
      return new UsageError(message)
    case 401:
    case 403:
      return new AppError('forbidden', `${server} does not accept the API key. ${message}`, { cause })
    case 404:
      return new AppError('not_found', `${server} has no such job: it may have expired. silhouette jobs lists yours`)
    case 0:
      return new AppError('internal', `${message}: is it running, and is the address right?`, { cause })
    default:
      return new AppError('internal', message, { cause })
  }
}
