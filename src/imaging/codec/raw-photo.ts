/**
 * Raw photos of cameras in a TIFF (DNG, NEF, CR2, ARW, PEF ...). Their first page is a small preview, or what the sensor
 * saw: neither is the photo that people see.
 */
import { open } from 'node:fs/promises'
import { AppError } from '../../base/errors.js'
import { RAW_REFUSED } from './file-type.js'

const SUBFILE_TYPE = 254
const PHOTOMETRIC = 262
const DNG_VERSION = 50_706

const IS_PREVIEW = 1
/** The sensor's colour filters, and DNG's linear raw. */
const RAW_PHOTOMETRICS = [32_803, 34_892]

/** More tags than any real page has. */
const MAX_TAGS = 1000

export async function refuseRawPhoto(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const read = async (at: number, bytes: number): Promise<DataView> => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(bytes), 0, bytes, at)
      return new DataView(buffer.buffer, 0, bytesRead)
    }
    const head = await read(0, 16)
    if (head.byteLength < 16) return
    const little = head.getUint8(0) === 0x49
    const isCanon = head.getUint16(8) === 0x4352 // CR
    const directory = await read(head.getUint32(4, little), 2 + 12 * MAX_TAGS)
    if (isCanon || isRaw(directory, little)) throw new AppError('invalid_image', RAW_REFUSED)
  } finally {
    await handle.close()
  }
}

function isRaw(directory: DataView, little: boolean): boolean {
  if (directory.byteLength < 2) return false
  const count = Math.min(directory.getUint16(0, little), Math.floor((directory.byteLength - 2) / 12))
  for (let at = 2; at < 2 + count * 12; at += 12) {
    const tag = directory.getUint16(at, little)
    const isLong = directory.getUint16(at + 2, little) === 4
    const value = isLong ? directory.getUint32(at + 8, little) : directory.getUint16(at + 8, little)
    if (tag === DNG_VERSION) return true
    if (tag === SUBFILE_TYPE && value & IS_PREVIEW) return true
    if (tag === PHOTOMETRIC && RAW_PHOTOMETRICS.includes(value)) return true
  }
  return false
}
