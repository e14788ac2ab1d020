/**
 * A second look at the subject alone. The first one is stretched to a square, as the detector was trained, and so it
 * takes a guitar for a standing person; this one has true proportions, and other mistakes.
 */
import type { Photo, Size } from '../../raster/picture.js'
import { type SquareWindow, trueCopy } from '../../raster/square-copy.js'
import type { Region } from '../boxes.js'
import type { Detection, ObjectDetector } from '../objects/nanodet.js'

// Detectors need to see some surroundings; tuned with `npx tsx eval/classes.ts`.
const MARGIN = 0.15

export async function lookCloser(objects: ObjectDetector, photo: Photo, subject: Region): Promise<Detection[]> {
  const window = windowAround(subject, photo)
  const found = await objects.detect(await trueCopy(photo, objects.size, window))
  return found.map((detection) => ({ ...detection, box: inPhoto(detection.box, window, photo) }))
}

export function windowAround(subject: Region, { width, height }: Size): SquareWindow {
  const across = (subject.right - subject.left) * width
  const down = (subject.bottom - subject.top) * height
  const side = Math.max(1, Math.round(Math.max(across, down) * (1 + 2 * MARGIN)))
  return {
    left: Math.round(((subject.left + subject.right) * width - side) / 2),
    top: Math.round(((subject.top + subject.bottom) * height - side) / 2),
    side,
  }
}

/** From shares of the window to shares of the photo. */
export const inPhoto = (box: Region, { left, top, side }: SquareWindow, { width, height }: Size): Region => ({
  left: (left + box.left * side) / width,
  top: (top + box.top * side) / height,
  right: (left + box.right * side) / width,
  bottom: (top + box.bottom * side) / height,
})
