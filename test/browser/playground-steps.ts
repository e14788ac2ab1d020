/** What tests of the playground do again and again. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { samplePhoto } from '../support/project.js'

/** The person at the left of the sample photo, alone. */
export const PERSON = { left: 45, top: 292, width: 618, height: 795 }

export const partOf = (box: Partial<typeof PERSON> = {}): Promise<Buffer> =>
  sharp(samplePhoto)
    .extract({ ...PERSON, ...box })
    .jpeg({ quality: 92 })
    .toBuffer()

export const take = (page: Page, buffer: Buffer, name = 'photo.jpg'): Promise<void> =>
  page.locator('.stage input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

export const balance = (page: Page): Promise<string> => page.locator('.balance-chip').innerText()

export async function save(page: Page, button = 'Download'): Promise<{ bytes: Buffer; name: string }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await started
  return { bytes: await readFile(await file.path()), name: file.suggestedFilename() }
}
