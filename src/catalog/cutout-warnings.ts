/** What may be wrong with a finished cut-out: the codes, and their texts for people. Warnings never fail a request. */
export const CUTOUT_WARNINGS = {
  background_outside_rule: 'The preset asks for another background.',
  enlarged: 'The subject was enlarged: the photo has too few pixels for this canvas.',
  fill_outside_rule: 'The subject is smaller or larger on the canvas than the preset asks for.',
  low_confidence: 'The network was not sure everywhere: look at the edges.',
  several_subjects: 'There are several subjects, or something lies beside the subject, such as a label or a text.',
  shadow_not_found: 'The shadow in the photo could not be told from the ground: a contact shadow was drawn instead.',
  size_outside_rule: 'The picture is smaller or larger than the preset allows.',
  subject_cut: 'The edge of the photo cuts the subject.',
} as const

export type CutoutWarning = keyof typeof CUTOUT_WARNINGS

/** Below this a result is worth a look: see docs/api.md. */
export const LOW_CONFIDENCE = 0.97
