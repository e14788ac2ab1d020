/** How often and from how near the network looks at a photo, from the fastest to the best. */
export const QUALITIES = ['fast', 'balanced', 'best'] as const
export type Quality = (typeof QUALITIES)[number]
