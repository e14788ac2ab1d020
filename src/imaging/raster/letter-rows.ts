/**
 * Where the letters of the watermark go: our name in slanted rows, staggered like bricks, all over the picture. Rows are
 * laid out from the middle of the subject and in proportion to it, so that however a picture is cropped, scaled or
 * extended, the same parts of the subject are covered. Every letter of every picture is a little out of line, by the
 * picture's seed; only so little that letters of different seeds still cover much the same.
 */
import { hashNoise } from './hash-noise.js'
import { HEIGHT, type Letter, letterOf } from './lettering.js'
import type { Box, Size } from './picture.js'

export interface Mark {
  /** Other seeds, other letters. */
  readonly seed: number
  readonly subject: Box
}

export interface PlacedLetter {
  readonly letter: Letter
  /** Its middle, in pixels. */
  readonly x: number
  readonly y: number
  /** Pixels per unit of the letter. */
  readonly scale: number
  readonly angle: number
  /** How much of its body is light: 0..1. */
  readonly strength: number
}

// Several words must fall on any subject, and each must still be legible.
const SHARE_OF_SUBJECT = 0.36
const SHORTEST = 48

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const SLANT = radians(-20)

// In units of the letters.
const LETTER_GAP = 30
const WORD_GAP = 120
const ROW_HEIGHT = 300

const STRENGTH = 0.58
/** How far each letter may be out of line, either way. */
const VARIES = { place: 4, size: 0.06, angle: radians(4), strength: 0.1 }

interface Word {
  readonly length: number
  readonly letters: readonly { readonly letter: Letter; readonly middle: number }[]
}

const word = [...'SILHOUETTE'].map(letterOf).reduce<Word>(
  ({ length, letters }, letter) => {
    const start = letters.length === 0 ? 0 : length + LETTER_GAP
    return { length: start + letter.width, letters: [...letters, { letter, middle: start + letter.width / 2 }] }
  },
  { length: 0, letters: [] },
)
const PERIOD = word.length + WORD_GAP

/** All letters of which anything may be on the picture. */
export function* lettersOn(picture: Size, { seed, subject }: Mark): Generator<PlacedLetter> {
  const length = Math.max(SHORTEST, SHARE_OF_SUBJECT * Math.sqrt(subject.width * subject.height))
  const scale = length / word.length
  const middle = { x: subject.left + subject.width / 2, y: subject.top + subject.height / 2 }
  const [cos, sin] = [Math.cos(SLANT), Math.sin(SLANT)]
  const { across, down } = reach(picture, middle, scale)
  for (let row = Math.ceil(down.from / ROW_HEIGHT); row * ROW_HEIGHT <= down.to; row++) {
    const first = (row % 2 === 0 ? 0 : PERIOD / 2) - word.length / 2
    for (let column = Math.floor((across.from - first) / PERIOD); first + column * PERIOD <= across.to; column++) {
      for (const [index, { letter, middle: along }] of word.letters.entries()) {
        const varied = (kind: number): number =>
          hashNoise(column * word.letters.length + index, row * 8 + kind, seed) * 2 - 1
        const u = first + column * PERIOD + along + VARIES.place * varied(0)
        const v = row * ROW_HEIGHT + VARIES.place * varied(1)
        yield {
          letter,
          x: middle.x + (u * cos - v * sin) * scale,
          y: middle.y + (u * sin + v * cos) * scale,
          scale: scale * (1 + VARIES.size * varied(2)),
          angle: SLANT + VARIES.angle * varied(3),
          strength: STRENGTH + VARIES.strength * varied(4),
        }
      }
    }
  }
}

/** How far the picture extends from the middle of the subject, along the rows and across them, in units of the letters. */
function reach({ width, height }: Size, middle: { x: number; y: number }, scale: number) {
  const [cos, sin] = [Math.cos(SLANT) / scale, Math.sin(SLANT) / scale]
  const corners = [0, width].flatMap((x) => [0, height].map((y) => ({ x: x - middle.x, y: y - middle.y })))
  const span = (places: number[]) => ({ from: Math.min(...places) - HEIGHT, to: Math.max(...places) + HEIGHT })
  return {
    across: span(corners.map(({ x, y }) => x * cos + y * sin)),
    down: span(corners.map(({ x, y }) => y * cos - x * sin)),
  }
}
