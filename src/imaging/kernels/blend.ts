/** See kernels/blend.ts for what these do, and src/imaging/style/pixels/blend.ts for when. */
import { type Address, kernel } from './memory.js'

/** Pixels are read by fours: so many bytes beyond a picture. */
export const PICTURE_PADDING = 4

export const mixColour =
  kernel<(picture: Address, shares: Address, area: number, red: number, green: number, blue: number) => void>(
    'mixColour',
  )

export const mixBetween =
  kernel<
    (
      picture: Address,
      shares: Address,
      parts: Address,
      area: number,
      red: number,
      green: number,
      blue: number,
      otherRed: number,
      otherGreen: number,
      otherBlue: number,
    ) => void
  >('mixBetween')

export const mixPicture =
  kernel<(picture: Address, other: Address, shares: Address, area: number) => void>('mixPicture')

export const lightPicture =
  kernel<(picture: Address, factors: Address, added: Address, area: number) => void>('lightPicture')

export const lumaOfPicture = kernel<(picture: Address, area: number, plane: Address) => void>('lumaOfPicture')

/** Reads up to three bytes beyond, and writes as many floats. */
export const sharesOf = kernel<(bytes: Address, area: number, plane: Address) => void>('sharesOf')

export const replaceLevels = kernel<(bytes: Address, count: number, table: Address) => void>('replaceLevels')
