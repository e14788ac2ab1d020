/** How long a prompt is, as it is read: one character may stand for up to 18 letters. */
import { PORTRAIT_STYLE } from '../../job.js'

export const isPromptTooLong = (prompt: string): boolean =>
  prompt.normalize('NFKC').length > PORTRAIT_STYLE.promptLength
