/** Mail by SMTP: a connection per message, since there are few. */
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { trusting } from '../base/trusted-certificates.js'
import { type Mail, MailTrouble, type MailTroubleKind } from './port.js'

export interface SmtpPlace {
  /** smtp:// or smtps://, perhaps with user and password. */
  readonly url: string
  /** The address that mails come from. */
  readonly from: string
  /** More authorities whose certificates are believed, as PEM text. */
  readonly ca?: string
}

const SENDER = 'Silhouette'
const PATIENCE_MS = { connection: 10_000, silence: 15_000 }

export function createSmtpMail({ url, from, ca }: SmtpPlace): Mail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password never goes over the network in the clear; without one, TLS is used where the server offers it.
    requireTLS: username !== '' && !isThisMachine(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca && { tls: { secureContext: trusting(ca) } }),
    connectionTimeout: PATIENCE_MS.connection,
    greetingTimeout: PATIENCE_MS.connection,
    dnsTimeout: PATIENCE_MS.connection,
    socketTimeout: PATIENCE_MS.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const told = (error: unknown): never => {
    throw troubleWith(host, error as SmtpError)
  }
  return {
    name: host,
    send: async ({ to, subject, text, html }) => {
      await transport
        .sendMail({
          from: { name: SENDER, address: from },
          // As an object: whatever an account calls itself, it stays one recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // No out-of-office notes, please.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch(told)
    },
    ping: async () => {
      await transport.verify().catch(told)
    },
  }
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

interface SmtpError {
  readonly message: string
  readonly code?: string
  /** What the server answered, as a number. */
  readonly responseCode?: number
  /** What it was asked. */
  readonly command?: string
}

const OF_CONNECTION = ['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET']

/** By its codes: once it has answered, its words name the recipient, and so does the message around them. */
function troubleWith(host: string, { message, code = 'unknown', responseCode, command }: SmtpError): MailTrouble {
  const answer = responseCode === undefined ? code : `${responseCode} to ${command}`
  const trouble = (kind: MailTroubleKind, what: string, why = answer): MailTrouble =>
    new MailTrouble(kind, `The mail server ${host} ${what} (${why})`)
  if (code === 'EAUTH') return trouble('refused', 'refuses user and password of SMTP_URL')
  if (code === 'ETLS') return trouble('refused', 'offers no TLS that can be trusted')
  if (responseCode === undefined && OF_CONNECTION.includes(code)) {
    return trouble('unreachable', 'cannot be reached', message.trim())
  }
  const isRecipient = command === 'RCPT TO' || (code === 'EENVELOPE' && command === 'API')
  return isRecipient
    ? trouble('recipient', 'does not take mail for this address')
    : trouble('refused', 'did not take the mail')
}
