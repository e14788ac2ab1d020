/**
 * rembg's models in our terms: how closely to look, and for whom. Only those that cut out the subject of a photo have a
 * counterpart; a network that the operator has added under such a name goes before it.
 */
import type { Quality } from '../../../catalog/qualities.js'
import type { CutoutJob } from '../../../imaging/job.js'
import { type Reader, reader } from '../../../parameters/reader.js'

type Looking = Pick<CutoutJob, 'detail' | 'prefer'>

const look = (detail?: Quality, prefer?: CutoutJob['prefer']): Looking => ({
  ...(detail && { detail }),
  ...(prefer && { prefer }),
})

const MODELS: Readonly<Record<string, Looking>> = {
  u2net: look(),
  u2netp: look('fast'),
  silueta: look('fast'),
  u2net_human_seg: look(undefined, 'person'),
  'isnet-general-use': look(),
  'birefnet-general': look('best'),
  'birefnet-general-lite': look(),
  'birefnet-portrait': look('best', 'person'),
  'birefnet-dis': look('best'),
  'birefnet-hrsod': look('best'),
  'birefnet-massive': look('best'),
  'bria-rmbg': look('best'),
}

/** `networks`: those that the operator has added. */
export function modelOf(networks: readonly string[]): Reader<Looking> {
  const names = [...new Set([...networks, ...Object.keys(MODELS)])]
  return reader(`one of ${names.join(', ')}`, (text, refuse) => {
    if (networks.includes(text)) return { detail: text }
    return Object.hasOwn(MODELS, text) ? MODELS[text]! : refuse()
  })
}
