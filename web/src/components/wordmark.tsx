/** The name as the terminal prints it: wide capitals. Spaced by CSS, so that it is read and copied as one word. */
import { product } from '#texts/common'

export function Wordmark() {
  return <span class="wordmark">{product.name}</span>
}
