/** File names may contain control sequences of a terminal, or make one line look like two. */
const UNSAFE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** The same on one line, with escapes that JSON has as well. */
export const printable = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** For texts of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
