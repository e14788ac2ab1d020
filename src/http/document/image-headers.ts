/** The request headers of image routes, in both dialects. */
import { Type } from 'typebox'

export const ImageHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Any text. The same request with the same key within 24 hours gets the first answer again, with ' +
        '`Idempotent-Replayed: true`; it is not charged and does not count against the rate.',
    }),
  ),
})
