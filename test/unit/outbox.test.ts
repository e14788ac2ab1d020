/** The operator hears when the mail server takes nothing, and when it does again; whoever waits hears it at once. */
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { MailTrouble, type Message } from '../../src/mail/port.js'
import { de } from '../../src/service/accounts/letters/de.js'
import { en } from '../../src/service/accounts/letters/en.js'
import { letterOf } from '../../src/service/accounts/letters/letter.js'
import { createOutbox, type MailOutcome, type Outbox } from '../../src/service/accounts/outbox.js'

const LETTER = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const DOWN = new MailTrouble('unreachable', 'The mail server m cannot be reached')

let now: number
let lines: { level: number; msg: string; reason?: string }[]
let errors: unknown[]
let sent: Message[]
let outcomes: MailOutcome[]
let fate: (message: Message) => Promise<void>
let outbox: Outbox

beforeEach(() => {
  now = 1000
  ;[lines, errors, sent, outcomes] = [[], [], [], []]
  fate = async () => {}
  outbox = createOutbox({
    mail: {
      name: 'm',
      ping: async () => {},
      send: async (message) => {
        await fate(message)
        sent.push(message)
      },
    },
    clock: () => now,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    observe: { mail: (outcome) => void outcomes.push(outcome) },
    onError: (error) => void errors.push(error),
  })
})

const failWith = (error: Error): void => {
  fate = () => Promise.reject(error)
}

describe('a mail server that takes nothing', () => {
  test('is told to the operator from its first refusal to its next success', async () => {
    expect(outbox.state()).toEqual({ failing: null })
    failWith(DOWN)
    const refused = { kind: 'busy', reason: 'mail_failed', retryAfterSeconds: 60 }
    await expect(outbox.send('ada@example.com', LETTER)).rejects.toMatchObject(refused)
    now = 5000
    await expect(outbox.send('eve@example.com', LETTER)).rejects.toMatchObject(refused)
    expect(outbox.state()).toEqual({ failing: { since: 1000, letters: 2, reason: DOWN.message } })
    fate = async () => {}
    await outbox.send('ada@example.com', LETTER)
    expect(outbox.state()).toEqual({ failing: null })
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'a mail could not be handed over'],
      [50, 'a mail could not be handed over'],
      [30, 'the mail server takes mails again'],
    ])
    expect(JSON.stringify(lines)).not.toContain('example.com')
    expect(outcomes).toEqual(['failed', 'failed', 'taken'])
  })

  test('is not suspected because of one address that it does not take', async () => {
    failWith(new MailTrouble('recipient', 'The mail server m does not take mail for this address'))
    await expect(outbox.send('ada@example.com', LETTER)).rejects.toMatchObject({
      kind: 'invalid_request',
      parameter: 'email',
      reason: 'mail_refused',
    })
    expect(outbox.state()).toEqual({ failing: null })
    expect(lines.map(({ level }) => level)).toEqual([40])
    expect(outcomes).toEqual(['refused'])
  })

  test('fails nothing that runs in the background; other errors there are told, too', async () => {
    failWith(DOWN)
    outbox.inBackground(() => outbox.send('ada@example.com', LETTER))
    const bug = new Error('the database is away')
    outbox.inBackground(() => Promise.reject(bug))
    await outbox.close()
    expect([errors, outbox.state().failing?.letters]).toEqual([[bug], 1])
  })
})

test('four letters go out at once, and the others wait for their turn', async () => {
  const released: (() => void)[] = []
  fate = () => new Promise((resolve) => void released.push(resolve))
  for (let letter = 0; letter < 6; letter++) outbox.inBackground(() => outbox.send(`${letter}@example.com`, LETTER))
  await expect.poll(() => released.length, { timeout: 20_000 }).toBe(4)
  while (sent.length < 6) {
    for (const go of released.splice(0)) go()
    await new Promise((resolve) => setImmediate(resolve))
    expect(released.length).toBeLessThanOrEqual(4)
  }
})

describe.each([
  ['en', en],
  ['de', de],
] as const)('every letter in %s', (language, letters) => {
  const facts = { site: 'a<b>&"c.example', url: 'https://api.example/x?a=1&b=2#token', email: '<i>@example.com' }
  const written = Object.values(letters).map((write) => letterOf(language, write(facts)))

  test('has all it needs, as text and as HTML, and nothing from elsewhere', () => {
    expect(written).toHaveLength(5)
    for (const { subject, text, html } of written) {
      expect(subject).not.toBe('')
      expect(text).toContain(facts.site)
      expect(text.match(/https?:/g)?.length ?? 0).toBe(html.match(/<a href="https:/g)?.length ?? 0)
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain('a&lt;b&gt;&amp;&quot;c.example')
      expect(html).not.toMatch(/<i>|<img|<link|<script|src=|url\(|@import/)
    }
  })

  test('tells its own subject', () => {
    expect(new Set(written.map(({ subject }) => subject)).size).toBe(written.length)
  })
})
