/** A mail server on this machine, as small as SMTP allows: it keeps what it takes, and refuses what it is told to. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly subject: string
  /** By name, in small letters. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

export class MailServer {
  readonly received: ReceivedMail[] = []
  /** What it says instead of taking a command that begins like this. */
  refusals: Record<string, string> = {}
  /** `user:password`, as they were sent last. */
  credentials: string | undefined
  private readonly sockets = new Set<Socket>()

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MailServer> {
    const server = createServer()
    const mails = new MailServer(server)
    server.on('connection', (socket) => mails.serve(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return mails
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** For a server that sends through it. */
  get settings(): { SMTP_URL: string; MAIL_FROM: string } {
    return { SMTP_URL: `smtp://127.0.0.1:${this.port}`, MAIL_FROM: 'silhouette@example.com' }
  }

  /** Waits for a mail to this address, and takes it out. */
  next(to: string): Promise<ReceivedMail> {
    return vi.waitFor(
      () => {
        const index = this.received.findIndex((mail) => mail.to === to)
        if (index < 0) throw new Error(`No mail for ${to}; there is some for ${this.received.map((mail) => mail.to)}`)
        return this.received.splice(index, 1)[0]!
      },
      { interval: 10, timeout: 20_000 },
    )
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => {})
    let [from, to] = ['', '']
    let data: string[] | undefined
    const dataLine = (line: string, lines: string[]): string[] => {
      if (line !== '.') {
        lines.push(line.replace(/^\./, ''))
        return []
      }
      this.received.push(readMail(from, to, lines.join('\r\n')))
      data = undefined
      return ['250 taken']
    }
    const answer = (line: string): string[] => {
      const command = line.toUpperCase()
      const refusal = Object.entries(this.refusals).find(([opening]) => command.startsWith(opening))
      if (refusal) return [refusal[1]]
      if (command.startsWith('EHLO')) return ['250-here', '250 AUTH PLAIN']
      if (command.startsWith('AUTH PLAIN ')) {
        this.credentials = Buffer.from(line.slice(11), 'base64').toString().slice(1).replace('\0', ':')
        return ['235 welcome']
      }
      if (command === 'STARTTLS') return ['502 not here']
      if (command.startsWith('MAIL FROM:')) from = addressIn(line)
      if (command.startsWith('RCPT TO:')) to = addressIn(line)
      if (command === 'DATA') data = []
      return [command === 'QUIT' ? '221 bye' : data ? '354 go on' : '250 fine']
    }
    const say = (...lines: string[]): boolean => socket.write(lines.map((line) => `${line}\r\n`).join(''))
    say(this.refusals.CONNECT ?? '220 here')
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      const lines = data ? dataLine(line, data) : answer(line)
      if (lines.length > 0) say(...lines)
      if (lines[0] === '221 bye') socket.end()
    })
  }
}

/** The only link in a mail. */
export function linkIn({ text }: ReceivedMail): string {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  if (links.length !== 1) throw new Error(`${links.length} links in: ${text}`)
  return links[0]!
}

const addressIn = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? ''

function readMail(from: string, to: string, raw: string): ReceivedMail {
  const { headers, body } = readPart(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : []
  const contentOf = (type: string): string => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type))
    return part ? decoded(part.body, part.headers.get('content-transfer-encoding') ?? '') : ''
  }
  const subject = decodedWords(headers.get('subject') ?? '')
  return { from, to, subject, headers, text: contentOf('text/plain'), html: contentOf('text/html') }
}

function readPart(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]))
  return { headers, body: rest.join('\r\n\r\n') }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquoted(body.replaceAll('=\r\n', '')) : body
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** `=?UTF-8?Q?best=C3=A4tigen?=` */
const decodedWords = (header: string): string =>
  header.replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
  )
