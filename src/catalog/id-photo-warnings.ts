/** What may be wrong with a finished ID photo: the codes, and their texts for people. Warnings never fail a request. */
export const WARNINGS = {
  authority_refuses_edits:
    'The authority refuses photos whose background was changed by software; use this one only where that is allowed.',
  background_not_allowed: 'The authority does not list this background colour for the format.',
  background_residue:
    'Something beside the head, such as a flower or a chair, may have been taken for part of the person.',
  blurred: 'The face is not sharp.',
  certified_only: 'The authority accepts only photos taken on site or by a certified photographer.',
  exposure: 'The face is too dark, or parts of it are too dark or too bright to show any detail.',
  eyes_closed: 'The eyes seem to be closed.',
  eyes_hidden: 'The eyes cannot be seen: they are hidden by sunglasses or hair, or covered by deep shadow.',
  geometry_relaxed:
    'There is too little room: a rule of the authority on margin or eye line could not be met, or the edge cuts the hair.',
  hat_or_hand: 'Something is on top of the head or beside the face: a hat, or a hand.',
  head_tilted:
    'The head was tilted by more than 8 degrees before it was set upright, or stays tilted because the picture may not be rotated.',
  head_turned: 'The head is turned to one side.',
  head_width: 'The width of the face is outside the range that the authority asks for.',
  low_resolution: 'The face had to be enlarged by more than a quarter: it has too few pixels for the format.',
  mouth_open: 'The mouth is open. (A smile showing teeth is fine.)',
  off_centre: 'The face is off centre by more than 5 % of the picture width.',
  skin_colour: 'The skin has no natural colour: a black-and-white photo, coloured light, or not a living person.',
  uneven_light: 'One cheek is clearly brighter than the other.',
} as const

export type Warning = keyof typeof WARNINGS

/** What the authority says, whatever the photo looks like. */
const POLICY_NOTES: readonly string[] = [
  'authority_refuses_edits',
  'background_not_allowed',
  'certified_only',
] satisfies Warning[]

export interface SortedWarnings<Code extends string> {
  /** What is wrong with the photo itself: another one may be better. */
  readonly faults: readonly Code[]
  /** What the authority does not accept: no other photo would change it. */
  readonly notes: readonly Code[]
}

/** Unknown codes, from earlier versions, count as faults. */
export const sortWarnings = <Code extends string>(codes: readonly Code[]): SortedWarnings<Code> => ({
  faults: codes.filter((code) => !POLICY_NOTES.includes(code)),
  notes: codes.filter((code) => POLICY_NOTES.includes(code)),
})
