/** The mark, and the name in spaced capitals, as the terminal prints it. Spaced by CSS, so that it reads and copies as one word. */
import { product } from '#texts/common'

export function Wordmark() {
  return (
    <span class="wordmark">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {product.name}
    </span>
  )
}
