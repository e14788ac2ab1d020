/** The boxes of a HEIF file (ISO/IEC 14496-12 and 23008-12), as far as they tell about the primary picture. */

export interface Box {
  readonly type: string
  readonly data: Buffer
}

/** Empty where the file is damaged or has no primary picture: its decoder will say so. */
export function propertiesOfPrimary(file: Uint8Array): Box[] {
  try {
    const meta = inside(boxesIn(Buffer.from(file.buffer, file.byteOffset, file.length)), 'meta', 4)
    const item = primaryOf(find(meta, 'pitm'))
    const iprp = inside(meta, 'iprp')
    const properties = inside(iprp, 'ipco')
    return associationsOf(find(iprp, 'ipma'), item).flatMap((index) => properties[index - 1] ?? [])
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function boxesIn(data: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= data.length; ) {
    const size = data.readUInt32BE(at)
    const [head, end] =
      size === 1 ? [16, at + Number(data.readBigUInt64BE(at + 8))] : [8, size === 0 ? data.length : at + size]
    if (end < at + head) throw new RangeError('A box ends before it begins')
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), data: data.subarray(at + head, end) })
    at = end
  }
  return boxes
}

function find(boxes: readonly Box[], wanted: string): Buffer {
  const box = boxes.find(({ type }) => type === wanted)
  if (!box) throw new RangeError(`There is no box ${wanted}`)
  return box.data
}

const inside = (boxes: readonly Box[], wanted: string, skip = 0): Box[] => boxesIn(find(boxes, wanted).subarray(skip))

const primaryOf = (pitm: Buffer): number => (pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4))

/** Which properties belong to the item: their places in the list, from 1. */
function associationsOf(ipma: Buffer, item: number): number[] {
  const idBytes = ipma[0] === 0 ? 2 : 4
  const indexBytes = ipma.readUInt8(3) & 1 ? 2 : 1
  const marks = indexBytes === 2 ? 0x7fff : 0x7f // the highest bit says that the property is essential
  let at = 8
  for (let left = ipma.readUInt32BE(4); left > 0; left--) {
    const id = ipma.readUIntBE(at, idBytes)
    const count = ipma.readUInt8(at + idBytes)
    at += idBytes + 1
    if (id === item) {
      return Array.from({ length: count }, (_, i) => ipma.readUIntBE(at + i * indexBytes, indexBytes) & marks)
    }
    at += count * indexBytes
  }
  return []
}
