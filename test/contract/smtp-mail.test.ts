/** Mail by SMTP: the contract, and what is special about connections and passwords. */

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpMail } from '../../src/mail/smtp.js'
import { MailServer } from '../support/mail-server.js'
import { mailContract } from './mail.js'

const place = await MailServer.start()
const from = 'silhouette@example.com'
const letter = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const mailAt = (url: string) => createSmtpMail({ url, from })

beforeEach(() => {
  place.refusals = {}
  place.received.length = 0
})
afterAll(() => place.stop())

mailContract('SMTP', place, () => mailAt(place.settings.SMTP_URL))

describe('SMTP', () => {
  test('signs in with user and password as they are meant, not as they are written', async () => {
    await mailAt(`smtp://ann%40example.com:a%20b%3Ac@127.0.0.1:${place.port}`).send(letter)
    expect(place.credentials).toBe('ann@example.com:a b:c')
    expect(place.received).toHaveLength(1)
  })

  test('says what is wrong when it is not let in, and never the password', async () => {
    place.refusals = { AUTH: '535 5.7.8 ann with hush is unknown' }
    const mail = mailAt(`smtp://ann:hush@127.0.0.1:${place.port}`)
    for (const work of [mail.send(letter), mail.ping()]) {
      const expected = 'The mail server 127.0.0.1 refuses user and password of SMTP_URL (535 to AUTH PLAIN)'
      await expect(work).rejects.toMatchObject({ kind: 'refused', message: expected })
    }
  })

  test('sends no password over the network in the clear', async () => {
    place.credentials = undefined
    // This machine, by an address that could as well be elsewhere.
    const elsewhere = mailAt(`smtp://ann:hush@0.0.0.0:${place.port}`)
    await expect(elsewhere.send(letter)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('no TLS'),
    })
    expect(place.credentials).toBeUndefined()
    await mailAt(`smtp://0.0.0.0:${place.port}`).send(letter)
    expect(place.received).toHaveLength(1)
  })

  test('a server that is not there, or that speaks no TLS where it should, cannot be reached', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    await expect(mailAt(`smtp://127.0.0.1:${port}`).ping()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^The mail server 127\.0\.0\.1 cannot be reached \(.*ECONNREFUSED/),
    })
    await expect(mailAt(`smtps://127.0.0.1:${place.port}`).send(letter)).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
