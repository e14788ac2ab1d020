/** Bounds of portrait styles. Alone, because the account page imports them. */
export const PROMPT_LENGTH = 500
export const STRENGTH = { min: 0, max: 100 } as const
