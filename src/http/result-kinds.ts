/** What results are of: the operations of each kind, as ledger and results name them. Each dialect has a name for cut-outs. */
export const RESULT_KINDS = {
  cutout: ['remove', 'cutout'],
  'id-photo': ['id-photo'],
  'portrait-style': ['portrait-style'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ResultKind = keyof typeof RESULT_KINDS
