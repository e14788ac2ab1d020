/** What the check before a migration says without asking a server: prices, and parameters that do nothing. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { planFor } from '../../src/cli/migrate-check.js'
import { askLikeRemoveBg } from '../../src/cli/migration/ask.js'
import { readParameters, tierOf, withoutEffect } from '../../src/cli/migration/parameters.js'
import { projectFile } from '../support/project.js'

describe('a call of 3 photos', () => {
  test.each([
    ['preview', 5, false, { tier: 'preview', asPreview: false, paid: 0 }, 'Nothing is charged: previews are free.'],
    [
      'hd',
      5,
      false,
      { tier: 'hd', asPreview: true, paid: 3 },
      'they cost 3 credits at the usual price; --yes sends them so. The account has 5',
    ],
    [
      'hd',
      2,
      true,
      { tier: 'hd', asPreview: false },
      'This costs 3 credits at the usual price. The account has 2 credits, so the last ones',
    ],
    ['auto', 1, false, { tier: 'full', paid: 1 }, 'has 1 credit, so the others are previews with a watermark.'],
    ['auto', 0, true, { tier: 'preview', asPreview: false }, 'The account has 0 credits, so all are previews'],
    ['auto', 999_999_999, false, { tier: 'full', asPreview: false, paid: 0 }, 'the account is unlimited.'],
  ] as const)('size=%s with %i credits, may pay: %s', (size, balance, mayPay, plan, words) => {
    const made = planFor(size, 3, balance, mayPay)
    expect(made).toMatchObject(plan)
    expect(made.announcement).toContain(words)
  })
})

test('parameters without effect are told, each with its reason', () => {
  const typed = ['size=HD', 'shadow_type=drop', 'frame=gold', 'crop_margin=5%', 'channels=alpha', 'bg_color=red']
  const parameters = readParameters(typed)
  expect(tierOf(parameters)).toBe('hd')
  expect(withoutEffect(parameters)).toEqual([
    'shadow_type=drop is accepted, and has no effect here',
    'frame=gold is unknown here, and ignored',
    'crop_margin=5% has no effect without crop=true',
    'bg_color=red has no effect with channels=alpha',
  ])
  expect(withoutEffect(readParameters(['crop=true', 'crop_margin=5%', 'bg_color=red', 'size=auto']))).toEqual([])
})

test.each([
  ['size', '--param must be NAME=VALUE'],
  ['image_url=https://a.example/b.jpg', 'name the photos after the options instead'],
  ['bg_image_file=@/nowhere.jpg', 'the file cannot be read'],
])('%s is explained', (text, message) => {
  expect(() => readParameters([text])).toThrow(message)
})

test('a size that there is not is explained', () => {
  expect(() => tierOf(readParameters(['size=8k']))).toThrow('--param size must be one of preview, small, regular')
})

test('a notice of the server is passed on', async () => {
  const headers = {
    'X-Width': '6',
    'X-Height': '4',
    'Content-Type': 'image/jpeg',
    'X-Silhouette-Notice': 'Watermarked.',
  }
  const server = createServer(
    (request, reply) => void request.resume().on('end', () => reply.writeHead(200, headers).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const access = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' }
  const answer = await askLikeRemoveBg(projectFile('NOTICE'), new Map([['size', 'auto']]), access)
  expect(answer).toMatchObject({ width: 6, height: 4, format: 'jpg', credits: 0, notice: 'Watermarked.' })
})
