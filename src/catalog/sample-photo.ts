/** In the sample photo, which comes with the networks: one person, head and shoulders. */
export const SAMPLE_PERSON = { left: 45, top: 292, width: 618, height: 795 } as const
