/** See kernels/head.ts for what these do, and src/imaging/style/sitter/head-parts.ts and surface.ts for when. */
import { type Address, kernel } from './memory.js'

export const edgeParts = kernel<(skin: Address, hair: Address, subject: Address, area: number) => void>('edgeParts')

export const toNormals = kernel<(x: Address, y: Address, z: Address, area: number) => void>('toNormals')
