/** Draws edited cut-outs, one after the other, away from the page's own thread. */
import { drawingOf, fileOf } from './compose.js'
import type { DrawJob, Reply, Request } from './job.js'
import { type Layers, openLayers } from './layers.js'

/** Pictures for the screen are needed again with every change; those for files are large, and not kept. */
let onScreen: { readonly name: string; readonly layers: Promise<Layers> } | undefined

function layersFor(job: DrawJob): Promise<Layers> {
  const name = `${job.name} ${job.maxSide}`
  if (onScreen?.name !== name) onScreen = { name, layers: openLayers(job) }
  return onScreen.layers
}

async function answer({ id, job, want }: Request): Promise<void> {
  try {
    if (want === 'file') return send({ id, file: await fileOf(await openLayers(job), job) })
    const drawing = await drawingOf(await layersFor(job), job)
    send({ id, drawing }, [drawing.after, ...(drawing.before ? [drawing.before] : [])])
  } catch (error) {
    onScreen = undefined
    send({ id, failure: error instanceof Error ? error.message : String(error) })
  }
}

const send = (reply: Reply, transfer: Transferable[] = []): void => self.postMessage(reply, { transfer })

let last: Promise<void> = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<Request>) => {
  last = last.then(() => answer(data))
}
