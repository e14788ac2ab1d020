/** See kernels/ink.ts for what these do, and src/imaging/style/media/drawing/contours.ts and lines.ts for when. */
import { type Address, kernel } from './memory.js'

/** Of the table that `perceiveLight` takes: one more than the steps of brightness. */
export const LIGHT_STEPS = 4096

export const perceiveLight =
  kernel<
    (
      soft: Address,
      luma: Address,
      features: Address,
      hair: Address,
      subject: Address,
      area: number,
      table: Address,
    ) => void
  >('perceiveLight')

export const thinInk =
  kernel<
    (
      ink: Address,
      skin: Address,
      features: Address,
      worked: Address,
      subject: Address,
      area: number,
      onSkin: number,
    ) => void
  >('thinInk')

export const weighInk =
  kernel<
    (
      ink: Address,
      skin: Address,
      features: Address,
      subject: Address,
      area: number,
      weight: number,
      onSkin: number,
      behind: number,
    ) => void
  >('weighInk')
