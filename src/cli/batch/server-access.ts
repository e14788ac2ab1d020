/** Which server makes the results, if any. */
import { localAddress } from '../../base/addresses.js'
import type { Config } from '../../config/config.js'
import { type Options, optionalText, textOption, UsageError, type Values } from '../command.js'

export interface ServerAccess {
  readonly server: string
  readonly key: string
}

export const SERVER_OPTIONS: Options = {
  server: textOption('URL', 'Have a server make the results, for credits; default: SILHOUETTE_URL'),
  key: textOption('K', 'API key for it; better in SILHOUETTE_KEY, where other users cannot see it'),
}

/** Of commands that are about a server, and not about photos. */
export const ANY_SERVER_OPTIONS: Options = {
  server: textOption('URL', 'The server; default: SILHOUETTE_URL, else the one on this machine'),
  key: SERVER_OPTIONS.key!,
}

/** Without any, the server of this machine's settings. */
export function anyServerAccessIn(values: Values, config: Config): ServerAccess {
  const { host, port } = config.server
  const server = optionalText(values, 'server') ?? config.remote?.server ?? localAddress(host, port)
  return serverAccessIn({ ...values, server }, config)!
}

/** Undefined: this machine makes them. */
export function serverAccessIn(values: Values, { remote }: Pick<Config, 'remote'>): ServerAccess | undefined {
  const server = optionalText(values, 'server') ?? remote?.server
  if (server === undefined) {
    if (optionalText(values, 'key') !== undefined) throw new UsageError('--key needs --server URL')
    return undefined
  }
  if (!/^https?:\/\/[^/]/i.test(server) || !URL.canParse(server)) {
    throw new UsageError(
      `--server must be an http or https address, such as https://photos.example.com; got '${server}'`,
    )
  }
  const key = optionalText(values, 'key') ?? remote?.key
  if (key === undefined) {
    const named = optionalText(values, 'server') ? '--server' : `The server of SILHOUETTE_URL, ${server},`
    throw new UsageError(`${named} needs an API key: set SILHOUETTE_KEY, or give --key K`)
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key for --server has characters that no key has')
  return { server, key }
}
