/** A receiver of webhooks on loopback that keeps what arrives, and answers as it is told; it ends with its test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook, type WebhookEvent } from '../../src/client/webhook.js'

export interface Arrival {
  readonly headers: Record<string, string>
  readonly body: string
  readonly method: string | undefined
  readonly path: string | undefined
}

export interface Receiver {
  /** `host:port`, as FETCH_ALLOW wants it. */
  readonly host: string
  readonly url: string
  readonly arrived: readonly Arrival[]
  /** How many wait for an answer now, and the most that did. */
  readonly open: { now: number; most: number }
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end()

export const neverAnswer: RequestListener = () => {}

export async function startReceiver(answer: RequestListener = answerWith(204)): Promise<Receiver> {
  const arrived: Arrival[] = []
  const open = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    response.once('close', () => {
      open.now -= 1
    })
    void text(request).then((body) => {
      arrived.push({
        headers: request.headers as Record<string, string>,
        body,
        method: request.method,
        path: request.url,
      })
      receiver.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    host,
    url: `http://${host}/hook?shop=1`,
    arrived,
    open,
    answer,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** As a receiver does it. */
export const verified = (arrival: Arrival, secret: string, now: number): Promise<WebhookEvent> =>
  verifyWebhook({ secret, headers: arrival.headers, body: arrival.body, now })

export const idsOf = ({ arrived }: Pick<Receiver, 'arrived'>): string[] =>
  arrived.map(({ headers }) => headers['webhook-id'] ?? '')
