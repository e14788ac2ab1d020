/** Whoever waits is told where in the queue, and how long: while another account keeps the only worker busy. */
import { describe, expect, test } from 'vitest'
import { photo } from '../acceptance/client.js'
import { take } from './playground-steps.js'
import { noBrowser, openSite } from './site.js'

/** As the metrics tell. */
async function waiting(server: string): Promise<number> {
  const metrics = await (await fetch(`${server}/metrics`)).text()
  return Number(metrics.match(/^silhouette_queue_waiting (\d+)/m)?.[1] ?? 0)
}

describe.skipIf(noBrowser)('waiting in the playground', () => {
  const site = openSite({ MAX_WAIT_SECONDS: '600' }) // on a busy machine, too

  test('shows the place in the queue and the time to go, and another account’s paintings hold nobody up for long', async () => {
    const { page } = await site.member({ credits: 1, path: '/playground?operation=remove' })
    const input = await photo()
    await take(page, input, 'me.jpg')
    const { key } = await site.server.newKey({ credits: 0 })
    const paint = async (): Promise<number> => {
      const body = new FormData()
      body.set('image_file', new Blob([new Uint8Array(input)]))
      body.set('style', 'oil-painting')
      body.set('preview', '1')
      const answer = await fetch(`${site.server.baseUrl}/v1/portrait-style`, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body,
      })
      if (answer.ok) painted += 1
      return answer.status
    }
    let painted = 0
    const flood = Array.from({ length: 5 }, paint)
    await expect.poll(() => waiting(site.server.baseUrl), { timeout: 60_000 }).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Remove background' }).click()
    await page.getByText('Next in the queue').waitFor()
    await page.getByText(/^about .* s to go$/).waitFor()
    await page.getByText('Done in').waitFor()
    expect(painted, 'those before it').toBeLessThan(4)
    expect(await Promise.all(flood)).toEqual(flood.map(() => 201))
  })
})
