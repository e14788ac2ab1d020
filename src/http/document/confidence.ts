/** How sure a cut-out is, as the document describes it. */
import { Type } from 'typebox'

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const pixels = (description: string) => Type.Integer({ minimum: 0, description })

export const confidence = share(
  'How good the cut-out is likely to be, 0 to 1: the overlap with the true subject that the network expects. Below ' +
    '0.97 it is worth a look.',
)

export const pieces = Type.Array(
  Type.Object({
    box: Type.Object({
      left: pixels('In pixels of the photo as it was sent, upright.'),
      top: pixels('In pixels of the photo.'),
      width: pixels('In pixels of the photo.'),
      height: pixels('In pixels of the photo.'),
    }),
    share: share("Of the photo's area."),
    confidence: share('How sure the network is that this piece belongs to the subject.'),
  }),
  {
    description: "The connected pieces of the subject that have at least 0.2 % of the photo's area, the largest first.",
  },
)
