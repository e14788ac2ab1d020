/**
 * What bodies without parts have in common. The text of a picture goes to the sink in pieces, with its escapes undone;
 * everything else is collected, and parsed at the end.
 */
import { FieldCount, type FieldLimits, fieldsTooLarge, USUAL_FIELDS } from './limits.js'
import type { Scanner, Sink } from './scanner.js'
import { SmallText } from './small-text.js'

export abstract class TextScanner implements Scanner {
  /** All but the pictures. */
  protected readonly skeleton: SmallText
  protected readonly fields: FieldCount
  /** The beginning of an escape, which may be cut in two by the end of a piece. */
  protected escape = ''
  protected abstract place: string

  constructor(
    protected readonly sink: Sink,
    protected readonly isPicture: (name: string) => boolean,
    limits: FieldLimits = USUAL_FIELDS,
  ) {
    this.skeleton = new SmallText(limits.bytes, () => fieldsTooLarge(limits))
    this.fields = new FieldCount(limits)
  }

  push(piece: Buffer): void {
    let at = 0
    while (at < piece.length) {
      if (this.place === 'picture') at = this.picture(piece, at)
      else {
        this.skeleton.add(piece[at]!)
        this.other(piece[at]!)
        at += 1
      }
    }
  }

  abstract end(): void

  /** Reads on from there, and says how far. */
  protected abstract picture(piece: Buffer, from: number): number

  /** A byte that belongs to no picture; the skeleton has it. */
  protected abstract other(byte: number): void
}
