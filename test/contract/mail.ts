/** What every Mail promises. `place` is what it sends through; the suite looks at what arrives there. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Mail, MailTrouble } from '../../src/mail/port.js'
import type { MailServer } from '../support/mail-server.js'

const LETTER = {
  to: 'ada@example.com',
  subject: 'Neue Adresse bestätigen',
  text: `Öffnen Sie diesen Link:\n\nhttps://api.example/confirm-email#${'x'.repeat(120)}\n`,
  html: '<p>Öffnen Sie <a href="https://api.example/confirm-email#x">diesen Link</a></p>',
}

export function mailContract(name: string, place: MailServer, open: () => Mail): void {
  describe(`${name} keeps the Mail promises`, () => {
    let mail: Mail

    beforeEach(() => {
      mail = open()
      place.refusals = {}
      place.received.length = 0
    })

    const troubleOf = async (work: Promise<void>): Promise<MailTrouble> => {
      const error = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(MailTrouble)
      return error as MailTrouble
    }

    test('a message arrives whole, from the product, as text and as HTML', async () => {
      await mail.send(LETTER)
      const [arrived] = place.received
      expect(arrived).toMatchObject({ from: 'silhouette@example.com', to: LETTER.to, subject: LETTER.subject })
      expect(arrived!.headers.get('from')).toBe('Silhouette <silhouette@example.com>')
      expect(arrived!.headers.get('auto-submitted')).toBe('auto-generated')
      expect(arrived!.text.replaceAll('\r\n', '\n').trimEnd()).toBe(LETTER.text.trimEnd())
      expect(arrived!.html.trimEnd()).toBe(LETTER.html)
    })

    test('whatever an address looks like, it is one recipient', async () => {
      await mail.send({ ...LETTER, to: 'ada,eve@example.com' })
      expect(place.received.map(({ to }) => to)).toEqual(['"ada,eve"@example.com'])
    })

    test('a recipient that is refused is told apart from a server that takes nothing', async () => {
      place.refusals = { 'RCPT TO': '550 5.1.1 <ada@example.com> is unknown here' }
      expect(await troubleOf(mail.send(LETTER))).toMatchObject({ kind: 'recipient' })
      place.refusals = { 'MAIL FROM': '550 5.7.1 no mail from you to ada@example.com' }
      expect(await troubleOf(mail.send(LETTER))).toMatchObject({ kind: 'refused' })
      place.refusals = { DATA: '452 4.3.1 full; ada@example.com has to wait' }
      expect(await troubleOf(mail.send(LETTER))).toMatchObject({ kind: 'refused' })
      place.refusals = { CONNECT: '554 not today' }
      expect(await troubleOf(mail.send(LETTER))).toMatchObject({ kind: 'refused' })
    })

    test('no trouble names the recipient', async () => {
      for (const command of ['RCPT TO', 'MAIL FROM', 'DATA', 'EHLO']) {
        place.refusals = { [command]: '550 not for ada@example.com', HELO: '550 not for ada@example.com' }
        const { message, cause } = await troubleOf(mail.send(LETTER))
        expect(message).not.toContain('ada')
        expect(message).toContain(mail.name)
        expect(cause).toBeUndefined()
      }
    })

    test('a ping sends nothing, and fails where mail would', async () => {
      await mail.ping()
      expect(place.received).toEqual([])
      place.refusals = { CONNECT: '554 not today' }
      expect(await troubleOf(mail.ping())).toMatchObject({ kind: 'refused' })
    })
  })
}
