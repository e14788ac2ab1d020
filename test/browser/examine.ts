/** What holds for a page whatever it shows: usable by all, in light and dark, and on a phone. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Those that axe runs by default: its category of colours has a stricter one, too. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Axe in light, on a phone, and of dark what colours decide; no sideways scrolling on a phone. */
export async function examine(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeletons, .chart-room, .result-room').count()).toBe(0)
  expect(await seriousFindings(page), `${page.url()}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousFindings(page, COLOUR_RULES), `${page.url()}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await seriousFindings(page), `${page.url()}, on a phone`).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${page.url()} scrolls sideways at 360 px`).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

interface WithAxe {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> }
}

export async function seriousFindings(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate((options) => (globalThis as unknown as WithAxe).axe.run(options), {
    resultTypes: ['violations'] satisfies RunOptions['resultTypes'],
    ...(runOnly && { runOnly: [...runOnly] }),
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
