/** Whoever waits is told where in the queue, and how long: while another account keeps the only worker busy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { form, photo } from '../acceptance/client.js'
import { FakeEngine } from '../http/fake-engine.js'
import { take } from './playground-steps.js'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('waiting in the playground', () => {
  const engine = new FakeEngine(1)
  const site = openSite({}, engine)

  test('shows the place in the queue and the time to go, and another account’s paintings hold nobody up for long', async () => {
    const { page } = await site.member({ credits: 1, path: '/playground?operation=remove' })
    const input = await photo(64)
    await take(page, input, 'me.jpg')
    engine.work = () => sleep(1500)
    engine.queueState = { running: 0, waiting: 1, next: { ahead: 0, waitMs: 1500, workMs: 1500 } }
    const { key } = await site.server.newKey({ credits: 0 })
    let painted = 0
    const paint = async (): Promise<number> => {
      const body = form({ image_file: new Blob([new Uint8Array(input)]), style: 'oil-painting', preview: '1' })
      const headers = { 'X-Api-Key': key }
      const answer = await fetch(`${site.server.baseUrl}/v1/portrait-style`, { method: 'POST', headers, body })
      if (answer.ok) painted += 1
      return answer.status
    }
    const flood = Array.from({ length: 5 }, paint)
    await expect.poll(async () => (await engine.state()).waiting).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Remove background' }).click()
    await page.getByText('Next in the queue').waitFor()
    await page.getByText(/^about .* s to go$/).waitFor()
    await page.getByText('Done in').waitFor()
    expect(painted, 'those before it').toBeLessThan(4)
    expect(await Promise.all(flood)).toEqual(flood.map(() => 201))
  })
})
