// From a stream into a stream, with a time limit: node streams.mjs < portrait.jpg > painted.jpg
import { createSilhouette } from '@silhouette-image/silhouette'

const silhouette = createSilhouette({
  workers: 1,
  // The networks are fetched once; then nothing is told here but that they are loaded.
  onProgress: ({ step, what = '' }) => console.error(step, what),
})
try {
  const signal = AbortSignal.timeout(120_000)
  const { bytes, recipe } = await silhouette.stylize(process.stdin, { prompt: 'warm oil painting', signal })
  process.stdout.write(bytes)
  console.error(recipe)
} finally {
  await silhouette.close()
}
