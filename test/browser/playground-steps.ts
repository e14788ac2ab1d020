/** What tests of the playground do again and again. */
import { buffer } from 'node:stream/consumers'
import type { Download, Page } from 'playwright-core'
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

/** The browser may be elsewhere, and its files with it. */
export const bytesOf = async (file: Download): Promise<Buffer> => buffer(await file.createReadStream())

export async function save(page: Page, button = 'Download'): Promise<{ bytes: Buffer; name: string }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await started
  return { bytes: await bytesOf(file), name: file.suggestedFilename() }
}

/** The page is shown a moment before it listens: it takes what it allows to be dragged over it. */
export const readyForDrops = (page: Page) =>
  page.waitForFunction(() => {
    const data = new DataTransfer()
    data.items.add(new File([], 'dragged.jpg'))
    const over = new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true })
    return document.querySelector('.stage')?.dispatchEvent(over) === false
  })
