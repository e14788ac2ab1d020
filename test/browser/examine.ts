/** What holds for a page whatever it shows: usable by all, in light and dark, and on a phone. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Those that axe runs by default: its category of colours has a stricter one, too. They take most of its time. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Axe in light, on a phone, and of dark what colours decide; no sideways scrolling on a phone. Of texts that have the
 * same place in the markup and the same styles, such as the rows of a table, the colours are measured once; on a phone
 * that leaves those that look different there.
 */
export async function examine(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeletons, .chart-room, .result-room').count()).toBe(0)
  expect(await seriousFindings(page), `${page.url()}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousFindings(page, 'colours'), `${page.url()}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await seriousFindings(page), `${page.url()}, on a phone`).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${page.url()} scrolls sideways at 360 px`).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

interface Examined {
  readonly axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  /** How the texts look whose colours have been measured on this page. */
  measured?: Set<string>
}

export async function seriousFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(`${axe};0`)
  return page.evaluate(
    async ({ colourRules, others }) => {
      const examined = globalThis as unknown as Examined
      const looks = new Map<Element, string>()
      /** What its colours on the screen follow from: where in the markup it is, and the styles all the way down. */
      const lookOf = (element: Element): string => {
        const known = looks.get(element)
        if (known !== undefined) return known
        const { color, backgroundColor, backgroundImage, opacity, font, textDecorationLine, textShadow, visibility } =
          getComputedStyle(element)
        const style = [
          color,
          backgroundColor,
          backgroundImage,
          opacity,
          font,
          textDecorationLine,
          textShadow,
          visibility,
        ]
        const own = [element.tagName, element.getAttribute('class'), element.checkVisibility(), ...style].join()
        const look = element.parentElement ? `${lookOf(element.parentElement)} > ${own}` : own
        looks.set(element, look)
        return look
      }
      const hasText = (element: Element): boolean =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim())
      examined.measured ??= new Set()
      const { measured } = examined
      const texts = [...document.body.querySelectorAll('*')].filter((element) => {
        if (!hasText(element) || measured.has(lookOf(element))) return false
        measured.add(lookOf(element))
        return true
      })

      const run = async (context: ElementContext, options: RunOptions): Promise<AxeResults['violations']> =>
        (await examined.axe.run(context, { resultTypes: ['violations'], ...options })).violations
      const violations = texts.length > 0 ? await run(texts, { runOnly: colourRules }) : []
      const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]))
      if (others) violations.push(...(await run(document, { rules: withoutColours })))
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { colourRules: COLOUR_RULES, others: rules === 'all' },
  )
}
