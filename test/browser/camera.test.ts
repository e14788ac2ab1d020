/** An ID photo taken with the camera: Chromium's own, which films the person of the sample photo. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'
import { LAUNCH } from './chromium.js'
import { examine } from './examine.js'
import { partOf } from './playground-steps.js'
import { noBrowser, openPictureSite } from './site.js'

const FILM = { width: 640, height: 480 }

/** Far away, at the left, before a wall that is red at its left and blue at its right. */
async function film(file: string): Promise<void> {
  const person = await sharp(await partOf({ height: 618 }))
    .resize(240, 240)
    .toBuffer()
  const wall = (background: string) => ({
    create: { width: FILM.width / 2, height: FILM.height, channels: 3 as const, background },
  })
  const frame = await sharp({ create: { ...FILM, channels: 3, background: '#2040ff' } })
    .composite([
      { input: wall('#c04040'), left: 0, top: 0 },
      { input: person, left: 40, top: 240 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
  await writeFile(file, Buffer.concat([frame, frame]))
}

describe.skipIf(noBrowser)('the camera', () => {
  const folder = temporaryFolder()
  const site = openPictureSite(async () => {
    const file = path.join(folder, 'sitter.mjpeg')
    await film(file)
    const fake = ['device', 'ui'].map((part) => `--use-fake-${part}-for-media-stream`)
    return chromium.launch({ ...LAUNCH, args: [...LAUNCH.args!, ...fake, `--use-file-for-fake-video-capture=${file}`] })
  })

  test('shows what to do, takes a photo that is not mirrored, and is off afterwards', async () => {
    const { page } = await site.member({ path: '/playground?operation=id-photo' })
    const sizes: number[] = []
    await page.route('**/web/face-hints', async (route) => {
      sizes.push(route.request().postDataBuffer()?.length ?? 0)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.getByText('Come nearer').waitFor()
    expect(await page.locator('.camera-guide ellipse').count()).toBe(1)
    await examine(page)
    const track = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      return (video.srcObject as MediaStream).getVideoTracks()[0]!
    })

    const shutter = page.getByRole('button', { name: 'Take the photo in 3 seconds' })
    await shutter.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await shutter.click()
    await page.getByRole('img', { name: 'The photo just taken' }).waitFor()
    await page.getByRole('button', { name: 'Take another one' }).click()
    await shutter.click()
    await page.getByRole('button', { name: 'Use this photo' }).click()
    const photo = page.getByRole('img', { name: 'Your photo: camera.jpg' })
    const { size, corner } = await photo.evaluate((image: HTMLImageElement) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')!
      context.drawImage(image, 0, 0)
      return { size: [image.naturalWidth, image.naturalHeight], corner: [...context.getImageData(0, 0, 1, 1).data] }
    })
    expect(size).toEqual([FILM.width, FILM.height])
    expect(corner[0]).toBeGreaterThan(corner[2]!) // red
    expect(await track.evaluate(({ readyState }) => readyState)).toBe('ended')
    expect(Math.max(...sizes)).toBeLessThan(150_000)
    expect(await page.locator('.run .primary').isEnabled()).toBe(true)
  })

  test('that may not be used is explained, with what to do', async () => {
    const { page } = await site.member({ path: '/playground?operation=id-photo' })
    const refuse = (name: string) =>
      page.evaluate((error) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
      }, name)
    await refuse('NotAllowedError')
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.getByText('Allow it in the site settings').waitFor()
    await refuse('NotFoundError')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('There is no camera').waitFor()
    await page.getByRole('button', { name: 'Close the camera' }).click()
    // As on a page without TLS.
    await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.getByText('Open this page at an https:// address').waitFor()
  })
})
