/** The edge network comes with the product and is small: tests use it as it is. */
import { fileURLToPath } from 'node:url'
import { loadEdgeNetwork } from '../../src/imaging/matte/edges/edge-network.js'
import { createEdgeRefiner } from '../../src/imaging/matte/edges/fine-edges.js'
import { catalogFolder, loadManifest } from '../../src/models/manifest.js'

const entry = loadManifest().find(({ id }) => id === 'edge')!
const file = fileURLToPath(new URL(`edge-network/${entry.files[0]!.name}`, catalogFolder))

export const refineEdges = createEdgeRefiner(await loadEdgeNetwork({ ...entry.networks![0]!, file }, { threads: 1 }))
