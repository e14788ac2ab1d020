/**
 * Makes docs/pictures/page.webp, the start page as a visitor sees it, from a running server:
 *
 *     npx tsx scripts/pictures/page.ts http://127.0.0.1:8080
 */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { executable } from '../../test/browser/chromium.js'

const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!executable) throw new Error('There is no Chromium on this machine')
const browser = await chromium.launch({ executablePath: executable })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
  await page.goto(address, { waitUntil: 'networkidle' })
  await sharp(await page.screenshot())
    .webp({ quality: 76 })
    .toFile(fileURLToPath(new URL('../../docs/pictures/page.webp', import.meta.url)))
} finally {
  await browser.close()
}
