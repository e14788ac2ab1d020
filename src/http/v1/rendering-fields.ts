/** The parameters of POST /v1/remove that say what becomes of the subject. */
import { renderingReaders } from '../../parameters/rendering-readers.js'
import { field } from '../fields.js'

export function renderingFields() {
  const readers = renderingReaders()
  return {
    preset: field(
      readers.preset,
      'What a shop or network asks for: canvas, fill, background, format and weight; `GET /v1/presets` describes each. ' +
        'Other parameters go before it. Several, with commas between them, give a ZIP with a picture of each.',
    ),
    canvas: field(
      readers.canvas,
      'The size of the picture, such as `2000x2000`, or its shape, such as `1:1`. The subject is enlarged up to ten ' +
        'times for it.',
    ),
    fill: field(readers.fill, 'How much of the canvas the subject takes, such as `85%`; all of it unless given.'),
    fill_by: field(
      readers.fill_by,
      '`side`: the subject’s longer side. `weight`: its area, so that thin and square things look equally large. ' +
        '`side` unless given.',
    ),
    align: field(
      readers.align,
      '`centre`; `bottom`: stands at the bottom; `optical`: its centre of gravity in the middle. `centre` unless given.',
    ),
    margin: field(
      readers.margin,
      'Room that stays free: 1, 2 or 4 values in px or %, at most 50% or 500px; on a canvas, of the canvas; with ' +
        '`crop`, around the subject.',
    ),
    crop: field(readers.crop, 'Crop to the subject.'),
    scale: field(readers.scale, 'Size of the subject without a canvas: `original`, or `10%` to `100%`.'),
    position: field(
      readers.position,
      'Place of the subject without a canvas: `original`, `center`, or one or two percentages.',
    ),
    bg_gradient: field(
      readers.bg_gradient,
      'Two colours, from top to bottom: `#ffffff #d8dce2`; with `radial` after them, from the middle outwards.',
    ),
    bg_blur: field(
      readers.bg_blur,
      '0 to 100: how much the background picture is blurred; without one, what was behind the subject in the photo.',
    ),
    shadow: field(
      readers.shadow,
      '`contact`: under what stands on the ground; `drop`: behind the subject; `natural`: that of the photo, where it ' +
        'can be told from the ground. `none` unless given.',
    ),
    shadow_strength: field(readers.shadow_strength, '0 to 100; 50 unless given.'),
    shadow_softness: field(readers.shadow_softness, '0 to 100; 50 unless given.'),
    output: field(
      readers.output,
      '`cutout`; `mask`: white where the subject is; `foreground`: its own colours, opaque, also under its soft edge. ' +
        '`cutout` unless given.',
    ),
    quality: field(
      readers.quality,
      'Of the encoder, 1 to 100, for JPG, WebP and AVIF; 92 unless given, or 80 for AVIF.',
    ),
  }
}
