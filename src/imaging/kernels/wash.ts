/** See kernels/wash.ts for what these do, and src/imaging/style/watercolour for when. */
import { type Address, kernel } from './memory.js'

export const washShape =
  kernel<
    (
      deep: Address,
      worked: Address,
      soft: Address,
      own: Address,
      width: number,
      height: number,
      from: number,
      ends: number,
      shape: Address,
    ) => number
  >('washShape')

export const addWash =
  kernel<
    (depth: Address, shape: Address, around: Address, calm: Address, area: number, deep: number, edges: number) => void
  >('addWash')

export const absorbColours =
  kernel<
    (
      picture: Address,
      subject: Address,
      width: number,
      height: number,
      table: Address,
      depth: Address,
      red: Address,
      green: Address,
      blue: Address,
    ) => void
  >('absorbColours')

export const runPaint =
  kernel<
    (
      depths: Address,
      subject: Address,
      strayX: Address,
      strayY: Address,
      features: Address,
      skin: Address,
      width: number,
      height: number,
      wobble: number,
      deep: Address,
      ran: Address,
    ) => void
  >('runPaint')

export const wetSheet =
  kernel<
    (
      ran: Address,
      worked: Address,
      brush: Address,
      soft: Address,
      features: Address,
      skin: Address,
      area: number,
      wet: number,
    ) => void
  >('wetSheet')

export const looseShape =
  kernel<
    (
      near: Address,
      patches: Address,
      brush: Address,
      ran: Address,
      width: number,
      height: number,
      border: number,
      out: Address,
    ) => void
  >('looseShape')

export const dryLoose =
  kernel<(shape: Address, around: Address, water: Address, area: number, deep: number) => void>('dryLoose')

/** Four pixels are written at once: so many bytes beyond a picture. */
export const WASHES_PADDING = 12

export const paintWashes =
  kernel<
    (
      picture: Address,
      depth: Address,
      behind: Address,
      pool: Address,
      skin: Address,
      tile: Address,
      side: number,
      width: number,
      height: number,
      red: Address,
      green: Address,
      blue: Address,
      granulation: number,
      pools: number,
      settings: Address,
    ) => void
  >('paintWashes')
