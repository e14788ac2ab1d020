/** Pictures as base64 text, in all the forms real clients send: either alphabet, wrapped lines, no padding, data URLs. */
import { AppError } from '../../errors.js'
import { refuse } from './values.js'

const RULE = 'Use base64, with or without a data:...;base64, prefix'

/** The size follows from the length of the text, before a byte is decoded. */
export function decodeBase64(text: string, maxBytes: number, parameter: string): Buffer {
  // The bound keeps a long text without any comma from being searched to its end and back.
  const packed = text.replace(/^data:[^,]{0,200};base64,/i, '').replace(/\s+/g, '')
  const digits = packed.replace(/={1,2}$/, '')
  const missing = (4 - (digits.length % 4)) % 4
  const isBase64 = !/[^A-Za-z0-9+/_-]/.test(digits) && missing < 3 && packed.length - digits.length <= missing
  if (digits === '' || !isBase64) refuse(RULE)
  if (Math.floor((digits.length * 3) / 4) > maxBytes) {
    throw new AppError('file_too_large', `${parameter}: the file is larger than ${maxBytes} bytes`, { parameter })
  }
  return Buffer.from(digits, 'base64')
}
