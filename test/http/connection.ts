/** A client on a bare socket: it can stop half-way, go away, and look at what came while it was still sending. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Body, eventually, multipart, PHOTO } from './app.js'

export class Connection {
  received = ''

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1')
    })
    socket.on('error', () => {}) // a server may close while we still send
  }

  static async open(base: URL): Promise<Connection> {
    const socket = connect(Number(base.port), base.hostname)
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    return new Connection(socket)
  }

  /** Resolves when it has been handed to the operating system. */
  send(data: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.socket.write(data, () => resolve()))
  }

  /** POST up to its body. */
  head(headers: Record<string, string | number>, path = '/v1/remove'): Promise<void> {
    const lines = Object.entries({ Host: 'silhouette', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    return this.send(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }

  async post(key: string, body: Body = multipart({ image_file: PHOTO }), path?: string): Promise<void> {
    await this.head({ 'X-Api-Key': key, ...body.headers, 'Content-Length': body.payload.length }, path)
    await this.send(body.payload)
  }

  leave(): void {
    this.socket.destroy()
  }

  /** Status of the answer number `count`, once its headers are there. */
  async status(count = 1): Promise<number> {
    const answer = await eventually(() => {
      const found = [...this.received.matchAll(/HTTP\/1\.1 (\d+) .*?\r\n\r\n/gs)][count - 1]
      if (!found) throw new Error(`there is no answer ${count} in: ${this.received}`)
      return found
    })
    return Number(answer[1])
  }
}
