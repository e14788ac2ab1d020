/** The name in spaced capitals, as the terminal prints it. Spaced by CSS, so that it reads and copies as one word. */
import { product } from '#texts/common'

export function Wordmark() {
  return <span class="wordmark">{product.name}</span>
}
