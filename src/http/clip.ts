/** What a caller sent, short enough to be quoted in a message. */
const SHOWN_CHARACTERS = 60

export const clip = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
