/** Webhooks on the account page, with a receiver that gets their events. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerWith, idsOf, type Receiver, startReceiver, verified } from '../support/webhook-receiver.js'
import { examine } from './examine.js'
import { noBrowser, openSite } from './site.js'

const receiver: Receiver = await startReceiver()
afterAll(() => receiver.close())

describe.skipIf(noBrowser)('webhooks', () => {
  const site = openSite({ FETCH_ALLOW: receiver.host })
  beforeAll(() => {
    receiver.answer = answerWith(204)
  })

  test('one is added, tested, sent to again, given a new secret, disabled and deleted', async () => {
    const { page } = await site.member({ path: '/webhooks' })
    const dialog = page.getByRole('dialog')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByLabel('Address').fill('shop.example')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    expect(await dialog.getByRole('alert').innerText()).toMatch(/^Enter a whole address/)
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const first = await page.locator('.secret code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const card = page.getByRole('region', { name: receiver.url })
    expect(await card.innerText()).toContain('Nothing has been sent')

    await card.getByRole('button', { name: 'Send test event' }).click()
    await card.getByText('Delivered').waitFor()
    expect(await card.getByRole('row').nth(1).innerText()).toMatch(/webhook\.test[\s\S]*Delivered\s+204\s+1\s/)
    const event = await verified(receiver.arrived[0]!, first, Date.now())
    expect(event).toMatchObject({ type: 'webhook.test' })

    await examine(page)

    receiver.answer = answerWith(500)
    await card.getByRole('button', { name: `Send again: event ${event.id}` }).click()
    await card.getByText(/^Next try/).waitFor()
    expect(await card.getByRole('row').nth(1).innerText()).toMatch(/Waiting[\s\S]*500\s+1\s/)
    expect(new Set(idsOf(receiver)).size).toBe(1)

    receiver.answer = answerWith(204)
    await card.getByRole('button', { name: 'New secret' }).click()
    await dialog.getByRole('button', { name: 'Create new secret' }).click()
    const second = await page.locator('.secret code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await card.getByText(/^The former secret also works until/).waitFor()
    const before = receiver.arrived.length
    await card.getByRole('button', { name: 'Send test event' }).click()
    await expect.poll(() => receiver.arrived.length).toBeGreaterThan(before)
    for (const secret of [first, second]) await verified(receiver.arrived.at(-1)!, secret, Date.now())

    await card.getByRole('button', { name: 'Disable' }).click()
    await card.getByRole('button', { name: 'Enable' }).waitFor()
    expect(await card.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Enable' }).click()
    await card.getByText('Active').waitFor()

    await card.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await page.reload()
    await page.getByText('No webhooks yet').waitFor()
  })
})
