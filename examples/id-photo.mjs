// An ID photo, its checks and a sheet to print: node id-photo.mjs portrait.jpg photo.jpg sheet.jpg
import { writeFile } from 'node:fs/promises'
import { createSilhouette, SilhouetteError } from '@silhouette-image/silhouette'

const [, , portrait, target, sheetTarget] = process.argv
const silhouette = createSilhouette({ workers: 1 })
try {
  const { bytes, format, warnings, sheet } = await silhouette.idPhoto(portrait, { spec: 'us_passport', sheet: '4x6' })
  await writeFile(target, bytes)
  await writeFile(sheetTarget, sheet.bytes)
  console.log(`${target}: ${format}; ${sheetTarget}: ${sheet.copies} copies`)
  for (const { code, message } of warnings) console.log(`${code}: ${message}`)
} catch (error) {
  // What is wrong with the photo is said in words, and `reason` is for programs: no_face, several_faces, …
  if (!(error instanceof SilhouetteError) || error.code !== 'invalid_image') throw error
  console.log(`${error.reason}: ${error.message}`)
  process.exitCode = 1
} finally {
  await silhouette.close()
}
