/** The colours that plastic bricks are sold in, those for skin and for lips apart. */
import { hexColour, type Rgb } from '../../pixels/canvas.js'

// biome-ignore format: one hue per line
export const BRICK_COLOURS: readonly Rgb[] = [
  '#f4f4f2', '#c9cdd0', '#a0a5a9', '#6c6e70', '#3d4044', '#17181b',
  '#e4cd9e', '#958a73', '#6d5a3e', '#582a12', '#352100', '#a95500',
  '#c91a09', '#b8382e', '#720e0f', '#e4596b', '#e4adc8', '#c870a0', '#923978',
  '#0a2a50', '#0055bf', '#5a93db', '#9fc3e9', '#6074a1', '#2b3350',
  '#184632', '#237841', '#a0bcac', '#9b9a5a', '#7dbb3a',
  '#f2cd37', '#f8bb3d', '#fe8a18', '#ac78ba', '#3f3691',
].map(hexColour)
export const BRICK_SKIN: readonly Rgb[] = [
  '#2c1810',
  '#41241a',
  '#5a3220',
  '#75452d',
  '#91593b',
  '#ad7049',
  '#c68860',
  '#dba37b',
  '#ecbf9a',
  '#f6d7b8',
  '#fbe8d4',
].map(hexColour)

export const BRICK_LIPS: readonly Rgb[] = [
  '#4a201b',
  '#6a2e27',
  '#8a4239',
  '#a6584d',
  '#bd7165',
  '#d08b7f',
  '#e0a699',
].map(hexColour)
export const BRICK_GREYS: readonly Rgb[] = ['#f4f4f2', '#c9cdd0', '#a0a5a9', '#6c6e70', '#3d4044', '#17181b'].map(
  hexColour,
)
