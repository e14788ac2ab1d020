// Cuts out the subject of a photo: node remove-background.mjs photo.jpg cutout.png
import { writeFile } from 'node:fs/promises'
import { createSilhouette } from '@silhouette-image/silhouette'

const [, , photo, target] = process.argv
const silhouette = createSilhouette({ workers: 1 })
try {
  const { bytes, width, height, subject } = await silhouette.removeBackground(photo)
  await writeFile(target, bytes)
  console.log(`${target}: ${width} x ${height} px; the subject begins at ${subject.left}, ${subject.top}`)
} finally {
  await silhouette.close()
}
