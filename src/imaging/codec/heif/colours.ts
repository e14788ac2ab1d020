/**
 * The colours of a HEIC or AVIF file without a profile, which may be stated by numbers (nclx, from ITU-T H.273) that
 * sharp does not follow. Display P3 gets its profile; what is made for brighter screens is refused, because without tone
 * mapping it would come out grey.
 */
import sharp from 'sharp'
import { AppError } from '../../../base/errors.js'
import { propertiesOfPrimary } from './boxes.js'

const DISPLAY_P3 = [11, 12]
const BT_2020 = 9
const HDR_TRANSFERS = [16, 18]

const HDR_REFUSED =
  'The image is in HDR colours (BT.2020, PQ or HLG), which cannot be read here: export it as JPEG, or as HEIC or AVIF ' +
  'in standard colours'

/** A profile for them; undefined: none is needed. */
export async function statedColours(file: Uint8Array): Promise<Uint8Array | undefined> {
  const colours = propertiesOfPrimary(file).find(
    ({ type, data }) => type === 'colr' && data.toString('latin1', 0, 4) === 'nclx',
  )
  if (!colours || colours.data.length < 8) return undefined
  const primaries = colours.data.readUInt16BE(4)
  if (primaries === BT_2020 || HDR_TRANSFERS.includes(colours.data.readUInt16BE(6)))
    throw new AppError('invalid_image', HDR_REFUSED)
  return DISPLAY_P3.includes(primaries) ? displayP3() : undefined
}

let p3: Uint8Array | undefined

/** sharp has the profile, and hands it out in a file. */
async function displayP3(): Promise<Uint8Array | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  p3 ??= (await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()).icc
  return p3
}
