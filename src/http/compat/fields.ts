/**
 * The parameters of the compatible dialect, in the order of the contract. Shadow and semitransparency parameters are
 * missing on purpose: existing clients send them, and they are ignored.
 */
import { webColour } from '../../parameters/colours.js'
import { anyFormat, channels, preferredClass, sizeTier, typeLevel } from '../../parameters/cutout.js'
import { detailOf } from '../../parameters/detail.js'
import { margins, position, regionOfInterest, scale } from '../../parameters/lengths.js'
import { base64File, file, webAddress } from '../../parameters/sources.js'
import { flag } from '../../parameters/words.js'
import { field } from '../fields.js'

/** `limit`: the largest file, in words. */
export const photoFields = (limit: string) => ({
  image_file: field(file, `The image: JPEG, PNG, WebP or BMP, recognised by content; at most ${limit}.`),
  image_file_b64: field(base64File, 'The image as base64, with or without a `data:` prefix.'),
  image_url: field(webAddress(), 'Public http or https address of the image.'),
})

/** `networks`: those that the operator has added. `price`: of a full result, in words. */
export const optionFields = (networks: readonly string[], price: string) => ({
  size: field(
    sizeTier,
    '`preview`, `small`, `regular`: 640 px, watermarked, free. `medium`, `hd`, `4k`, `full`, `50MP`: up to ' +
      `1.5 / 4 / 25 / 25 / 50 MP, ${price}. \`auto\`: \`full\` if the credits suffice, else ` +
      '`preview`. For unlimited accounts all are clean and free, and `auto` is `full`.',
    'preview',
  ),
  type: field(preferredClass, 'Which subject wins when there are several.', 'auto'),
  type_level: field(typeLevel, '`none` leaves out the header `X-Type`; all others mean the same.', '1'),
  format: field(anyFormat, '`png`: at most 10 MP. `zip`: color.jpg and alpha.png.', 'auto'),
  roi: field(
    regionOfInterest,
    'Region that can hold the subject: `x1 y1 x2 y2`, in px or %. `0% 0% 100% 100%` unless given.',
  ),
  crop: field(flag, 'Crop to the subject.', 'false'),
  crop_margin: field(margins, '1, 2 or 4 margins in px or %, at most 50% or 500px.', '0'),
  scale: field(scale, 'Size of the subject: `original`, or `10%` to `100%`.', 'original'),
  position: field(
    position,
    'Place of the subject: `original`, `center`, or one or two percentages. `original` unless given.',
  ),
  channels: field(channels, '`alpha`: the mask alone.', 'rgba'),
  detail: field(
    detailOf(networks),
    'Not of remove.bg. How closely the network looks: `fast`, `balanced`, `best`, or a network that the operator has added.',
  ),
})

export const backgroundFields = {
  bg_color: field(
    webColour,
    'Hex colour of 3, 4, 6 or 8 digits, with or without `#`, a CSS colour name, or `transparent`.',
  ),
  bg_image_url: field(webAddress(), 'Address of a background picture; scaled to cover.'),
  bg_image_file: field(file, 'A background picture; scaled to cover.'),
}
