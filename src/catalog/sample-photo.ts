/** The sample photo that comes with the networks: its file among them. */
export const SAMPLE_PHOTO = 'sample.jpg'

/** In it: one person, head and shoulders. */
export const SAMPLE_PERSON = { left: 45, top: 292, width: 618, height: 620 } as const
