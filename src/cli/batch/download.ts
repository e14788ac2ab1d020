/**
 * Photos from the web: downloaded one by one, just before they are needed, by the downloader of the API with its limits
 * on size, time and redirects. The host that the user names may be anywhere, this machine and its network included; a
 * redirect leads to the public internet only, as in the API.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '../../config/config.js'
import type { Producer } from './producer.js'
import { isWebAddress } from './web-address.js'

const TIMEOUT_MS = 60_000
const MAX_REDIRECTS = 5

export function withDownloads(
  producer: Producer,
  { limits, fetchAllow }: Pick<Config, 'limits' | 'fetchAllow'>,
): Producer {
  const download = async (address: string, file: string, signal: AbortSignal): Promise<void> => {
    const { createSafeFetch } = await import('../../service/images/safe-fetch.js')
    const allow = [...fetchAllow, ...hostIn(address)]
    const fetch = createSafeFetch({
      allow,
      maxBytes: limits.uploadBytes,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: MAX_REDIRECTS,
    })
    await fetch.download(address, { path: file, parameter: 'the photo' }, signal)
  }
  return {
    ...producer,
    ready: async (photos) => {
      const produce = await producer.ready(photos)
      return (
        produce &&
        (async (files, signal) => {
          if (!isWebAddress(files.input)) return produce(files, signal)
          const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-'))
          try {
            const input = path.join(folder, 'photo')
            await download(files.input, input, signal)
            return await produce({ ...files, input }, signal)
          } finally {
            await rm(folder, { recursive: true, force: true })
          }
        })
      )
    },
  }
}

/** `host:port`, as the downloader wants it. */
function hostIn(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { hostname, port, protocol } = new URL(address)
  return [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`]
}
