/** The public API as strangers use it: with our client, and with requests as they might write them themselves. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { Silhouette } from '../../src/client/index.js'
import { samplePhoto } from '../support/project.js'

export const clientOf = ({ baseUrl }: { baseUrl: string }, key: string): Silhouette =>
  new Silhouette({ server: baseUrl, key })

export type Fields = Record<string, string | Blob>

export function form(fields: Fields): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'photo')
  }
  return data
}

export interface RemoveOptions {
  key?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

export function remove(
  baseUrl: string,
  body: FormData | URLSearchParams | string,
  options: RemoveOptions = {},
): Promise<Response> {
  const { key, headers, signal } = options
  return fetch(`${baseUrl}/v1/remove`, {
    method: 'POST',
    body,
    headers: { ...(key && { 'X-Api-Key': key }), ...headers },
    ...(signal && { signal }),
  })
}

export async function errorOf(reply: Response): Promise<{ status: number; code: string; message: string }> {
  const body = (await reply.json()) as { errors: { code: string; message: string } }
  return { status: reply.status, ...body.errors }
}

export async function urlOf(reply: Response): Promise<string> {
  if (reply.status !== 201) throw new Error(`Status ${reply.status}: ${await reply.text()}`)
  const body = (await reply.json()) as { url: string }
  if (Object.keys(body).join() !== 'url') throw new Error(`The answer has other fields than url: ${Object.keys(body)}`)
  return body.url
}

/** The sample photo, small: the networks take the same time for any size, the rest of the test does not. */
export async function photo(width = 640): Promise<Buffer> {
  return sharp(await readFile(samplePhoto))
    .resize({ width })
    .jpeg()
    .toBuffer()
}

export const blob = (bytes: Uint8Array | string): Blob => new Blob([bytes as Uint8Array<ArrayBuffer> | string])

export async function pixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
  ]
  return { data, at, width: info.width, height: info.height, channels: info.channels }
}

export async function download(url: string): Promise<{ reply: Response; bytes: Buffer }> {
  const reply = await fetch(url)
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}
